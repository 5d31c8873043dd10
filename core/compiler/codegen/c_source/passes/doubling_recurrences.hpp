/// Loops that NVIDIA's compiler must not unroll.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::c_source_detail {

/// Whether an iteration makes a value of the last iteration's value twice and divides it, as `x %= n` does (it is x - x
/// / n * n) and `x = a * x + (x >> 3)`, for more than 16 iterations. NVVM of CUDA 13.0 (NVRTC, NVIDIA's OpenCL; based
/// on LLVM 7) unrolls such a loop where its iterations are known, and then takes time exponential in them where x is
/// part of an address: 21 iterations take 0.6 s, 25 take 5 s.
bool has_doubling_recurrence(const llvm::Loop&, llvm::ScalarEvolution&);

/// Forbids LLVM to unroll such loops: what is unrolled here is so for NVVM, too.
struct keep_doubling_loops : llvm::PassInfoMixin<keep_doubling_loops> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::c_source_detail
