/// Saturating conversions of halves to integers start from floats.
///
///     llvm.fptosi.sat.i16.f16(x)      ==>      llvm.fptosi.sat.i16.f32(fpext x)
///
/// Works around a fault of LLVM 19 with no issue upstream: for processors with arithmetic of halves, X86's code
/// generator leaves out the test for a NaN where a half does not hold the ends of the integers' range, as those of
/// signed integers of 16 bits, and makes the least integer of it in place of zero. Every half is a float.
///
/// Pre: to be run right before code generation for such a processor.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ndweave::compiler {

struct saturate_halves_in_float : llvm::PassInfoMixin<saturate_halves_in_float> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler
