/// What is computed for lanes that hold a NaN only.
///
///     r = .. 60 operations ..                 if (any(isnan(x) & isnan(y))) {
///     z = isnan(x) & isnan(y) & c ? r : x        r = .. ; z' = .. c ? r : x }
///                                      ==>    z = phi(z', x)
///
/// The product of two std::complex is four multiplications and two additions, and where both parts of it are NaN,
/// infinities are looked for and put right (C17, annex G.5.1). A scalar loop branches around that. The vectorizer
/// cannot, and does it for every lane.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler::host {

/// Puts operations on vectors whose results are chosen by tests for NaN alone behind a branch. To run after the
/// optimisations. Returns how many branches it made.
unsigned guard_nan_fixups(llvm::Module& module);

}  // namespace ndweave::compiler::host
