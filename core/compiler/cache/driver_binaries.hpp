/// What drivers make of code, in the disk cache beside the compiled kernels and under the same rules.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

namespace ndweave::compiler::cache {

/// `identity` says everything that the binary depends on. Loading gives nothing where none is kept or it is empty or
/// damaged. What is stored is on the disk after write_pending().
std::optional<std::string> load_driver_binary(const std::string& directory, llvm::StringRef identity);
void store_driver_binary(const std::string& directory, llvm::StringRef identity, llvm::StringRef bytes);

}  // namespace ndweave::compiler::cache
