/// Indices of 64 bits from counters of 32.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::ptx {

/// Before: `zext nneg (add nsw i, c)`, InstCombine's form of `i + c` where it is not negative, for `a[i - 1]`.
/// After:  `sext (add nsw i, c)`, which is `sext i + c`: LLVM's SeparateConstOffsetFromGEP then makes `c` the offset of
///         an access whose address `a[i]` has as well.
///
/// Only of an addition without `nuw`, which can be separated as it is.
struct separable_extensions : llvm::PassInfoMixin<separable_extensions> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::ptx
