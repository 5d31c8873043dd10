#include "compiler/passes/front/remove_exceptions.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

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

void lower_error_calls(llvm::Function& function) {
    llvm::SmallVector<llvm::CallInst*> traps, reports;
    for (llvm::Instruction& i : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
        if (call == nullptr || call->getCalledFunction() == nullptr) continue;
        const llvm::StringRef name = call->getCalledFunction()->getName();
        if (never_returns(name)) {
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
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        invokes_to_calls(function);
        lower_error_calls(function);
    }
}

}  // namespace ndweave::compiler
