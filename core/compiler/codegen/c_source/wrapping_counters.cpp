#include "compiler/codegen/c_source/wrapping_counters.hpp"

#include "compiler/codegen/c_source/unknown_zero.hpp"
#include "compiler/llvm_passes.hpp"
#include "compiler/passes/workarounds/keep_wrap_checks.hpp"
#include "llvm/IR/IRBuilder.h"

namespace ndweave::compiler::c_source_detail {

using namespace llvm;

void hide_wrapping_counters(Function& kernel) {
    CallInst* zero = nullptr;
    FunctionPassManager passes;
    passes.addPass(keep_wrap_checks([&](IRBuilder<>&, Type* type) {
        if (zero == nullptr) zero = call_of_zero(kernel);
        // For the next loop the kernel begins with the zero of the last one.
        return IRBuilder<>(zero->getParent(), std::next(zero->getIterator())).CreateZExtOrTrunc(zero, type);
    }));
    run_passes(kernel, std::move(passes));
}

}  // namespace ndweave::compiler::c_source_detail
