/// Unrolls innermost loops as far as nvcc does, further than LLVM does for this target.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::ptx {

/// Before: `do { s += a[i] * b[i]; } while (++i < n);`: each iteration waits for its loads, and ends in a jump.
/// After:  four iterations in one, whose loads wait together, then up to three more, written out.
///
/// Where counting the iterations would take a long division, or overflow, a limit takes the place of the count
/// (split_at_limit.hpp), and the rest stays a loop. Loops of few iterations are written out whole, also where only the
/// greatest number is known and where they leave in the middle. NVIDIA's assembler unrolls loops too, but none that
/// divides, takes roots or branches. Taken are else loops that leave at their end only, and all without barriers and
/// other operations that work-items do together, without calls, and for which the program asks nothing of its own
/// (`#pragma unroll`).
struct unroll_loops : llvm::PassInfoMixin<unroll_loops> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Behind LLVM's own unrolling, which leaves loops that unroll_loops has unrolled as they are: to NVIDIA's assembler
/// they are loops like others (LLVM forbids it to unroll what LLVM must not unroll), as those of nvcc are.
void allow_more_unrolling(llvm::Function& kernel);

}  // namespace ndweave::compiler::ptx
