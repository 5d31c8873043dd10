/// Keeps a processor's OpenCL compiler from taking divisions of vectors as undefined in lanes whose divisor is not
/// zero, because it is in others (scalarize_divisions.hpp: LLVM up to 19). The compiler must not know any divisor that
/// it is not given as a constant.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ndweave::compiler::c_source_detail {

struct hide_divisors : llvm::PassInfoMixin<hide_divisors> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::c_source_detail
