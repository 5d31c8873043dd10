#include "compiler/passes/regions/sub_group_exchange.hpp"

#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/regions/group_storage.hpp"
#include "compiler/report/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

static void insert_barrier(IRBuilder<>& at) {
    Module& module = *at.GetInsertBlock()->getModule();
    FunctionCallee callee = module.getOrInsertFunction(builtin::barrier, FunctionType::get(at.getVoidTy(), false));
    cast<Function>(callee.getCallee())->setConvergent();
    at.CreateCall(callee);
}

static void lower_shuffle(CallInst& call, group_storage& storage, std::uint32_t sub_group_size) {
    Value* kept = call.getArgOperand(0);
    Type* type = kept->getType();
    Value* exchange = storage.for_every_item(type, "exchange", sub_group_size);
    IRBuilder<> at(&call);
    const auto element = [&](Value* index) {
        return at.CreateInBoundsGEP(type, exchange, at.CreateZExt(index, at.getInt64Ty()));
    };
    Value* size = at.getInt32(sub_group_size);
    Value* item = call_builtin(at, builtin::linear_id, at.getInt32Ty(), {});
    Value* first = at.CreateSub(item, at.CreateURem(item, size), "", true);
    at.CreateStore(kept, element(item));
    insert_barrier(at);
    Value* source = at.CreateAdd(first, at.CreateURem(call.getArgOperand(1), size), "", true);
    call.replaceAllUsesWith(at.CreateLoad(type, element(source)));
    insert_barrier(at);
    call.eraseFromParent();
}

Error lower_sub_group_exchange(Function& kernel) {
    SmallVector<CallInst*> barriers = calls_of(kernel, builtin::sub_group_barrier);
    SmallVector<CallInst*> shuffles = calls_of(kernel, builtin::shuffle_u32);
    shuffles.append(calls_of(kernel, builtin::shuffle_u64));
    if (barriers.empty() && shuffles.empty()) return Error::success();
    // Memory that is read in a loop of unequal trip counts and again behind it is one value after value numbering: a
    // condition on it is the same for all, though the loop was left in different iterations. Only this question is
    // answered so; the barriers count as reached under divergent control afterwards.
    const uniformity values(kernel, uniformity::loads_in_loops::are_steady);
    for (const CallInst* call : concat<CallInst* const>(barriers, shuffles)) {
        if (values.is_converged(*call->getParent())) continue;
        const std::string place = place_text(call->getDebugLoc());
        return createStringError("kernel '" + kernel.getName() +
                                 "': a sub-group operation stands under a condition that may differ between work-items "
                                 "of the work-group; on the cpu the whole group must reach it: move it out of the "
                                 "branch or loop" +
                                 (place.empty() ? "" : " (" + place + ")"));
    }
    for (CallInst* call : barriers) {
        IRBuilder<> at(call);
        insert_barrier(at);
        call->eraseFromParent();
    }
    group_storage storage(kernel);
    const std::uint32_t sub_group_size = kernel_attributes::of(kernel).sub_group_size;
    for (CallInst* call : shuffles) lower_shuffle(*call, storage, sub_group_size);
    return Error::success();
}

}  // namespace ndweave::compiler
