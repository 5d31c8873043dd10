/// Inverse square roots of vectors of float under fast-math, as estimates and one step of Newton's method.
///
///     a / sqrt(x)   ==>   r = rsqrt(x); a * (r * max(1.5 - 0.5 * x * r * r, 0.5))
///
/// The processors' estimates are good to 14 bits with AVX-512 and to 12 with AVX, the results to 2 units in the last
/// place or 4. The inverse root of a zero is infinite and that of infinity zero, as the estimate says: the step from it
/// is no number there. AVX's estimate takes denormal numbers for zeros.
///
/// LLVM's code generator would do without the maximum, and so make a NaN of a zero. N-body on Sapphire Rapids takes
/// 1.02 of the time with it, and 1.14 with a root and a quotient.
///
/// Roots that nothing is divided by stay: the unit that takes them is idle otherwise, and the estimate's
/// multiplications would stand in the way of others (miniBUDE: a fifth slower with them, Zen 4).
///
/// Pre: vectorized, functions name the processor's instruction sets; operations that may be approximated carry the
/// flags `afn` and, for quotients, `arcp`.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler::host {

/// Returns the number of quotients replaced. `vector_bits` as of cpu.
unsigned approximate_roots(llvm::Module& module, unsigned vector_bits);

}  // namespace ndweave::compiler::host
