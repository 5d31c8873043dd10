#include "compiler/passes/split_regions.hpp"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/passes/builtin_calls.hpp"
#include "compiler/passes/item_loops.hpp"
#include "compiler/passes/variable_liveness.hpp"
#include "compiler/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// Where a kept variable is between two regions.
struct slot {
    Type* type;     // of the variable
    Type* stored;   // i8 for i1, which has no vector form in memory
    Value* memory;  // an array over work-items, or one alloca for the group
    bool uniform;
};

struct region {
    BasicBlock* head;
    SetVector<BasicBlock*> blocks;
    item_loops loops;
    ValueToValueMapTy copies;
    BitVector stored;  // kept variables that the region changes
};

class splitter {
public:
    splitter(Function& kernel, const region_plan& plan, const std::vector<kept_variable>& variables,
             group_storage& storage, const work_item_loop_options& options)
        : kernel_(kernel),
          plan_(plan),
          variables_(variables),
          storage_(storage),
          options_(options),
          live_(kernel, variables) {}

    unsigned run() {
        for (BasicBlock& block : kernel_) originals_.push_back(&block);
        IRBuilder<> prologue(kernel_.getEntryBlock().getTerminator());
        for (unsigned axis = 0; axis < 3; ++axis) extent_[axis] = make_extent(prologue, axis);
        make_slots();
        next_ = temporary(prologue.getInt32Ty(), "next");
        for (BasicBlock* head : plan_.heads) {
            auto& made = regions_.emplace_back(std::make_unique<region>());
            made->head = head;
            made->blocks = region_blocks(plan_, head);
            made->stored = live_.stored_in(made->blocks);
            made->loops = make_item_loops(kernel_, options_, extent_, needs_loop(made->blocks),
                                          user_location(plan_.places.lookup(head)));
            entries_[head] = made->loops.entry;
        }
        entries_[plan_.exit] = plan_.exit;
        for (auto& r : regions_) build(*r);
        kernel_.getEntryBlock().getTerminator()->setSuccessor(0, regions_.front()->loops.entry);
        remove_originals();
        promote();
        return regions_.size();
    }

private:
    Value* make_extent(IRBuilder<>& prologue, unsigned axis) {
        if (!options_.dynamic_extent) return prologue.getInt32(options_.local_range[axis]);
        return call_builtin(prologue, builtin::extent, prologue.getInt32Ty(), {prologue.getInt32(axis)});
    }

