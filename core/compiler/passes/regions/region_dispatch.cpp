#include "compiler/passes/regions/region_dispatch.hpp"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/sub_groups/block_order.hpp"
#include "compiler/passes/sub_groups/lane_ids.hpp"

namespace ndweave::compiler {

using namespace llvm;

region_dispatch::region_dispatch(Function& kernel, const region_plan& plan, group_storage& storage, Value* items,
                                 bool check)
    : kernel_(kernel), plan_(plan), items_(items), check_(check), begin_(block("begin")), dispatch_(block("dispatch")) {
    for (BasicBlock* each : blocks_in_order(kernel)) {
        if (plan.heads.contains(each)) numbers_.try_emplace(each, static_cast<std::uint32_t>(numbers_.size()));
    }
    numbers_[plan.exit] = 2 * regions();
    IRBuilder<> at(begin_);
    next_ = storage.for_every_item(at.getInt32Ty(), "next");
    smallest_ = storage.for_the_group(at.getInt32Ty(), "smallest");
    for_each_item(at, [&](Value* item) { at.CreateStore(at.getInt32(0), next_of(at, item)); });
    at.CreateBr(dispatch_);
    for (BasicBlock* head : plan.heads) {
        const auto asks = [&](const Instruction& i) {
            return calls(i, builtin::active_lanes) || (check && is_of_members(i));
        };
        if (any_of(*head, asks)) active_[head] = storage.for_the_group(at.getInt64Ty(), "active");
    }
}

Value* region_dispatch::takes_part(IRBuilder<>& item, const region& r) const {
    LoadInst* next = item.CreateLoad(item.getInt32Ty(), next_of(item, r.loops.linear));
    next->setMetadata(LLVMContext::MD_access_group, r.loops.access_group);
    return item.CreateICmpEQ(next, item.getInt32(numbers_.lookup(r.head)));
}

void region_dispatch::choose(IRBuilder<>& item, const region& r, BasicBlock* target) const {
    const std::uint32_t number = numbers_.lookup(target) + (waits_at(target) ? regions() : 0);
    StoreInst* next = item.CreateStore(item.getInt32(number), next_of(item, r.loops.linear));
    next->setMetadata(LLVMContext::MD_access_group, r.loops.access_group);
}

void region_dispatch::connect(const DenseMap<BasicBlock*, BasicBlock*>& entries) const {
    IRBuilder<> at(dispatch_);
    at.CreateStore(at.getInt32(-1), smallest_);
    for_each_item(at, [&](Value* item) {
        Value* next = at.CreateLoad(at.getInt32Ty(), next_of(at, item));
        Value* before = at.CreateLoad(at.getInt32Ty(), smallest_);
        at.CreateStore(at.CreateBinaryIntrinsic(Intrinsic::umin, before, next), smallest_);
    });
    Value* number = at.CreateLoad(at.getInt32Ty(), smallest_);
    if (check_) tell_of_others(at, number);
    const bool waits = any_of(plan_.heads, [&](BasicBlock* head) { return waits_at(head); });
    BasicBlock* otherwise = waits ? block("dispatch.barrier") : plan_.exit;
    SwitchInst* choice = at.CreateSwitch(number, otherwise);
    for (BasicBlock* head : plan_.heads) {
        BasicBlock* const entry = entries.lookup(head);
        choice->addCase(at.getInt32(numbers_.lookup(head)), active_.contains(head) ? find_active(*head, entry) : entry);
    }
    choice->addCase(at.getInt32(numbers_.lookup(plan_.exit)), plan_.exit);
    if (!waits) return;
    at.SetInsertPoint(otherwise);
    pass_barrier(at);
}

/// In front of the region, whose entry goes on from there.
BasicBlock* region_dispatch::find_active(BasicBlock& head, BasicBlock* entry) const {
    BasicBlock* const front = block("active");
    IRBuilder<> at(front);
    AllocaInst* const active = active_.lookup(&head);
    at.CreateStore(at.getInt64(0), active);
    for_each_item(at, [&](Value* item) {
        Value* is_here =
            at.CreateICmpEQ(at.CreateLoad(at.getInt32Ty(), next_of(at, item)), at.getInt32(numbers_.lookup(&head)));
        Value* bit = at.CreateShl(at.CreateZExt(is_here, at.getInt64Ty()), at.CreateZExt(item, at.getInt64Ty()));
        at.CreateStore(at.CreateOr(at.CreateLoad(at.getInt64Ty(), active), bit), active);
    });
    at.CreateBr(entry);
    return front;
}

Value* region_dispatch::active_lanes(IRBuilder<>& at, const region& r) const {
    return at.CreateLoad(at.getInt64Ty(), active_.lookup(r.head));
}

void region_dispatch::check_members(CallInst& operation, const region& r) const {
    IRBuilder<> at(&operation);
    Value* const missing = at.CreateAnd(members_of(operation), at.CreateNot(active_lanes(at, r)));
    at.SetInsertPoint(SplitBlockAndInsertIfThen(at.CreateIsNotNull(missing), &operation, false));
    Value* const lane = at.CreateBinaryIntrinsic(
        Intrinsic::umin,
        at.CreateTrunc(at.CreateBinaryIntrinsic(Intrinsic::cttz, missing, at.getTrue()), at.getInt32Ty()),
        at.CreateSub(items_, at.getInt32(1)));
    tell(at, lane, at.CreateLoad(at.getInt32Ty(), next_of(at, lane)), at.getInt32(numbers_.lookup(r.head)));
}

/// All that have not ended wait.
void region_dispatch::pass_barrier(IRBuilder<>& at) const {
    if (runs_lanes(kernel_)) call_barrier(at);
    for_each_item(at, [&](Value* item) {
        Value* next = at.CreateLoad(at.getInt32Ty(), next_of(at, item));
        Value* waited = at.CreateICmpNE(next, at.getInt32(2 * regions()));
        Value* passed = at.CreateSub(next, at.getInt32(regions()));
        at.CreateStore(at.CreateSelect(waited, passed, next), next_of(at, item));
    });
    at.CreateBr(dispatch_);
}

/// Where all have to come.
void region_dispatch::tell_of_others(IRBuilder<>& at, Value* number) const {
    Value* is_for_some = at.getFalse();
    for (BasicBlock* head : plan_.heads) {
        if (plan_.reasons.lookup(head) != head_reason::members) continue;
        is_for_some = at.CreateOr(is_for_some, at.CreateICmpEQ(number, at.getInt32(numbers_.lookup(head))));
    }
    for_each_item(at, [&](Value* item) {
        Value* next = at.CreateLoad(at.getInt32Ty(), next_of(at, item));
        BasicBlock *others = block("disagree"), *agree = block("agree");
        at.CreateCondBr(at.CreateOr(at.CreateICmpEQ(next, number), is_for_some), agree, others);
        at.SetInsertPoint(others);
        tell(at, item, next, number);
        at.CreateBr(agree);
        at.SetInsertPoint(agree);
    });
}

void region_dispatch::tell(IRBuilder<>& at, Value* item, Value* next, Value* number) const {
    call_builtin(
        at, builtin::divergent_barrier, at.getVoidTy(),
        {linear_id_of(at, kernel_, item), place_of(at, next), place_of(at, number), at.getInt32(runs_lanes(kernel_))});
}

Value* region_dispatch::place_of(IRBuilder<>& at, Value* number) const {
    Value* place = place_of_target(at, plan_, *plan_.exit);
    for (BasicBlock* head : plan_.heads) {
        const std::uint32_t own = numbers_.lookup(head) + (waits_at(head) ? regions() : 0);
        place = at.CreateSelect(at.CreateICmpEQ(number, at.getInt32(own)), place_of_target(at, plan_, *head), place);
    }
    return place;
}

bool region_dispatch::waits_at(BasicBlock* target) const {
    const auto why = plan_.reasons.find(target);
    return why != plan_.reasons.end() &&
           (why->second == head_reason::barrier || why->second == head_reason::group_barrier);
}

BasicBlock* region_dispatch::block(const char* name) const {
    return BasicBlock::Create(kernel_.getContext(), name, &kernel_);
}

Value* region_dispatch::next_of(IRBuilder<>& at, Value* item) const {
    return at.CreateInBoundsGEP(at.getInt32Ty(), next_, at.CreateZExt(item, at.getInt64Ty()));
}

/// `at` goes to the block behind.
void region_dispatch::for_each_item(IRBuilder<>& at, function_ref<void(Value*)> body) const {
    BasicBlock *loop = block("each"), *done = block("each.done"), *before = at.GetInsertBlock();
    at.CreateBr(loop);
    at.SetInsertPoint(loop);
    PHINode* item = at.CreatePHI(at.getInt32Ty(), 2, "item");
    item->addIncoming(at.getInt32(0), before);
    body(item);
    Value* next = at.CreateNUWAdd(item, at.getInt32(1));
    item->addIncoming(next, at.GetInsertBlock());
    at.CreateCondBr(at.CreateICmpULT(next, items_), loop, done);
    at.SetInsertPoint(done);
}

}  // namespace ndweave::compiler
