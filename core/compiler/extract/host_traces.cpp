#include "compiler/extract/host_traces.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/extract/variable_names.hpp"

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

bool is_counter(const llvm::Instruction& instruction) { return llvm::isa<llvm::InstrProfInstBase>(instruction); }

bool is_failed_check(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    return callee && call->getType()->isVoidTy() &&
           (callee->getIntrinsicID() == llvm::Intrinsic::ubsantrap || callee->getName().starts_with("__ubsan_handle_"));
}

/// Makes a check succeed always. Clang emits each as
///
///        br %ok, %cont, %handler, !nosanitize
///        |                  |
///        v                  v
///     cont:  <-------    handler:   (in recoverable builds it goes on to cont)
///
/// and the computation of %ok serves nothing else.
void bypass(llvm::BasicBlock& handler) {
    for (llvm::BasicBlock* before : llvm::SmallVector<llvm::BasicBlock*>(llvm::predecessors(&handler))) {
        auto* branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
        if (!branch || !branch->isConditional() || branch->getSuccessor(1) != &handler) continue;
        if (!branch->hasMetadata(llvm::LLVMContext::MD_nosanitize)) continue;
        llvm::Value* ok = branch->getCondition();
        llvm::BranchInst::Create(branch->getSuccessor(0), branch->getIterator())->setDebugLoc(branch->getDebugLoc());
        branch->eraseFromParent();
        llvm::RecursivelyDeleteTriviallyDeadInstructions(ok);
    }
    if (llvm::pred_empty(&handler) && !handler.isEntryBlock()) llvm::DeleteDeadBlock(&handler);
}

void remove_checks(llvm::Function& function) {
    llvm::SetVector<llvm::BasicBlock*> handlers;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        const bool failed_check = is_failed_check(instruction);
        if (failed_check) handlers.insert(instruction.getParent());
        if (failed_check || is_counter(instruction)) instruction.eraseFromParent();
    }
    for (llvm::BasicBlock* handler : handlers) bypass(*handler);
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

void allow_unrolling(llvm::Module& module) {
    for (llvm::Function& function : module) {
        for (llvm::BasicBlock& block : function) {
            llvm::Instruction* end = block.getTerminator();
            llvm::MDNode* loop = end->getMetadata(llvm::LLVMContext::MD_loop);
            if (!loop) continue;
            end->setMetadata(
                llvm::LLVMContext::MD_loop,
                llvm::makePostTransformationMetadata(module.getContext(), loop, {"llvm.loop.unroll.disable"}, {}));
        }
    }
}

void remove_host_traces(llvm::Module& module) {
    note_variable_names(module);
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
