/// The flags of -ffast-math, per kernel.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Post: every floating-point operation of `module` carries all fast-math flags.
void allow_fast_math(llvm::Module& module);

}  // namespace ndweave::compiler
