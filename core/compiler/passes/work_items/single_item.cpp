#include "compiler/passes/work_items/single_item.hpp"

#include <llvm/IR/Constants.h>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/work_items/group_shape.hpp"

namespace ndweave::compiler {

using namespace llvm;

void run_single_item(Function& kernel) {
    for (const StringRef name :
         {builtin::local_id, builtin::linear_id, builtin::sub_group_local_id, builtin::sub_group_id}) {
        for (CallInst* call : calls_of(kernel, name)) {
            call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
            call->eraseFromParent();
        }
    }
    for (const StringRef name :
         {builtin::shuffle_u32, builtin::shuffle_u64, builtin::members_shuffle_u32, builtin::members_shuffle_u64}) {
        for (CallInst* call : calls_of(kernel, name)) {
            call->replaceAllUsesWith(call->getArgOperand(0));
            call->eraseFromParent();
        }
    }
    for (CallInst* call : calls_of(kernel, builtin::members_ballot)) {
        IRBuilder<> at(call);
        call->replaceAllUsesWith(at.CreateZExt(at.CreateIsNotNull(call->getArgOperand(0)), call->getType()));
        call->eraseFromParent();
    }
    for (CallInst* call : calls_of(kernel, builtin::active_lanes)) {
        call->replaceAllUsesWith(ConstantInt::get(call->getType(), 1));
        call->eraseFromParent();
    }
    for (const StringRef name : {builtin::barrier, builtin::sub_group_barrier, builtin::members_barrier}) {
        for (CallInst* call : calls_of(kernel, name)) call->eraseFromParent();
    }
    mark_as_group(kernel);
}

}  // namespace ndweave::compiler
