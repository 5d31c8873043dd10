/// Has LLVM's inliner make one function of a kernel.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Post: all functions with a body but the kernel and those on a cycle of calls are always inlined.
void mark_for_inlining(llvm::Module& module);

}  // namespace ndweave::compiler
