/// Random kernels for targets whose multiplications and additions may contract, as PTX's do: what they compute must not
/// depend on where.
#pragma once

#include "compiler/tests/passes/kernel_text.hpp"

namespace ndweave::testing {

/// The kernel with factors that have half of their type's precision at most: products are exact, so that a*b+c is
/// rounded once, contracted or not. Products with a power of two are so already.
compiler::testing::kernel_text with_exact_products(const compiler::testing::kernel_text&);

}  // namespace ndweave::testing
