/// States what LLVM may assume of the kernel builtins. Must run first: a pass that does not know that a barrier is
/// convergent may duplicate it or move it under a branch.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Post: barriers, shuffles, the active lanes and every function that calls anything are `convergent`; index builtins
/// are free of side effects, and those that are the same for the whole group speculatable too.
void mark_builtins(llvm::Module& module);

}  // namespace ndweave::compiler
