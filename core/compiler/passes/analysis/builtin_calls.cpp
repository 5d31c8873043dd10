#include "compiler/passes/analysis/builtin_calls.hpp"

#include <array>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace ndweave::compiler {

using namespace llvm;

static StringRef callee_name(const Value& value) {
    const auto* call = dyn_cast<CallInst>(&value);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    return callee ? callee->getName() : StringRef();
}

bool is_of_check_mode(StringRef name) {
    return name.starts_with("__ndweave_check_") || name == builtin::divergent_barrier;
}

bool calls(const Value& value, StringRef name) { return callee_name(value) == name; }

bool is_exchange(const Value& value) {
    static constexpr std::array names = {builtin::shuffle_u32, builtin::shuffle_u64, builtin::members_shuffle_u32,
                                         builtin::members_shuffle_u64, builtin::members_ballot};
    return is_contained(names, callee_name(value)) || is_permute(value);
}

bool is_permute(const Value& value) {
    static constexpr std::array names = {builtin::permute_u32, builtin::permute_u64, builtin::members_permute_u32,
                                         builtin::members_permute_u64};
    return is_contained(names, callee_name(value));
}

bool is_of_members(const Value& value) {
    static constexpr std::array<StringLiteral, 7> names = {builtin::members_shuffle_u32, builtin::members_shuffle_u64,
                                                           builtin::members_permute_u32, builtin::members_permute_u64,
                                                           builtin::members_ballot,      builtin::members_barrier,
                                                           builtin::active_lanes};
    return is_contained(names, callee_name(value));
}

Value* members_of(const CallInst& operation) {
    if (!is_of_members(operation) || operation.arg_empty()) return nullptr;
    return operation.getArgOperand(operation.arg_size() - 1);
}

bool is_synchronisation(const Instruction& i) {
    return calls(i, builtin::barrier) || calls(i, builtin::sub_group_barrier) || is_exchange(i) || is_of_members(i);
}

bool is_group_invariant_call(const Value& value) {
    static constexpr std::array<StringLiteral, 12> names = {
        builtin::group_id,     builtin::group_range,   builtin::global_range, builtin::global_base,
        builtin::local_memory, builtin::group_scratch, builtin::extent,       builtin::arena,
        builtin::strip_first,  builtin::first_id,      builtin::last_id,      builtin::sub_group_number};
    return is_contained(names, callee_name(value));
}

SmallVector<CallInst*> calls_of(Function& function, StringRef name) {
    SmallVector<CallInst*> found;
    for (Instruction& i : instructions(function)) {
        if (calls(i, name)) found.push_back(cast<CallInst>(&i));
    }
    return found;
}

std::optional<unsigned> constant_axis(const CallInst& call) {
    const auto* axis = dyn_cast<ConstantInt>(call.getArgOperand(0));
    if (!axis || axis->getZExtValue() > 2) return std::nullopt;
    return static_cast<unsigned>(axis->getZExtValue());
}

Value* call_id(IRBuilderBase& at, StringRef name, ArrayRef<Value*> arguments, std::uint32_t end) {
    if (end == 1) return at.getInt32(0);
    CallInst* call = call_builtin(at, name, at.getInt32Ty(), arguments);
    call->setDoesNotAccessMemory();
    call->addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, end)));
    return call;
}

CallInst* call_barrier(IRBuilderBase& at) {
    Module& module = *at.GetInsertBlock()->getModule();
    FunctionCallee callee = module.getOrInsertFunction(builtin::barrier, FunctionType::get(at.getVoidTy(), false));
    cast<Function>(callee.getCallee())->setConvergent();
    return at.CreateCall(callee);
}

CallInst* call_builtin(IRBuilderBase& at, StringRef name, Type* result, ArrayRef<Value*> arguments) {
    Module& module = *at.GetInsertBlock()->getModule();
    SmallVector<Type*> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    FunctionCallee callee = module.getOrInsertFunction(name, FunctionType::get(result, types, false));
    auto* function = dyn_cast<Function>(callee.getCallee());
    if (function && function->isDeclaration() && !is_of_check_mode(name)) {
        function->setDoesNotAccessMemory();
        function->setDoesNotThrow();
        function->setWillReturn();
        if (name == builtin::group_any) function->setConvergent();
    }
    return at.CreateCall(callee, arguments);
}

}  // namespace ndweave::compiler
