/// Files that show what a compilation does, in folders that the environment names (NDWEAVE_DUMP_IR, NDWEAVE_DUMP_CODE;
/// ignored in set-user-id programs).
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

namespace ndweave::compiler::dump {

/// The folder that `variable` names; empty where it names none.
std::string folder(const char* variable);

/// Whether any folder is named.
bool is_wanted();

/// Writes a file in a folder, which is made where it is not there. What has that name already, a link to elsewhere
/// perhaps, is replaced and not followed. Why it cannot be written; empty where it is.
std::string write(const std::string& folder, const std::string& name,
                  llvm::function_ref<void(llvm::raw_ostream&)> content);

/// Why nothing can be written in the folder; empty where something can.
std::string problem(const std::string& folder);

}  // namespace ndweave::compiler::dump
