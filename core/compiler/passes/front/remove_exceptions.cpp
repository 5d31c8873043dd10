#include "compiler/passes/front/remove_exceptions.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/ModRef.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/kernel_attributes.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

bool never_returns(llvm::StringRef name) {
    static constexpr llvm::StringRef names[] = {
        "abort",          "__assert_fail",    "__clang_call_terminate",           "__cxa_pure_virtual",
        "__cxa_bad_cast", "__cxa_bad_typeid", "__cxa_throw_bad_array_new_length", "__stack_chk_fail"};
    if (llvm::is_contained(names, name)) return true;
    if (name.starts_with("__ubsan_handle_")) return name.ends_with("_abort") || name.contains("builtin_unreachable");
    return name.starts_with("_ZSt") &&
           (name.contains("__throw_") || name == "_ZSt9terminatev" || name.contains("__glibcxx_assert_fail"));
}

void invokes_to_calls(llvm::Function& function) {
    llvm::SmallVector<llvm::InvokeInst*> invokes;
    for (llvm::Instruction& i : llvm::instructions(function)) {
        if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&i)) invokes.push_back(invoke);
    }
    for (llvm::InvokeInst* invoke : invokes) llvm::changeToCall(invoke);
    if (!invokes.empty()) llvm::removeUnreachableBlocks(function);
    if (function.hasPersonalityFn()) function.setPersonalityFn(nullptr);
    function.setDoesNotThrow();
}

void trap_at(llvm::CallInst& call) {
    llvm::IRBuilder<>(&call).CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
    llvm::changeToUnreachable(&call);
}

/// C's functions that tell of a failure and end the process, as its library declares them: on the host they stay.
bool ends_process(const llvm::Function& callee) {
    llvm::LLVMContext& context = callee.getContext();
    auto* const none = llvm::Type::getVoidTy(context);
    auto* const text = llvm::PointerType::get(context, 0);
    auto* const line = llvm::Type::getInt32Ty(context);
    if (!callee.isDeclaration()) return false;
    if (callee.getName() == "abort") return callee.getFunctionType() == llvm::FunctionType::get(none, false);
    return callee.getName() == "__assert_fail" &&
           callee.getFunctionType() == llvm::FunctionType::get(none, {text, text, line, text}, false);
}

/// As little as a trap does to the memory of the kernel.
void mark_as_end(llvm::Function& callee) {
    callee.setDoesNotReturn();
    callee.setDoesNotThrow();
    callee.addFnAttr(llvm::Attribute::Cold);
    callee.setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly() |
                            llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref));
}

bool is_for_host(llvm::Module& module) {
    const llvm::Function* const kernel = kernel_of(module);
    return kernel != nullptr && kernel_attributes::of(*kernel).target == NDWEAVE_TARGET_HOST;
}

void lower_error_calls(llvm::Function& function, bool on_host) {
    llvm::SmallVector<llvm::CallInst*> traps, reports;
    for (llvm::Instruction& i : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
        if (call == nullptr || call->getCalledFunction() == nullptr) continue;
        llvm::Function& callee = *call->getCalledFunction();
        const llvm::StringRef name = callee.getName();
        if (on_host && ends_process(callee)) {
            mark_as_end(callee);
        } else if (never_returns(name)) {
            // One a block: the first one's trap takes what follows it away.
            if (traps.empty() || traps.back()->getParent() != call->getParent()) traps.push_back(call);
        } else if (name.starts_with("__ubsan_handle_")) {
            reports.push_back(call);
        }
    }
    for (llvm::CallInst* call : reports) call->eraseFromParent();
    for (llvm::CallInst* call : traps) trap_at(*call);
    if (!traps.empty()) llvm::removeUnreachableBlocks(function);
}

}  // namespace

void remove_exceptions(llvm::Module& module) {
    const bool on_host = is_for_host(module);
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        invokes_to_calls(function);
        lower_error_calls(function, on_host);
    }
}

}  // namespace ndweave::compiler
