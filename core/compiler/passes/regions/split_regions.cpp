#include "compiler/passes/regions/split_regions.hpp"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <optional>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/regions/group_storage.hpp"
#include "compiler/passes/regions/region_dispatch.hpp"
#include "compiler/passes/regions/region_exits.hpp"
#include "compiler/passes/sub_groups/lane_ids.hpp"
#include "compiler/passes/work_items/group_shape.hpp"
#include "compiler/report/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// For each region, the variables that are kept at its end, whatever comes next.
std::vector<BitVector> spilled_together(const region_plan& plan, const variable_liveness& live) {
    std::vector<BitVector> together;
    for (BasicBlock* head : plan.heads) {
        BitVector kept = live.live_in(head);
        for (BasicBlock* block : region_blocks(plan, head)) {
            for (BasicBlock* next : successors(block)) {
                if (plan.ends_region(next)) kept |= live.live_in(next);
            }
        }
        together.push_back(std::move(kept));
    }
    return together;
}

class splitter {
public:
    splitter(Function& kernel, const region_plan& plan, bool check)
        : kernel_(kernel),
          plan_(plan),
          shape_(group_shape::of(kernel)),
          check_(check),
          variables_(spill_variables(kernel)),
          storage_(kernel),
          live_(kernel, variables_),
          slots_(variables_, spilled_together(plan, live_), storage_, items_of(kernel, plan, shape_)),
          dispatch_(make_dispatch()),
          exits_(kernel, plan, live_, slots_, entries_, dispatch_ ? &*dispatch_ : nullptr, check) {}

    unsigned run() {
        for (BasicBlock* head : plan_.heads) begin_region(head);
        entries_[plan_.exit] = plan_.exit;
        for (auto& r : regions_) {
            clone_blocks(*r);
            enter(*r);
            exits_.connect(*r);
            replace_ids(*r);
            lower_lane_operations(*r);
            spill_slots::end_arrays(*r);
        }
        if (dispatch_) dispatch_->connect(entries_);
        kernel_.getEntryBlock().getTerminator()->setSuccessor(
            0, dispatch_ ? dispatch_->begin() : regions_.front()->loops.entry);
        remove_originals();
        promote();
        return regions_.size();
    }

private:
    static spill_slots::items items_of(const Function& kernel, const region_plan& plan, const group_shape& shape) {
        if (!runs_lanes(kernel)) return {};
        const std::uint32_t lanes = kernel_attributes::of(kernel).sub_group_size;
        const bool apart = !plan.lockstep;
        return {lanes, lanes > 1 && has_lane_vectors(kernel), apart || shape.partial || shape.items() < lanes, apart};
    }

    /// First of all: what is made from here on is none of the originals.
    std::optional<region_dispatch> make_dispatch() {
        for (BasicBlock& block : kernel_) originals_.push_back(&block);
        IRBuilder<> prologue(kernel_.getEntryBlock().getTerminator());
        for (unsigned axis = 0; axis < 3; ++axis) extent_[axis] = make_extent(prologue, axis);
        if (plan_.lockstep || !(runs_lanes(kernel_) || runs_sub_groups(kernel_))) return std::nullopt;
        return std::optional<region_dispatch>(std::in_place, kernel_, plan_, storage_, extent_[0], check_);
    }

    Value* make_extent(IRBuilder<>& prologue, unsigned axis) {
        if (!shape_.partial || (axis != 0 && runs_lanes(kernel_))) return prologue.getInt32(shape_.range[axis]);
        return call_builtin(prologue, builtin::extent, prologue.getInt32Ty(), {prologue.getInt32(axis)});
    }

    void begin_region(BasicBlock* head) {
        auto& made = regions_.emplace_back(std::make_unique<region>());
        made->head = head;
        made->blocks = region_blocks(plan_, head);
        made->stored = live_.stored_in(made->blocks);
        made->loops = make_item_loops(kernel_, shape_, extent_, dispatch_ || needs_loop(made->blocks),
                                      user_location(plan_.places.lookup(head)));
        if (check_ && !runs_sub_groups(kernel_)) tell_of_item(made->loops);
        entries_[head] = made->loops.entry;
    }

    void tell_of_item(const item_loops& loops) const {
        IRBuilder<> at(loops.innermost);
        call_builtin(at, builtin::check_item, at.getVoidTy(), {linear_id_of(at, kernel_, loops.linear)});
    }

    /// Whether work-items differ in what they do in these blocks, or do anything but compute uniform values.
    bool needs_loop(const SetVector<BasicBlock*>& blocks) const {
        const auto differs = [&](const Instruction& i) {
            if (calls(i, builtin::local_id) || calls(i, builtin::linear_id) || is_exchange(i) || i.isAtomic() ||
                i.isVolatile())
                return true;
            const Value* pointer = getLoadStorePointerOperand(&i);
            for (const spill_variable& kept : variables_) {
                if (pointer == kept.variable) return !kept.uniform;
            }
            return i.mayWriteToMemory() || (isa<CallBase>(i) && i.mayReadOrWriteMemory());
        };
        return any_of(blocks, [&](const BasicBlock* block) { return any_of(*block, differs); });
    }

