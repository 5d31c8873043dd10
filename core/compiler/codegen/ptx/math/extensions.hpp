/// Indices of 64 bits from counters of 32.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler::ptx {

/// Before: `zext nneg (add nsw i, c)`, InstCombine's form of `i + c` where it is not negative, for `a[i - 1]`.
/// After:  `sext (add nsw i, c)`, which is `sext i + c`: LLVM's SeparateConstOffsetFromGEP then makes `c` the offset of
///         an access whose address `a[i]` has as well.
///
/// Only of an addition without `nuw`: another one can be separated as it is. And of all extensions of a counter that
/// has a `sext`:
///
/// Before: `zext nneg i` of `a[i]`, and LICM's `(a + 1)[sext i]` of `a[i + 1]`: nothing tells that the two are 4 bytes
///         apart, so that the assembler loads the second behind a store to the first.
/// After:  `sext i` in both, one address and two offsets.
struct separable_extensions : llvm::PassInfoMixin<separable_extensions> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::ptx
