#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Replaces calls of C's complex exponential, logarithm, power, square root, projection, (hyperbolic) sine, cosine and
/// tangent by real functions of the parts: Kahan, "Branch cuts for complex elementary functions", 1987. Infinities and
/// NaNs come out as C11, G.6 has them. Pre: before expand_complex_arithmetic() and normalise_math().
void expand_complex_functions(llvm::Module&);

}  // namespace ndweave::compiler
