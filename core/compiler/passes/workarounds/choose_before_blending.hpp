/// Choices between a blend of bits and one of its parts become blends with a choice.
///
///     m ? (a & 255) | (b & ~255) : b      ==>      ((m ? a : b) & 255) | (b & ~255)
///
/// Works around https://github.com/llvm/llvm-project/issues/157929 (mended by pull request 209782 of July 2026, LLVM
/// 23): for AVX-512, the code generator makes one masked VPTERNLOG of the left side, and where one operand is read from
/// memory it swaps the truth tables of two orders of operands. The right side is as many instructions. Pre: to be run
/// right before code generation; InstCombine would not restore the left side, but may make new ones. Post: the same
/// values. May go with LLVM 23.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct choose_before_blending : llvm::PassInfoMixin<choose_before_blending> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
