/// The last look before code generation: LLVM ends the process on what it cannot select.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace ndweave::compiler::ptx {

/// What NVPTX cannot generate code for, as the end of "it …" ("calls printf, which CUDA devices do not have"); empty
/// for a module that it can.
std::string find_unsupported(const llvm::Module& module);

}  // namespace ndweave::compiler::ptx
