#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler {

/// Replaces the calls that clang makes of complex arithmetic by their operations: products whose parts are both NaN
/// (`__muldc3`), quotients (`__divdc3`), `cabs` and `carg`, and their float versions. What infinite and overflowing
/// operands give follows C11, G.5.1; quotients are scaled by a power of two against overflow, as there.
/// Pre: before normalise_math().
void expand_complex_arithmetic(llvm::Module&);

}  // namespace ndweave::compiler