    AllocaInst* temporary(Type* type, StringRef name) {
        IRBuilder<> at(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
        return temporaries_.emplace_back(at.CreateAlloca(type, nullptr, name));
    }

    void make_slots() {
        for (const kept_variable& kept : variables_) {
            Type* type = kept.variable->getAllocatedType();
            const bool widen = !kept.uniform && type->isIntegerTy(1);
            slot s{type, widen ? Type::getInt8Ty(type->getContext()) : type, nullptr, kept.uniform};
            if (s.uniform) {
                s.memory = temporaries_.emplace_back(storage_.for_the_group(type, kept.variable->getName()));
            } else {
                s.memory = storage_.for_every_item(s.stored, kept.variable->getName());
            }
            slots_.push_back(s);
            temporaries_.push_back(kept.variable);
        }
    }

    /// Whether work-items differ in what they do in these blocks, or do anything but compute uniform values.
    bool needs_loop(const SetVector<BasicBlock*>& blocks) const {
        const auto differs = [&](const Instruction& i) {
            if (calls(i, builtin::local_id) || calls(i, builtin::linear_id) || i.isAtomic() || i.isVolatile())
                return true;
            const Value* pointer = getLoadStorePointerOperand(&i);
            for (const kept_variable& kept : variables_) {
                if (pointer == kept.variable) return !kept.uniform;
            }
            return i.mayWriteToMemory() || (isa<CallBase>(i) && i.mayReadOrWriteMemory());
        };
        return any_of(blocks, [&](const BasicBlock* block) { return any_of(*block, differs); });
    }

    void build(region& r) {
        clone_blocks(r);
        enter(r);
        leave(r);
        replace_ids(r);
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
        auto* body = cast<BasicBlock>(r.copies[r.head]);
        IRBuilder<> group(r.loops.entry, r.loops.entry->begin());
        for (AllocaInst* any : plan_.any) {
            if (writes(r, any)) group.CreateStore(group.getInt32(0), any);
        }
        // CreateLoad before the loop: work-items must not see what others make of a uniform value.
        IRBuilder<> item(r.loops.innermost);
        const BitVector& live = live_.live_in(r.head);
        for (unsigned v : live.set_bits()) {
            Value* kept =
                slots_[v].uniform ? group.CreateLoad(slots_[v].type, slots_[v].memory) : load_item(item, r, slots_[v]);
            item.CreateStore(kept, variables_[v].variable);
        }
        item.CreateBr(body);
    }

    static bool writes(const region& r, const AllocaInst* variable) {
        return any_of(variable->users(), [&](const User* user) {
            const auto* store = dyn_cast<StoreInst>(user);
            return store && r.blocks.contains(const_cast<BasicBlock*>(store->getParent()));
        });
    }

    Value* address(IRBuilder<>& at, const region& r, const slot& s) {
        return at.CreateInBoundsGEP(s.stored, s.memory, at.CreateZExt(r.loops.linear, at.getInt64Ty()));
    }

    Value* load_item(IRBuilder<>& at, const region& r, const slot& s) {
        LoadInst* load = at.CreateLoad(s.stored, address(at, r, s));
        load->setMetadata(LLVMContext::MD_access_group, r.loops.access_group);
        return s.stored == s.type ? load : at.CreateTrunc(load, s.type);
    }

    void store_item(IRBuilder<>& at, const region& r, const slot& s, Value* value) {
        if (s.stored != s.type) value = at.CreateZExt(value, s.stored);
        at.CreateStore(value, address(at, r, s))->setMetadata(LLVMContext::MD_access_group, r.loops.access_group);
    }

    void save(IRBuilder<>& at, const region& r, const BitVector& live) {
        BitVector changed = r.stored;
        changed &= live;
        for (unsigned v : changed.set_bits()) {
            Value* value = at.CreateLoad(slots_[v].type, variables_[v].variable);
            if (slots_[v].uniform) {
                at.CreateStore(value, slots_[v].memory);
            } else {
                store_item(at, r, slots_[v], value);
            }
        }
    }

    /// Ends the body's ways out at the loop's latch, and sends the group to the next region behind the loop.
    void leave(region& r) {
        SetVector<BasicBlock*> targets;
        SetVector<BasicBlock*> sources;
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
        }
    }

    void leave_together(region& r, BasicBlock* source) {
        auto* clone = cast<BasicBlock>(r.copies[source]);
        auto* branch = cast<BranchInst>(clone->getTerminator());
        AllocaInst* condition = temporary(branch->getCondition()->getType(), "condition");
        IRBuilder<> item(branch);
        BitVector live = live_.live_in(source->getTerminator()->getSuccessor(0));
        live |= live_.live_in(source->getTerminator()->getSuccessor(1));
        save(item, r, live);
        item.CreateStore(branch->getCondition(), condition);
        item.CreateBr(r.loops.latch);
        branch->eraseFromParent();
        IRBuilder<> group(r.loops.after);
        group.CreateCondBr(group.CreateLoad(group.getInt1Ty(), condition),
                           entries_[source->getTerminator()->getSuccessor(0)],
                           entries_[source->getTerminator()->getSuccessor(1)]);
    }