    void clone_blocks(region& r) {
        SmallVector<BasicBlock*> clones;
        for (BasicBlock* block : r.blocks) {
            BasicBlock* clone = CloneBasicBlock(block, r.copies, "", &kernel_);
            r.copies[block] = clone;
            clones.push_back(clone);
        }
        remapInstructionsInBlocks(clones, r.copies);
        for (BasicBlock* clone : clones) remove_foreign_edges(*clone);
        if (runs_sub_groups(kernel_)) return;  // what is parallel there are the lanes
        for (BasicBlock* clone : clones) {
            for (Instruction& i : *clone) {
                if (i.mayReadOrWriteMemory() && !i.isAtomic()) {
                    i.setMetadata(LLVMContext::MD_access_group, r.loops.access_group);
                }
            }
        }
    }

    /// Drops the operands of PHIs that belong to predecessors outside this copy of the block.
    static void remove_foreign_edges(BasicBlock& clone) {
        const SmallPtrSet<BasicBlock*, 8> before(pred_begin(&clone), pred_end(&clone));
        for (PHINode& phi : make_early_inc_range(clone.phis())) {
            phi.removeIncomingValueIf([&](unsigned i) { return !before.contains(phi.getIncomingBlock(i)); }, false);
        }
    }

    void enter(region& r) {
        IRBuilder<> group(r.loops.entry, r.loops.entry->begin());
        for (AllocaInst* any : plan_.any) {
            if (writes(r, any)) group.CreateStore(group.getInt32(0), any);
        }
        if (plan_.reasons.lookup(r.head) == head_reason::group_barrier && !dispatch_) call_barrier(group);
        IRBuilder<> item(r.loops.innermost);
        if (dispatch_) {
            BasicBlock* run = BasicBlock::Create(kernel_.getContext(), "takes.part", &kernel_);
            item.CreateCondBr(dispatch_->takes_part(item, r), run, r.loops.latch);
            item.SetInsertPoint(run);
        }
        slots_.load(group, item, r, live_.live_in(r.head));
        item.CreateBr(r.copy_of(r.head));
    }

    static bool writes(const region& r, const AllocaInst* variable) {
        return any_of(variable->users(), [&](const User* user) {
            const auto* store = dyn_cast<StoreInst>(user);
            return store && r.blocks.contains(const_cast<BasicBlock*>(store->getParent()));
        });
    }

    void lower_lane_operations(region& r) {
        SmallVector<CallInst*> operations;
        for (BasicBlock* block : r.blocks) {
            for (Instruction& i : *r.copy_of(block)) {
                if (is_exchange(i) || is_of_members(i)) operations.push_back(cast<CallInst>(&i));
            }
        }
        for (CallInst* call : operations) {
            if (dispatch_ && check_ && members_of(*call) != nullptr) dispatch_->check_members(*call, r);
            if (calls(*call, builtin::members_ballot))
                call->replaceAllUsesWith(slots_.ballot(r, *call));
            else if (is_exchange(*call))
                call->replaceAllUsesWith(slots_.exchanged(r, *call));
            if (calls(*call, builtin::active_lanes)) call->replaceAllUsesWith(active_lanes(*call, r));
            call->eraseFromParent();
        }
    }

    Value* active_lanes(CallInst& call, const region& r) const {
        IRBuilder<> at(&call);
        if (dispatch_) return dispatch_->active_lanes(at, r);
        Value* const missing = at.CreateSub(at.getInt64(64), at.CreateZExt(extent_[0], at.getInt64Ty()));
        return at.CreateLShr(at.getInt64(~std::uint64_t{0}), missing);
    }

    void replace_ids(region& r) {
        for (BasicBlock* block : r.blocks) {
            for (Instruction& i : make_early_inc_range(*r.copy_of(block))) {
                Value* id = nullptr;
                if (calls(i, builtin::local_id)) id = r.loops.id[*constant_axis(cast<CallInst>(i))];
                if (calls(i, builtin::linear_id)) id = r.loops.linear;
                if (!id) continue;
                i.replaceAllUsesWith(id);
                i.eraseFromParent();
            }
        }
    }

    void remove_originals() {
        SmallVector<BasicBlock*> dead;
        for (BasicBlock* block : originals_) {
            if (!block->isEntryBlock() && block != plan_.exit) dead.push_back(block);
        }
        DeleteDeadBlocks(dead);
        removeUnreachableBlocks(kernel_);
    }

    void promote() {
        SmallVector<AllocaInst*> temporaries(plan_.any.begin(), plan_.any.end());
        temporaries.append(slots_.temporaries());
        temporaries.append(exits_.temporaries());
        if (dispatch_) temporaries.append(dispatch_->temporaries());
        DominatorTree dominators(kernel_);
        PromoteMemToReg(temporaries, dominators);
    }

    Function& kernel_;
    const region_plan& plan_;
    const group_shape shape_;
    const bool check_;
    Value* extent_[3] = {};
    SmallVector<BasicBlock*> originals_;
    const std::vector<spill_variable> variables_;
    group_storage storage_;
    variable_liveness live_;
    spill_slots slots_;
    DenseMap<BasicBlock*, BasicBlock*> entries_;
    std::optional<region_dispatch> dispatch_;  // where work-items may disagree
    region_exits exits_;
    std::vector<std::unique_ptr<region>> regions_;
};

}  // namespace

unsigned split_regions(Function& kernel) {
    const region_plan plan = region_plan::of(kernel);
    drop_plan(kernel, plan);
    const unsigned regions = splitter(kernel, plan, kernel_attributes::of(kernel).check).run();
    mark_as_group(kernel);
    return regions;
}

}  // namespace ndweave::compiler
