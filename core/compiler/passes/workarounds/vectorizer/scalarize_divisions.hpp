/// Makes scalar divisions of those of integer vectors whose divisor is no constant.
///
///     <8 x i32> q = a / b   ==>   q[0] = a[0] / b[0]; …; q[7] = a[7] / b[7]
///
/// Works around https://github.com/llvm/llvm-project/issues/114191 (fixed in LLVM 20 by pull request 114280): where
/// LLVM 19 simplifies the choice of a divisor, or tries a number that a divisor was compared with in its place, it
/// takes the division as undefined in all lanes if the divisor is zero in one, also in a lane that is not chosen:
///
///     x / (mask ? id : 1),  id = <0, 1, 2, …, 7>   ==>   x      (since x / id "is undefined")
///
/// Neither x86 nor GPUs have vector divisions of integers: the code generator would do the same later.
/// Post: the same meaning.
#pragma once

#include <llvm/IR/PassManager.h>

namespace llvm {
class PassInstrumentationCallbacks;
}

namespace ndweave::compiler {

struct scalarize_divisions : llvm::PassInfoMixin<scalarize_divisions> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Behind each pass that makes vectors.
void scalarize_divisions_of_vectorizers(llvm::PassInstrumentationCallbacks& between_passes);

}  // namespace ndweave::compiler
