#pragma once

#include <llvm/IR/IRBuilder.h>

namespace ndweave::compiler {

/// The integer, of which LLVM knows nothing any more: an empty instruction, `asm("" : "=r"(x) : "0"(x))`. It may be
/// moved and merged as others may.
llvm::Value* opaque(llvm::IRBuilderBase& at, llvm::Value* number);

}  // namespace ndweave::compiler
