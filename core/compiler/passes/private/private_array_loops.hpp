/// The loops over a private array, whose full unrolling lets the array live in registers.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

/// Before: `double x[8]; for (i = 0; i < 8; ++i) x[i] = p[n[i]];` keeps x in local memory, since a register has no
/// index. After:  the loop carries llvm.loop.unroll.full, O3 unrolls it, SROA splits x into registers.
///
/// Taken are loops of constant trip count up to 64 whose index (or an inner loop's) addresses an alloca.
/// Must run after SROA and before O3.
struct private_array_loops : llvm::PassInfoMixin<private_array_loops> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
