#include "core/compiler/extract/host_traces.hpp"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace ndweave::extract {
namespace {

constexpr llvm::Attribute::AttrKind host_attributes[] = {
    llvm::Attribute::DisableSanitizerInstrumentation,
    llvm::Attribute::NoCfCheck,
    llvm::Attribute::NonLazyBind,
    llvm::Attribute::NoProfile,
    llvm::Attribute::NoSanitizeBounds,
    llvm::Attribute::NoSanitizeCoverage,
    llvm::Attribute::SafeStack,
    llvm::Attribute::SanitizeAddress,
    llvm::Attribute::SanitizeHWAddress,
    llvm::Attribute::SanitizeMemTag,
    llvm::Attribute::SanitizeMemory,
    llvm::Attribute::SanitizeNumericalStability,
    llvm::Attribute::SanitizeThread,
    llvm::Attribute::ShadowCallStack,
    llvm::Attribute::StackProtect,
    llvm::Attribute::StackProtectReq,
    llvm::Attribute::StackProtectStrong,
    llvm::Attribute::UWTable,
};

constexpr llvm::StringLiteral host_text_attributes[] = {
    "fentry-call",
    "frame-pointer",
    "instrument-function-entry",
    "instrument-function-entry-inlined",
    "patchable-function",
    "probe-stack",
    "sign-return-address",
    "instrument-function-exit",
    "stack-probe-size",
    "stack-protector-buffer-size",
    "use-sample-profile",
    "instrument-function-exit-inlined",
    "xray-instruction-threshold",
};

/// An overflow check of UBSan is a branch to a block that calls a handler and comes back, or ends in `unreachable`.
/// Without the call the branch means nothing, as in a build without the sanitizer, and the optimiser folds it.
bool is_host_check(const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || !call.getType()->isVoidTy()) return false;
    return callee->getIntrinsicID() == llvm::Intrinsic::ubsantrap || llvm::isa<llvm::InstrProfInstBase>(call) ||
           callee->getName().starts_with("__ubsan_handle_");
}

void remove_checks(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call && is_host_check(*call)) call->eraseFromParent();
    }
}

void remove_attributes(llvm::Function& function) {
    for (llvm::Attribute::AttrKind kind : host_attributes) function.removeFnAttr(kind);
    for (llvm::StringRef name : host_text_attributes) function.removeFnAttr(name);
    function.setMetadata(llvm::LLVMContext::MD_func_sanitize, nullptr);
    function.setMetadata(llvm::LLVMContext::MD_kcfi_type, nullptr);
}

void remove_module_metadata(llvm::Module& module) {
    for (llvm::NamedMDNode& node : llvm::make_early_inc_range(module.named_metadata())) {
        if (node.getName() != "llvm.dbg.cu") node.eraseFromParent();
    }
    if (module.getNamedMetadata("llvm.dbg.cu")) {  // readers drop debug information of an unknown version
        module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    }
}

}  // namespace

void remove_host_traces(llvm::Module& module) {
    llvm::stripNonLineTableDebugInfo(module);
    remove_module_metadata(module);
    for (llvm::GlobalVariable& variable : module.globals()) {
        if (variable.hasSanitizerMetadata()) variable.removeSanitizerMetadata();
    }
    for (llvm::Function& function : module) {
        remove_checks(function);
        remove_attributes(function);
    }
}

}  // namespace ndweave::extract
