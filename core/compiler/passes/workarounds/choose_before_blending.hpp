/// Choices between a blend of bits and one of its parts become blends with a choice.
///
///     m ? (a & 255) | (b & ~255) : b      ==>      ((m ? a : b) & 255) | (b & ~255)
///
/// Works around https://github.com/llvm/llvm-project/issues/157929, fixed in LLVM 23 (pull request 209782): for
/// AVX-512, the code generator makes one masked VPTERNLOG of the left side, and where one operand is read from memory
/// it swaps the truth tables of two orders of operands. The right side is as many instructions.
///
/// Pre: to be run right before code generation, on what InstCombine has left: blends may have other forms before.
/// Post: the same values. May go with LLVM 23.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct choose_before_blending : llvm::PassInfoMixin<choose_before_blending> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
