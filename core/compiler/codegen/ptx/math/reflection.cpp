#include "compiler/codegen/ptx/math/reflection.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace ndweave::compiler::ptx {
namespace {

/// The answers that nvcc gives with and without -use_fast_math.
unsigned reflected(llvm::StringRef question, unsigned sm, bool fast) {
    if (question == "__CUDA_ARCH") return sm * 10;
    if (question == "__CUDA_FTZ") return fast;
    if (question == "__CUDA_PREC_SQRT" || question == "__CUDA_PREC_DIV") return !fast;
    return 0;
}

}  // namespace

bool flushes_subnormals(const llvm::Module& module) {
    auto* const flag = llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(flush_flag));
    return flag && flag->isOne();
}

void answer_reflection(llvm::Module& module, unsigned sm) {
    const bool fast = flushes_subnormals(module);
    llvm::Function* reflect = module.getFunction("__nvvm_reflect");
    if (!reflect) return;
    for (llvm::User* user : llvm::make_early_inc_range(reflect->users())) {
        auto* call = llvm::cast<llvm::CallInst>(user);
        auto* text = llvm::dyn_cast<llvm::GlobalVariable>(call->getArgOperand(0)->stripPointerCasts());
        auto* data = text ? llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer()) : nullptr;
        const llvm::StringRef question = data ? data->getAsCString() : "";
        call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), reflected(question, sm, fast)));
        call->eraseFromParent();
    }
    reflect->eraseFromParent();
}

void own_libdevice(llvm::Module& module) {
    const bool flushes = flushes_subnormals(module);
    for (llvm::Function& function : module) {
        if (function.isDeclaration() || !function.hasExternalLinkage()) continue;
        if (!function.getName().starts_with("__nv_")) continue;
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
        if (flushes) function.addFnAttr("denormal-fp-math-f32", "preserve-sign");
    }
}

}  // namespace ndweave::compiler::ptx
