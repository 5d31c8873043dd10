/// Keeps a processor's OpenCL compiler from taking counters that wrap around for such that do not
/// (keep_wrap_checks.hpp: LLVM up to 21).
#pragma once

#include "llvm/IR/PassManager.h"

namespace ndweave::compiler::c_source_detail {

struct hide_wrapping_counters : llvm::PassInfoMixin<hide_wrapping_counters> {
    llvm::PreservedAnalyses run(llvm::Function&, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ndweave::compiler::c_source_detail
