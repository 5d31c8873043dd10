#include "compiler/passes/regions/region_exits.hpp"

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/sub_groups/lane_ids.hpp"

namespace ndweave::compiler {

using namespace llvm;

region_exits::region_exits(Function& kernel, const region_plan& plan, const variable_liveness& live, spill_slots& slots,
                           const DenseMap<BasicBlock*, BasicBlock*>& entries, const region_dispatch* dispatch,
                           bool check)
    : kernel_(kernel),
      plan_(plan),
      live_(live),
      slots_(slots),
      entries_(entries),
      dispatch_(dispatch),
      check_(check),
      next_(temporary(Type::getInt32Ty(kernel.getContext()), "next")) {}

AllocaInst* region_exits::temporary(Type* type, StringRef name) {
    IRBuilder<> at(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    return temporaries_.emplace_back(at.CreateAlloca(type, nullptr, name));
}

void region_exits::connect(region& r) {
    block_set sources, targets;
    for (BasicBlock* block : r.blocks) {
        for (BasicBlock* next : successors(block)) {
            if (!plan_.ends_region(next)) continue;
            targets.insert(next);
            sources.insert(block);
        }
    }
    if (sources.size() == 1 && targets.size() == 2 && plan_.lifted.contains(sources[0])) {
        leave_together(r, sources[0]);
    } else {
        leave_by_number(r, sources, targets);
        go_on(r, targets);
    }
    slots_.leave(r);
}

void region_exits::leave_together(region& r, BasicBlock* source) {
    auto* branch = cast<BranchInst>(r.copy_of(source)->getTerminator());
    BasicBlock *first = source->getTerminator()->getSuccessor(0), *second = source->getTerminator()->getSuccessor(1);
    AllocaInst* condition = temporary(branch->getCondition()->getType(), "condition");
    IRBuilder<> item(branch);
    BitVector live = live_.live_in(first);
    live |= live_.live_in(second);
    slots_.save(item, r, live);
    item.CreateStore(branch->getCondition(), condition);
    item.CreateBr(r.loops.latch);
    branch->eraseFromParent();
    IRBuilder<> group(r.loops.after);
    Value* taken = group.CreateLoad(group.getInt1Ty(), condition);
    group.CreateCondBr(taken, entries_.lookup(first), entries_.lookup(second));
}

void region_exits::leave_by_number(region& r, const block_set& sources, const block_set& targets) {
    for (BasicBlock* source : sources) {
        Instruction* end = r.copy_of(source)->getTerminator();
        for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
            BasicBlock* target = source->getTerminator()->getSuccessor(i);
            if (!plan_.ends_region(target)) continue;
            BasicBlock* edge = BasicBlock::Create(kernel_.getContext(), "leave", &kernel_, r.loops.latch);
            IRBuilder<> item(edge);
            slots_.save(item, r, live_.live_in(target));
            const auto number = static_cast<std::uint32_t>(find(targets, target) - targets.begin());
            if (dispatch_ != nullptr)
                dispatch_->choose(item, r, target);
            else if (targets.size() > 1)
                choose(item, r, targets, number);
            item.CreateBr(r.loops.latch);
            end->setSuccessor(i, edge);
        }
    }
}

/// The last work-item decides for the group; a kernel without divergent barriers makes all say the same.
void region_exits::choose(IRBuilder<>& item, const region& r, const block_set& targets, std::uint32_t number) {
    if (check_) check_agreement(item, r, targets, number);
    item.CreateStore(item.getInt32(number), next_);
}

void region_exits::go_on(region& r, const block_set& targets) {
    IRBuilder<> group(r.loops.after);
    if (targets.empty()) {  // the region never ends
        group.CreateUnreachable();
        return;
    }
    if (dispatch_ != nullptr) {
        group.CreateBr(dispatch_->block());
        return;
    }
    BasicBlock* first = entries_.lookup(targets[0]);
    if (targets.size() == 1) {
        group.CreateBr(first);
        return;
    }
    if (check_) IRBuilder<>(r.loops.entry, r.loops.entry->begin()).CreateStore(group.getInt32(-1), next_);
    SwitchInst* choice = group.CreateSwitch(group.CreateLoad(group.getInt32Ty(), next_), first);
    for (unsigned i = 1; i < targets.size(); ++i) choice->addCase(group.getInt32(i), entries_.lookup(targets[i]));
}

/// Tells of a work-item that chooses another target than the one before it.
void region_exits::check_agreement(IRBuilder<>& item, const region& r, const block_set& targets, std::uint32_t number) {
    Value* others = item.CreateLoad(item.getInt32Ty(), next_);
    Value* differs =
        item.CreateAnd(item.CreateICmpNE(others, item.getInt32(-1)), item.CreateICmpNE(others, item.getInt32(number)));
    BasicBlock* tell = BasicBlock::Create(kernel_.getContext(), "disagree", &kernel_);
    BasicBlock* agree = BasicBlock::Create(kernel_.getContext(), "agree", &kernel_);
    item.CreateCondBr(differs, tell, agree);
    item.SetInsertPoint(tell);
    Value* place = place_of_target(item, plan_, *targets[0]);
    for (unsigned i = 1; i < targets.size(); ++i) {
        Value* is_target = item.CreateICmpEQ(others, item.getInt32(i));
        place = item.CreateSelect(is_target, place_of_target(item, plan_, *targets[i]), place);
    }
    call_builtin(item, builtin::divergent_barrier, item.getVoidTy(),
                 {linear_id_of(item, kernel_, r.loops.linear), place_of_target(item, plan_, *targets[number]), place,
                  item.getInt32(0)});
    item.CreateBr(agree);
    item.SetInsertPoint(agree);
}

}  // namespace ndweave::compiler
