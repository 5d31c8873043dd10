/// Asks for the full unrolling of loops that walk over a private array.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/target/ptx/pass_runner.hpp"

namespace ndweave::compiler::ptx {

/// Before: `double x[8]; for (i = 0; i < 8; ++i) x[i] = p[n[i]];` keeps x in local memory, since a register has no
/// index. After:  the loop carries llvm.loop.unroll.full, O3 unrolls it, SROA splits x into registers.
///
/// Taken are loops of constant trip count up to 64 whose index (or an inner loop's) addresses an alloca.
/// Must run after SROA and before O3.
void mark_private_array_loops(llvm::Function& kernel, pass_runner& passes);

}  // namespace ndweave::compiler::ptx
