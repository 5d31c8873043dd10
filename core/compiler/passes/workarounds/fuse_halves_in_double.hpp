/// Fused multiplications and additions of halves are done in double precision, and rounded once.
///
///     llvm.fma.f16(a, b, c)      ==>      fptrunc(llvm.fma.f64(fpext a, fpext b, fpext c))
///
/// Works around https://github.com/llvm/llvm-project/issues/98389, fixed in LLVM 22 (pull request 171904): where the
/// processor has no arithmetic of halves, the code generator fuses in single precision, and rounds to a half what it
/// has rounded already. A double holds the product exactly; where it rounds the sum, the sum is nowhere near the middle
/// between two halves.
///
/// Pre: to be run right before code generation for such a processor. Post: the correctly rounded values. May go with
/// LLVM 22.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct fuse_halves_in_double : llvm::PassInfoMixin<fuse_halves_in_double> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
