/// LLVM's LoopStrengthReduce within its code generation, where it saves instructions.
#pragma once

#include <llvm/Pass.h>
#include <llvm/Target/TargetMachine.h>

namespace ndweave::compiler::ptx {

/// Of a loop, in its metadata: LoopStrengthReduce leaves it as it is.
constexpr const char* no_strength_reduce = "ndweave.loop.no_strength_reduce";

/// In place of LLVM's LoopStrengthReduce. It compares its solutions by their instructions, not by registers, and leaves
/// a loop within another as it is where none has fewer (docs/decisions/124). In a loop that is unrolled and whose step
/// is not known it would keep a pointer for each access of each iteration, where one for each array and sums do
/// (docs/decisions/122).
llvm::Pass* strength_reduction_that_gains(llvm::TargetMachine& machine);

}  // namespace ndweave::compiler::ptx
