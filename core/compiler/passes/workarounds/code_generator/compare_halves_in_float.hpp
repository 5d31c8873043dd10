/// Vectors of halves are compared as floats, which they are exactly.
///
///     mask & (a < b)   ==>   mask & ((float)a < (float)b)
///
/// Works around a fault of X86 with AVX512-FP16 (LLVM 19.1; no issue of upstream's): where a comparison and a mask are
/// one instruction (VCMPPH with a mask), its operands are exchanged, to take the first one from memory, and "less than"
/// stays "less than". Comparisons that mean the same with their operands exchanged stay.
/// Pre: run right before code generation: InstCombine would take the conversions back. Post: the same meaning.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct compare_halves_in_float : llvm::PassInfoMixin<compare_halves_in_float> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
