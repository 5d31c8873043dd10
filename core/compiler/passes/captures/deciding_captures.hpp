/// Captured numbers that decide what code a kernel is.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <vector>

#include "compiler/abi.h"

namespace ndweave::compiler {

/// Notes which bytes of the functor would make better code as constants: numbers that, alone or with constants and each
/// other, decide branches and trip counts, divide integers, or are strides of addresses. What only goes into results
/// does not count, so that a time step that changes from launch to launch changes no code:
///
///     for (int k = -r; k <= r; ++k) s += w * x[i + k];      r, but not w
///     if (i < n) …                                          not n: the branch is the id's as well
///     y[i % m] = x[n * i];                                  m and n
///
/// None where the kernel may write its functor, or calls mathematical functions without the licence to approximate
/// them: those of vectors round otherwise than those of scalars, and what a launch computes should not depend on which
/// code runs it. Pre: cleaned up.
void find_deciding_captures(llvm::Function& kernel);

/// What has been noted, which is gone then: disjoint, in their order.
std::vector<ndw_functor_bytes> take_deciding_captures(llvm::Function& kernel);

}  // namespace ndweave::compiler
