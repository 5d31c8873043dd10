/// Vector functions that overflow where the scalar ones do not yet.
///
///     r = exp(x)   ==>   r = any(|x| > 709.78) ? careful_exp(x) : exp(x)
///
/// SLEEF's acosh, asinh and log1p are infinite for large numbers, its cosh and sinh for results above half of the
/// largest number, its exp and pow of double within a millionth of the largest number, its lgamma for the last
/// hundredth of the arguments.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler::host {

/// To run after the optimisations. Returns how many calls it looked after.
unsigned recompute_infinities(llvm::Module& module);

}  // namespace ndweave::compiler::host
