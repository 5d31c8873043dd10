/// Captures that are the same in every launch of this code.
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler {

/// Loads of what the kernel's attributes say of its functor become constants. Nothing changes where the kernel may
/// write its functor. Pre: cleaned up.
void make_captures_constant(llvm::Function& kernel);

}  // namespace ndweave::compiler