    void leave_by_number(region& r, const SetVector<BasicBlock*>& sources, const SetVector<BasicBlock*>& targets) {
        for (BasicBlock* source : sources) {
            Instruction* end = cast<BasicBlock>(r.copies[source])->getTerminator();
            for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
                BasicBlock* target = source->getTerminator()->getSuccessor(i);
                if (!plan_.ends_region(target)) continue;
                BasicBlock* edge = BasicBlock::Create(kernel_.getContext(), "leave", &kernel_, r.loops.latch);
                IRBuilder<> item(edge);
                save(item, r, live_.live_in(target));
                const auto number = static_cast<std::uint32_t>(find(targets, target) - targets.begin());
                if (targets.size() > 1) choose(item, r, targets, number);
                item.CreateBr(r.loops.latch);
                end->setSuccessor(i, edge);
            }
        }
        IRBuilder<> group(r.loops.after);
        if (targets.empty()) {  // the region never ends
            group.CreateUnreachable();
            return;
        }
        if (targets.size() == 1) {
            group.CreateBr(entries_[targets[0]]);
            return;
        }
        if (options_.check) IRBuilder<>(r.loops.entry, r.loops.entry->begin()).CreateStore(group.getInt32(-1), next_);
        SwitchInst* choice = group.CreateSwitch(group.CreateLoad(group.getInt32Ty(), next_), entries_[targets[0]]);
        for (unsigned i = 1; i < targets.size(); ++i) choice->addCase(group.getInt32(i), entries_[targets[i]]);
    }

    /// The last work-item decides for the group; a kernel without divergent barriers makes all say the same.
    void choose(IRBuilder<>& item, const region& r, const SetVector<BasicBlock*>& targets, std::uint32_t number) {
        if (options_.check) check_agreement(item, r, targets, number);
        item.CreateStore(item.getInt32(number), next_);
    }

    /// Tells of a work-item that chooses another target than the one before it.
    void check_agreement(IRBuilder<>& item, const region& r, const SetVector<BasicBlock*>& targets,
                         std::uint32_t number) {
        Value* others = item.CreateLoad(item.getInt32Ty(), next_);
        Value* differs = item.CreateAnd(item.CreateICmpNE(others, item.getInt32(-1)),
                                        item.CreateICmpNE(others, item.getInt32(number)));
        BasicBlock* tell = BasicBlock::Create(kernel_.getContext(), "disagree", &kernel_);
        BasicBlock* go_on = BasicBlock::Create(kernel_.getContext(), "agree", &kernel_);
        item.CreateCondBr(differs, tell, go_on);
        item.SetInsertPoint(tell);
        Value* place = target_place(item, targets[0]);
        for (unsigned i = 1; i < targets.size(); ++i) {
            Value* is_target = item.CreateICmpEQ(others, item.getInt32(i));
            place = item.CreateSelect(is_target, target_place(item, targets[i]), place);
        }
        call_builtin(item, builtin::divergent_barrier, item.getVoidTy(),
                     {r.loops.linear, target_place(item, targets[number]), place});
        item.CreateBr(go_on);
        item.SetInsertPoint(go_on);
    }

    Constant* target_place(IRBuilder<>& at, BasicBlock* target) const {
        if (target == plan_.exit) return at.CreateGlobalString("", "kernel.end");
        return place_constant(at, place_text(plan_.places.lookup(target)));
    }

    void replace_ids(region& r) {
        for (BasicBlock* block : r.blocks) {
            for (Instruction& i : make_early_inc_range(*cast<BasicBlock>(r.copies[block]))) {
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
        temporaries_.append(plan_.any.begin(), plan_.any.end());
        DominatorTree dominators(kernel_);
        PromoteMemToReg(temporaries_, dominators);
    }

    Function& kernel_;
    const region_plan& plan_;
    const std::vector<kept_variable>& variables_;
    group_storage& storage_;
    const work_item_loop_options& options_;
    variable_liveness live_;
    Value* extent_[3] = {};
    AllocaInst* next_ = nullptr;
    std::vector<slot> slots_;
    SmallVector<AllocaInst*> temporaries_;
    SmallVector<BasicBlock*> originals_;
    std::vector<std::unique_ptr<region>> regions_;
    DenseMap<BasicBlock*, BasicBlock*> entries_;
};

}  // namespace

unsigned split_regions(Function& kernel, const region_plan& plan, const std::vector<kept_variable>& variables,
                       group_storage& storage, const work_item_loop_options& options) {
    return splitter(kernel, plan, variables, storage, options).run();
}

}  // namespace ndweave::compiler
