/// Roundings to bfloat16 by one instruction.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::ptx {

/// Before: what `sycl::ext::oneapi::bfloat16` writes for a float rounded to the nearest bfloat16, ties to even, in the
///         upper half of 32 bits: `bits + 0x7fff + (bits >> 16 & 1) | (x != x ? 0x7fc00000 : 0)`.
/// After:  `fptrunc float x to bfloat`, `cvt.rn.bf16.f32` of PTX (from sm_80 on). A NaN is some NaN.
///
/// Taken where the lower half is left out; then it is 0. Must run behind InstCombine, before LLVM moves parts of it.
struct round_to_bfloats : llvm::PassInfoMixin<round_to_bfloats> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::ptx
