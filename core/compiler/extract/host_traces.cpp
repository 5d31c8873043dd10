#include "compiler/extract/host_traces.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/extract/variable_names.hpp"

namespace ndweave::extract {
namespace {

/// By name: some versions of LLVM lack some.
constexpr llvm::StringLiteral host_attributes[] = {
    "disable_sanitizer_instrumentation",
    "nocf_check",
    "nonlazybind",
    "noprofile",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "safestack",
    "sanitize_address",
    "sanitize_hwaddress",
    "sanitize_memtag",
    "sanitize_memory",
    "sanitize_numerical_stability",
    "sanitize_thread",
    "shadowcallstack",
    "ssp",
    "sspreq",
    "sspstrong",
    "uwtable",
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

const llvm::Function* callee_of(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call ? call->getCalledFunction() : nullptr;
}

/// Of a profile. By name: each version of LLVM has others.
bool is_counter(const llvm::Instruction& instruction) {
    const llvm::Function* callee = callee_of(instruction);
    return callee && callee->getName().starts_with("llvm.instrprof.");
}

bool is_failed_check(const llvm::Instruction& instruction) {
    const llvm::Function* callee = callee_of(instruction);
    return callee && callee->getReturnType()->isVoidTy() &&
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
        llvm::IRBuilder<>(branch).CreateBr(branch->getSuccessor(0));
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
    for (llvm::StringRef name : host_attributes) {
        const llvm::Attribute::AttrKind kind = llvm::Attribute::getAttrKindFromName(name);
        if (kind != llvm::Attribute::None) function.removeFnAttr(kind);
    }
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
