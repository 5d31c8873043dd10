/// Unrolls innermost loops as far as nvcc does, further than LLVM does for this target.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::ptx {

/// Before: `do { s += a[i] * b[i]; } while (++i < n);`: each iteration waits for its loads, and ends in a jump.
/// After:  four iterations in one, whose loads wait together, then up to three more, written out.
///
/// Loops of few iterations are written out whole. NVIDIA's assembler unrolls loops too, but none that divides, takes
/// roots or branches. Taken are loops that leave at their end only, without barriers and other operations that
/// work-items do together, without calls, and for which the program asks nothing of its own (`#pragma unroll`).
struct unroll_loops : llvm::PassInfoMixin<unroll_loops> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::ptx
