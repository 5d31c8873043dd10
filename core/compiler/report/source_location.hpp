/// Source lines as the kernel's author knows them.
#pragma once

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <string>

namespace ndweave::compiler {

/// The innermost place of an inlined chain that is the user's own: not in a system header or in ndweave's headers. The
/// innermost place where all are of those; null without debug information.
const llvm::DILocation* user_location(const llvm::DebugLoc& where);

/// "file:line" of user_location(); empty without debug information.
std::string place_text(const llvm::DebugLoc& where);

/// The user's own line of the code at `address`, as linked, in an executable or shared object, from its debug
/// information, "file:line"; empty where there is none.
std::string line_in_file(const std::string& file, std::uint64_t address);

/// A constant string in the module, or a null pointer for an empty `text`.
llvm::Constant* place_constant(llvm::IRBuilderBase& at, llvm::StringRef text);

/// The first place in `blocks` that is the user's own; null where they have none.
const llvm::DILocation* first_user_location(llvm::ArrayRef<llvm::BasicBlock*> blocks);

}  // namespace ndweave::compiler
