#include "compiler/passes/check/note_synchronisation.hpp"

#include <llvm/IR/IRBuilder.h>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/check/captured_memory.hpp"

namespace ndweave::compiler {

using namespace llvm;

/// What members did before their barrier happens before what they do after it; other lanes are not in this order.
static void tell_of_members(Function& kernel) {
    for (CallInst* call : calls_of(kernel, builtin::members_barrier)) {
        IRBuilder<> before(call), after(call->getNextNode());
        call_builtin(before, builtin::check_barrier, before.getVoidTy(), {before.getInt32(2)});
        call_builtin(after, builtin::check_barrier, after.getVoidTy(), {after.getInt32(3)});
    }
}

static void tell_after(Function& kernel, StringRef builtin_name, StringRef told,
                       std::optional<std::uint32_t> argument) {
    for (CallInst* call : calls_of(kernel, builtin_name)) {
        IRBuilder<> at(call->getNextNode());
        SmallVector<Value*> arguments;
        if (argument) arguments.push_back(at.getInt32(*argument));
        call_builtin(at, told, at.getVoidTy(), arguments);
    }
}

void note_synchronisation(Function& kernel) {
    tell_after(kernel, builtin::barrier, builtin::check_barrier, 0);
    tell_after(kernel, builtin::sub_group_barrier, builtin::check_barrier, 1);
    tell_of_members(kernel);
    tell_after(kernel, builtin::fence, builtin::check_fence, std::nullopt);
    tell_after(kernel, builtin::sequential_fence, builtin::check_fence, std::nullopt);
}

void note_groups(Function& kernel) {
    const auto written = captured_memory(kernel).written();
    BasicBlock& entry = kernel.getEntryBlock();
    IRBuilder<> at(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    SmallVector<Value*> index;
    for (unsigned axis = 0; axis < 3; ++axis) {
        index.push_back(call_builtin(at, builtin::group_id, at.getInt64Ty(), {at.getInt32(axis)}));
    }
    call_builtin(at, builtin::check_group, at.getVoidTy(), index);
    if (!written) return;
    for (const std::uint64_t offset : *written) {
        Value* const pointer = at.CreateConstGEP1_64(at.getInt8Ty(), kernel.getArg(0), offset);
        call_builtin(at, builtin::check_writes, at.getVoidTy(),
                     {at.CreateAlignedLoad(at.getPtrTy(), pointer, Align(1))});
    }
}

}  // namespace ndweave::compiler
