#include "compiler/passes/work_items/masks/masked_loops.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/counters/uniform_steps.hpp"
#include "compiler/passes/work_items/masks/hoist_computations.hpp"
#include "compiler/passes/work_items/masks/index_sets.hpp"
#include "compiler/passes/work_items/masks/maskable_loops.hpp"
#include "compiler/passes/work_items/simplify_kernel.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

class masker {
public:
    masker(Function& kernel, Loop& loop, const LoopInfo& loops, const uniformity& values)
        : kernel_(kernel),
          loop_(loop),
          loops_(loops),
          values_(values),
          header_(loop.getHeader()),
          preheader_(loop.getLoopPreheader()) {}

    void run() {
        loop_.getExitEdges(exits_);
        find_guard();
        find_counters();
        find_shared();
        find_uniform_exit();
        find_entry();
        demote();
        rewire();
        DominatorTree dominators(kernel_);
        PromoteMemToReg(variables_, dominators);
    }

private:
    using edge = Loop::Edge;

    /// What precedes the loop under the divergent guard, and the ways from there past the loop.
    void find_guard() {
        if (values_.is_converged(*preheader_)) return;
        auto* node = values_.dominators().getNode(preheader_);
        while (!values_.is_converged(*node->getBlock())) node = node->getIDom();
        guard_ = node->getBlock();
        SmallVector<BasicBlock*> work = {preheader_};
        while (!work.empty()) {
            BasicBlock* block = work.pop_back_val();
            if (block == guard_ || !before_.insert(block)) continue;
            work.append(pred_begin(block), pred_end(block));
        }
        const auto collect = [&](BasicBlock* from) {
            for (BasicBlock* to : successors(from)) {
                if (to != header_ && !before_.contains(to)) skips_.emplace_back(from, to);
            }
        };
        hoist_computations(before_, *guard_, values_.dominators());
        collect(guard_);
        for (BasicBlock* block : before_) collect(block);
    }

    /// A uniform header PHI that goes on from itself alone: for the group, whoever is switched off.
    struct counter {
        PHINode* phi;
        Value* begin;
        Instruction* next;
    };

    /// Whether every work-item has the value, whether it enters the loop or not.
    bool is_available(const Value* value) const {
        const auto* i = dyn_cast<Instruction>(value);
        return !i ||
               (values_.is_uniform(*i) && values_.dominators().dominates(i->getParent(), guard_ ? guard_ : preheader_));
    }

    bool is_counter(const Value* value) const {
        return any_of(counters_, [&](const counter& c) { return c.phi == value; });
    }

