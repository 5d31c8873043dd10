/// Loops that end when a counter equals a bound, and whose step may be zero, count as possibly endless.
///
///     do { …; i += step; } while (i != n);      (with step = 0 and n = 0 its body runs once)
///
/// Works around https://github.com/llvm/llvm-project/issues/131465 (fixed in LLVM 21): where a loop must make
/// progress, ScalarEvolution 19 concludes that its step is not zero, divides by it for the number of iterations, and
/// the division traps before the loop.
///
/// Pre: counters are values, not memory. Post: such loops, and no others, lose `mustprogress`; they get no vectors of
/// their own iterations any more. May go with LLVM 21.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct doubt_progress : llvm::PassInfoMixin<doubt_progress> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
