/// Sums of 32 bits that LLVM's instcombine has moved to the upper half of 64 bits come back.
///
///     p[(int)i + 1]      ashr exact (add (shl i, 32), 1 << 32), 32      ==>      sext (add (trunc i), 1)
///                        ashr exact (add (shl i, 32), 1 << 32), 29      ==>      shl nsw (sext (add (trunc i), 1)), 3
///
/// Scalar evolution sees a counter on the right, of which the vectorizer checks in front of its loop that it does not
/// wrap around; the second form on the left is nothing to it, and what lies at such addresses is gathered.
///
/// Pre: behind the last instcombine before the vectorizer, which would undo it. Post: the same values.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct restore_sign_extensions : llvm::PassInfoMixin<restore_sign_extensions> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