    /// Counters and addresses that go on in steps; what they begin with and their steps are available.
    void find_counters() {
        for (PHINode& phi : header_->phis()) {
            auto* next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop_.getLoopLatch()));
            if (!next || !isa<BinaryOperator, GetElementPtrInst>(next) || !values_.is_uniform(phi)) continue;
            if (!is_contained(next->operands(), &phi) || !isSafeToSpeculativelyExecute(next)) continue;
            const auto is_step = [&](const Value* operand) { return operand == &phi || is_available(operand); };
            Value* begin = phi.getIncomingValueForBlock(preheader_);
            if (is_available(begin) && all_of(next->operands(), is_step)) counters_.push_back({&phi, begin, next});
        }
    }

    /// What an iteration computes of counters and of what is available is the same for all, and each iteration has a
    /// work-item that takes part: it is computed for the group, loads too where that work-item comes to them. Not in
    /// check mode, which tells of who reads what.
    void find_shared() {
        const bool check = kernel_attributes::of(kernel_).check;
        const auto is_there = [&](const Value* value) {
            const auto* i = dyn_cast<Instruction>(value);
            return is_available(value) || shared_.contains(const_cast<Instruction*>(i)) || is_counter(value);
        };
        SmallPtrSet<const BasicBlock*, 8> in_every_iteration;
        const BasicBlock* next = header_;
        while (next && in_every_iteration.insert(next).second) next = next->getSingleSuccessor();
        bool written = false, comes_here = true;
        LoopBlocksRPO order(&loop_);
        order.perform(&loops_);
        for (BasicBlock* block : order) {
            comes_here &= in_every_iteration.contains(block) && loops_.getLoopFor(block) == &loop_;
            for (Instruction& i : *block) {
                written |= i.mayWriteToMemory();
                comes_here &= isGuaranteedToTransferExecutionToSuccessor(&i);
                if (isa<PHINode>(i) || i.isTerminator() || i.mayHaveSideEffects() || !values_.is_uniform(i)) continue;
                const auto* load = dyn_cast<LoadInst>(&i);
                if (load ? !load->isSimple() || written || check : i.mayReadFromMemory()) continue;
                if (!comes_here && (load || !isSafeToSpeculativelyExecute(&i))) continue;
                if (!all_of(i.operands(), is_there)) continue;
                if (!comes_here) i.dropUBImplyingAttrsAndMetadata();
                shared_.insert(&i);
            }
        }
    }

    /// Where all leave the loop together, nobody is switched off in it.
    void find_uniform_exit() {
        const BasicBlock* latch = loop_.getLoopLatch();
        if (exits_.size() != 1 || exits_.front().first != latch) return;
        const auto* branch = dyn_cast<BranchInst>(latch->getTerminator());
        auto* condition = branch ? dyn_cast<Instruction>(branch->getCondition()) : nullptr;
        if (!condition || !shared_.contains(condition)) return;
        uniform_exit_ = condition;
        stays_if_ = branch->getSuccessor(0) == header_;
    }

    /// Who enters the loop: all, those of them whom uniform conditions let pass, or any who came through a guard.
    void find_entry() {
        if (!guard_) return;
        const BasicBlock* block = preheader_;
        while (const BasicBlock* before = block->getSinglePredecessor()) {
            auto* branch = dyn_cast<BranchInst>(before->getTerminator());
            if (!branch) break;
            if (before == guard_) {
                const auto* active = dyn_cast<Instruction>(branch->getCondition());
                some_enter_ = active && calls(*active, builtin::takes_part) && branch->getSuccessor(0) == block;
                return;
            }
            if (branch->isConditional()) {
                if (!is_available(branch->getCondition())) break;
                conditions_.emplace_back(branch->getCondition(), branch->getSuccessor(0) == block);
            }
            block = before;
        }
        conditions_.clear();
    }

    /// Puts what the new control flow carries into variables.
    void demote() {
        SetVector<PHINode*> phis;
        const auto take = [&](BasicBlock* block) {
            for (PHINode& phi : block->phis()) {
                if (!is_counter(&phi)) phis.insert(&phi);
            }
        };
        take(header_);
        for (const edge& exit : exits_) take(exit.second);
        for (const edge& skip : skips_) take(skip.second);
        const SmallVector<std::pair<PHINode*, PHINode*>> last = find_last_values();
        SmallVector<Instruction*> values;
        for (BasicBlock* block : before_) {
            for (Instruction& i : *block) {
                if (any_of(i.users(),
                           [&](User* user) { return !before_.contains(cast<Instruction>(user)->getParent()); })) {
                    values.push_back(&i);
                }
            }
        }
        const auto at = kernel_.getEntryBlock().begin();
        for (const auto& [behind, carried] : last) phis.remove(behind);
        for (PHINode* phi : phis) {
            if (is_contained(values, phi)) continue;
            SmallVector<PHINode*> same;
            for (const auto& [behind, carried] : last) {
                if (carried == phi) same.push_back(behind);
            }
            AllocaInst* slot = keep(DemotePHIToStack(phi, at));
            for (PHINode* behind : same) {
                IRBuilder<> exit(behind->getParent(), behind->getParent()->getFirstInsertionPt());
                behind->replaceAllUsesWith(exit.CreateLoad(behind->getType(), slot, behind->getName()));
                behind->eraseFromParent();
            }
        }
        for (Instruction* value : values) keep(DemoteRegToStack(*value, false, at));
    }

    /// PHIs behind the loop, of what PHIs of its header have next: what those would have in a further iteration.
    SmallVector<std::pair<PHINode*, PHINode*>> find_last_values() const {
        SmallVector<std::pair<PHINode*, PHINode*>> found;
        BasicBlock* latch = loop_.getLoopLatch();
        if (exits_.size() != 1 || exits_.front().first != latch || !exits_.front().second->getSinglePredecessor())
            return found;
        for (PHINode& behind : exits_.front().second->phis()) {
            for (PHINode& carried : header_->phis()) {
                if (is_counter(&carried) || carried.use_empty() ||
                    carried.getIncomingValueForBlock(latch) != behind.getIncomingValueForBlock(latch))
                    continue;
                found.emplace_back(&behind, &carried);
                break;
            }
        }
        return found;
    }

    AllocaInst* keep(AllocaInst* variable) {
        if (variable) variables_.push_back(variable);
        return variable;
    }

    AllocaInst* variable(Type* type, StringRef name) {
        IRBuilder<> at(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
        return variables_.emplace_back(at.CreateAlloca(type, nullptr, name));
    }

    BasicBlock* block(const Twine& name) { return BasicBlock::Create(kernel_.getContext(), name, &kernel_, header_); }

    void rewire() {
        IRBuilder<> at(kernel_.getContext());
        active_ = variable(at.getInt1Ty(), "active");
        way_ = variable(at.getInt32Ty(), "way");
        // All come together before the loop: what is uniform there stays so in PHIs of the loop.
        BasicBlock *enter = block("mask.enter"), *test = block("mask.test"), *latch = block("mask.latch"),
                   *after = block("mask.after");
        at.SetInsertPoint(enter);
        enter_loop(at, test, after);
        at.SetInsertPoint(test);
        Value* active = at.CreateLoad(at.getInt1Ty(), active_);
        active = call_builtin(at, builtin::takes_part, at.getInt1Ty(), {active});
        BranchInst* take_part = at.CreateCondBr(active, header_, latch);
        for (const edge& skip : skips_) leave_mask(skip, enter);
        at.SetInsertPoint(preheader_->getTerminator());
        at.CreateStore(at.getTrue(), active_);
        preheader_->getTerminator()->replaceSuccessorWith(header_, enter);
        for (const counter& c : counters_) count_on(*latch, c, *enter, *test);
        for (Instruction* i : shared_) i->moveBefore(take_part);
        BasicBlock* old_latch = loop_.getLoopLatch();
        at.SetInsertPoint(latch);
        if (uniform_exit_) {
            BasicBlock* exit = exits_.front().second;
            ways_.insert(exit);
            IRBuilder<>(preheader_->getTerminator()).CreateStore(at.getInt32(find(ways_, exit) - ways_.begin()), way_);
            ReplaceInstWithInst(old_latch->getTerminator(), BranchInst::Create(latch));
            at.CreateCondBr(uniform_exit_, stays_if_ ? test : after, stays_if_ ? after : test);
        } else {
            for (const edge& exit : exits_) leave_mask(exit, latch);
            old_latch->getTerminator()->replaceSuccessorWith(header_, latch);
            at.CreateCondBr(any_active(at), test, after);
        }
        dispatch(after);
    }

    /// To the loop where anybody takes part in it.
    void enter_loop(IRBuilder<>& at, BasicBlock* loop, BasicBlock* after) {
        if (guard_ && !some_enter_) {
            at.CreateCondBr(any_active(at), loop, after);
        } else if (conditions_.empty()) {
            at.CreateBr(loop);
        } else {
            Value* all = nullptr;
            for (const auto& [condition, holds] : reverse(conditions_)) {  // a later one may be poison
                Value* one = holds ? condition : at.CreateNot(condition);
                all = all ? at.CreateLogicalAnd(all, one) : one;
            }
            at.CreateCondBr(all, loop, after);
        }
    }

    Value* any_active(IRBuilder<>& at) {
        return call_builtin(at, builtin::group_any, at.getInt1Ty(), {at.CreateLoad(at.getInt1Ty(), active_)});
    }

    /// No overflow flags: the next value may be that of an iteration in which nobody takes part.
    static void count_on(BasicBlock& latch, const counter& c, BasicBlock& enter, BasicBlock& test) {
        PHINode* phi = IRBuilder<>(&test, test.begin()).CreatePHI(c.phi->getType(), 2, c.phi->getName());
        phi->addIncoming(c.begin, &enter);
        Instruction* next = c.next->clone();
        next->replaceUsesOfWith(c.phi, phi);
        next->dropPoisonGeneratingFlags();
        next->insertInto(&latch, latch.end());
        phi->addIncoming(next, &latch);
        c.phi->replaceAllUsesWith(phi);
        c.phi->eraseFromParent();
    }

    /// Switches the work-item off until the group has left the loop, and notes where it goes then.
    void leave_mask(const edge& way, BasicBlock* next) {
        ways_.insert(way.second);
        IRBuilder<> at(block("mask.off"));
        at.CreateStore(at.getFalse(), active_);
        at.CreateStore(at.getInt32(find(ways_, way.second) - ways_.begin()), way_);
        at.CreateBr(next);
        way.first->getTerminator()->replaceSuccessorWith(way.second, at.GetInsertBlock());
    }

    void dispatch(BasicBlock* from) {
        for (unsigned i = 0; i + 1 < ways_.size(); ++i) {
            IRBuilder<> at(from);
            BasicBlock* otherwise = block("mask.way");
            Value* here = at.CreateICmpEQ(at.CreateLoad(at.getInt32Ty(), way_), at.getInt32(i));
            at.CreateCondBr(here, ways_[i], otherwise);
            from = otherwise;
        }
        IRBuilder<>(from).CreateBr(ways_.back());
    }

    Function& kernel_;
    Loop& loop_;
    const LoopInfo& loops_;
    const uniformity& values_;
    BasicBlock *header_, *preheader_;
    BasicBlock* guard_ = nullptr;  // the branch that only a part of the group takes to the preheader
    SmallVector<edge> exits_, skips_;
    SmallVector<counter> counters_;
    SetVector<Instruction*> shared_;       // computed for the group
    Instruction* uniform_exit_ = nullptr;  // the condition under which all leave the loop at once, or stay in it
    bool stays_if_ = false;
    bool some_enter_ = false;                          // where conditions_ hold
    SmallVector<std::pair<Value*, bool>> conditions_;  // uniform ones between the guard and the loop
    SetVector<BasicBlock*> before_;                    // between the guard and the loop
    SetVector<BasicBlock*> ways_;
    AllocaInst *active_ = nullptr, *way_ = nullptr;
    SmallVector<AllocaInst*> variables_;
};

}  // namespace

