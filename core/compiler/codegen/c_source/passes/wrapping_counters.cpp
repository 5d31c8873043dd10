#include "compiler/codegen/c_source/passes/wrapping_counters.hpp"

#include "compiler/codegen/c_source/passes/unknown_zero.hpp"
#include "compiler/passes/workarounds/vectorizer/keep_wrap_checks.hpp"
#include "llvm/IR/IRBuilder.h"

namespace ndweave::compiler::c_source_detail {

using namespace llvm;

PreservedAnalyses hide_wrapping_counters::run(Function& kernel, FunctionAnalysisManager& analyses) {
    CallInst* zero = nullptr;
    keep_wrap_checks keep([&](IRBuilder<>&, Type* type) {
        if (zero == nullptr) zero = call_of_zero(kernel);
        // For the next loop the kernel begins with the zero of the last one.
        return IRBuilder<>(zero->getParent(), std::next(zero->getIterator())).CreateZExtOrTrunc(zero, type);
    });
    return keep.run(kernel, analyses);
}

}  // namespace ndweave::compiler::c_source_detail
