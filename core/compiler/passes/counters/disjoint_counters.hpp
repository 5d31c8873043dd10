/// Sums of a counter and a base that LLVM writes as `or` are marked as sums again where instcombine, which narrows
/// them, has lost that.
///
///     or (trunc i), base      ==>      or disjoint (trunc i), base          i < 256, base a multiple of 256
///
/// So scalar evolution sees that they count, and the vectorizer that what lies at such addresses lies side by side.
/// That the counter is so small follows from how often its loop runs, which instcombine does not look at.
///
/// Pre: behind the last instcombine before the vectorizer. Post: the same values.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct disjoint_counters : llvm::PassInfoMixin<disjoint_counters> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
};

}  // namespace ndweave::compiler