/// The header of the next loop to mask; null: there is none.
static BasicBlock* split_next_loop(Function& kernel) {
    const uniformity values(kernel);
    const LoopInfo loops(values.dominators());
    Loop* loop = values.lockstep() ? find_maskable_loop(loops, values) : nullptr;
    if (!loop) return nullptr;
    BasicBlock* header = loop->getHeader();
    if (split_index_set(kernel, *loop, values)) {
        add_to_note(kernel, split_loops, 1);
        restore_normal_form(kernel);
    }
    return header;
}

static void mask(Function& kernel, const BasicBlock& header) {
    const uniformity values(kernel);
    const LoopInfo loops(values.dominators());
    masker(kernel, *loops.getLoopFor(&header), loops, values).run();
    restore_normal_form(kernel);
}

void mask_divergent_loops(Function& kernel) {
    if (!uniformity(kernel).lockstep()) return;
    separate_uniform_steps(kernel);
    for (unsigned masked = 0; masked < host::target_tuning().max_masked_loops; ++masked) {
        const BasicBlock* header = split_next_loop(kernel);
        if (!header) break;
        mask(kernel, *header);
        add_to_note(kernel, masked_loops, 1);
    }
    for (CallInst* call : calls_of(kernel, builtin::takes_part)) {
        call->replaceAllUsesWith(call->getArgOperand(0));
        call->eraseFromParent();
    }
}

}  // namespace ndweave::compiler
