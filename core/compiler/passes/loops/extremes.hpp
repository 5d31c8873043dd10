/// Maxima and minima of floating-point numbers over a loop, as vectors.
///
///     m = m < x ? x : m      ==>      m = llvm.maximum(m, isnan(x) ? -inf : x)      ==>      m = x > m ? x : m
///                      before the vectorizer                         after it, in vectors and in what is left
///
/// The comparison passes over a NaN. LLVM 19 makes vectors of it only where there may be none, and of
/// llvm.maximum, which does not pass over them, in any case. The last form is one instruction of x86. Where both zeros
/// are the largest number, either may come out: in loops that ask for vectors operations may be done in any order, as
/// clang has it for sums there (and SYCL 2020, 4.9.2, for reductions).
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

/// Precondition: simplified loops in closed SSA form. Postcondition: in those that ask for vectors
/// (llvm.loop.vectorize.enable), maxima and minima that an iteration does nothing else with are calls of llvm.maximum
/// and llvm.minimum with the flag nsz, which no other such call has that takes NaNs.
struct expose_extremes : llvm::PassInfoMixin<expose_extremes> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

/// The way back, wherever the calls ended up. Precondition: expose_extremes has run.
struct lower_extremes : llvm::PassInfoMixin<lower_extremes> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
