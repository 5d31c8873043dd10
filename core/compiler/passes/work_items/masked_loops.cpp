#include "compiler/passes/work_items/masked_loops.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/counters/uniform_steps.hpp"
#include "compiler/passes/regions/implicit_barriers.hpp"
#include "compiler/passes/work_items/group_shape.hpp"
#include "compiler/passes/work_items/index_sets.hpp"
#include "compiler/passes/work_items/simplify_kernel.hpp"

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool is_convergent(const Loop& loop, const uniformity& values) {
    SmallVector<BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    return values.is_converged(*loop.getHeader()) &&
           all_of(exiting, [&](BasicBlock* block) { return values.has_uniform_branch(*block); });
}

/// Whether an access of the loop is a gather, which no vector makes faster.
bool is_gather(const Loop& loop, const Instruction& access, const uniformity& values) {
    SetVector<const Value*> address;
    if (const Value* pointer = getLoadStorePointerOperand(&access)) address.insert(pointer);
    for (unsigned i = 0; i < address.size(); ++i) {
        const auto* part = dyn_cast<Instruction>(address[i]);
        if (!part || !loop.contains(part) || values.is_uniform(*part)) continue;
        if (isa<PHINode, LoadInst>(part)) return true;
        address.insert(part->op_begin(), part->op_end());
    }
    return false;
}

/// Whether `value` is arithmetic on ids.
bool follows_from_ids(const Value& value, const uniformity& values) {
    SetVector<const Value*> parts;
    parts.insert(&value);
    for (unsigned k = 0; k < parts.size(); ++k) {
        const auto* part = dyn_cast<Instruction>(parts[k]);
        if (!part || values.is_uniform(*part) || calls(*part, builtin::local_id) || calls(*part, builtin::linear_id))
            continue;
        if (!isa<BinaryOperator, CastInst>(part)) return false;
        parts.insert(part->op_begin(), part->op_end());
    }
    return true;
}

/// Whether `condition`, or its opposite where `holds` is false, holds for a single id: `id == 0`.
bool is_id_equality(Value* condition, bool holds, const uniformity& values) {
    Value *one = nullptr, *other = nullptr;
    if (holds ? match(condition, m_LogicalAnd(m_Value(one), m_Value(other)))
              : match(condition, m_LogicalOr(m_Value(one), m_Value(other))))
        return is_id_equality(one, holds, values) || is_id_equality(other, holds, values);
    const auto* compare = dyn_cast<ICmpInst>(condition);
    if (!compare || compare->getPredicate() != (holds ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE)) return false;
    one = compare->getOperand(0), other = compare->getOperand(1);
    if (values.is_uniform(*one)) std::swap(one, other);
    return values.is_uniform(*other) && !values.is_uniform(*one) && follows_from_ids(*one, values);
}

/// Whether the loop is one work-item's, as the leader's in a group algorithm: all others would only wait for it.
bool is_single_item_loop(const Loop& loop, const uniformity& values) {
    const auto* node = values.dominators().getNode(loop.getHeader());
    for (; !values.is_converged(*node->getBlock()); node = node->getIDom()) {
        const BasicBlock* before = node->getIDom()->getBlock();
        const auto* branch = dyn_cast<BranchInst>(before->getTerminator());
        if (!branch || !branch->isConditional()) continue;
        for (const unsigned way : {0u, 1u}) {
            const BasicBlockEdge edge(before, branch->getSuccessor(way));
            if (values.dominators().dominates(edge, node->getBlock()) &&
                is_id_equality(branch->getCondition(), way == 0, values))
                return true;
        }
    }
    return false;
}

/// The outermost loop that is worth a mask: the group runs its parents in lockstep.
Loop* find_loop(const LoopInfo& loops, const uniformity& values) {
    for (Loop* loop : loops.getLoopsInPreorder()) {
        if (is_convergent(*loop, values) || loop->hasNoExitBlocks() || is_single_item_loop(*loop, values)) continue;
        const Loop* parent = loop->getParentLoop();
        if (parent && !is_convergent(*parent, values)) continue;
        const auto simple = [&](BasicBlock* block) {
            return all_of(*block, [&](const Instruction& i) {
                return may_run_under_mask(i) && !is_of_members(i) && !is_gather(*loop, i, values);
            });
        };
        if (loop->isLoopSimplifyForm() && all_of(loop->blocks(), simple)) return loop;
    }
    return nullptr;
}

class masker {
public:
    masker(Function& kernel, Loop& loop, const uniformity& values)
        : kernel_(kernel),
          loop_(loop),
          values_(values),
          header_(loop.getHeader()),
          preheader_(loop.getLoopPreheader()) {}

    void run() {
        loop_.getExitEdges(exits_);
        find_guard();
        find_counters();
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
        hoist_to_guard();
        collect(guard_);
        for (BasicBlock* block : before_) collect(block);
    }

    /// Moves what is only computed between the guard and the loop to where every work-item computes it: kept in a
    /// variable, an address would not tell any more where work-items lie side by side.
    void hoist_to_guard() {
        Instruction* end = guard_->getTerminator();
        for (Instruction& i : make_early_inc_range(*preheader_)) {
            const auto is_there = [&](const Value* operand) {
                const auto* source = dyn_cast<Instruction>(operand);
                return !source || values_.dominators().dominates(source->getParent(), guard_);
            };
            if (isa<PHINode>(i) || i.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&i)) continue;
            if (i.isTerminator() || !all_of(i.operands(), is_there)) continue;
            i.moveBefore(end);
            i.dropUBImplyingAttrsAndMetadata();
        }
    }

    /// A uniform header PHI that counts in steps: it goes on counting for the group, whoever is switched off.
    struct counter {
        PHINode* phi;
        Value *begin, *step;
    };

    /// Counters whose beginning and step every work-item has, whether it enters the loop or not.
    void find_counters() {
        const auto is_available = [&](const Value* value) {
            const auto* i = dyn_cast<Instruction>(value);
            return !i || (values_.is_uniform(*i) &&
                          values_.dominators().dominates(i->getParent(), guard_ ? guard_ : preheader_));
        };
        for (PHINode& phi : header_->phis()) {
            const auto* next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(loop_.getLoopLatch()));
            if (!next || next->getOpcode() != Instruction::Add || !values_.is_uniform(phi)) continue;
            if (next->getOperand(0) != &phi && next->getOperand(1) != &phi) continue;
            counter found{&phi, phi.getIncomingValueForBlock(preheader_),
                          next->getOperand(next->getOperand(0) == &phi ? 1 : 0)};
            if (is_available(found.begin) && is_available(found.step)) counters_.push_back(found);
        }
    }

    /// Puts what the new control flow carries into variables.
    void demote() {
        SetVector<PHINode*> phis;
        const auto take = [&](BasicBlock* block) {
            for (PHINode& phi : block->phis()) {
                if (none_of(counters_, [&](const counter& c) { return c.phi == &phi; })) phis.insert(&phi);
            }
        };
        take(header_);
        for (const edge& exit : exits_) take(exit.second);
        for (const edge& skip : skips_) take(skip.second);
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
        for (PHINode* phi : phis) {
            if (!is_contained(values, phi)) keep(DemotePHIToStack(phi, at));
        }
        for (Instruction* value : values) keep(DemoteRegToStack(*value, false, at));
    }

    void keep(AllocaInst* variable) {
        if (variable) variables_.push_back(variable);
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
        // A sub-group often has nothing left for the loop behind the one without a mask.
        if (guard_ && runs_lanes(kernel_))
            at.CreateCondBr(any_active(at), test, after);
        else
            at.CreateBr(test);
        at.SetInsertPoint(test);
        at.CreateCondBr(at.CreateLoad(at.getInt1Ty(), active_), header_, latch);
        for (const edge& skip : skips_) redirect(skip.first, skip.second, leave_mask(skip.second, enter));
        for (const edge& exit : exits_) redirect(exit.first, exit.second, leave_mask(exit.second, latch));
        loop_.getLoopLatch()->getTerminator()->replaceSuccessorWith(header_, latch);
        at.SetInsertPoint(preheader_->getTerminator());
        at.CreateStore(at.getTrue(), active_);
        preheader_->getTerminator()->replaceSuccessorWith(header_, enter);
        at.SetInsertPoint(latch);
        for (const counter& c : counters_) count_on(at, c, *enter, *test);
        at.CreateCondBr(any_active(at), test, after);
        dispatch(after);
    }

    Value* any_active(IRBuilder<>& at) {
        return call_builtin(at, builtin::group_any, at.getInt1Ty(), {at.CreateLoad(at.getInt1Ty(), active_)});
    }

    /// No overflow flags: the next value may be that of an iteration in which nobody takes part.
    static void count_on(IRBuilder<>& latch, const counter& c, BasicBlock& enter, BasicBlock& test) {
        PHINode* phi = IRBuilder<>(&test, test.begin()).CreatePHI(c.phi->getType(), 2, c.phi->getName());
        phi->addIncoming(c.begin, &enter);
        phi->addIncoming(latch.CreateAdd(phi, c.step), latch.GetInsertBlock());
        c.phi->replaceAllUsesWith(phi);
        c.phi->eraseFromParent();
    }

    static void redirect(BasicBlock* from, BasicBlock* to, BasicBlock* instead) {
        from->getTerminator()->replaceSuccessorWith(to, instead);
    }

    /// Switches the work-item off until the group has left the loop, and notes where it goes then.
    BasicBlock* leave_mask(BasicBlock* target, BasicBlock* next) {
        ways_.insert(target);
        BasicBlock* made = block("mask.off");
        IRBuilder<> at(made);
        at.CreateStore(at.getFalse(), active_);
        at.CreateStore(at.getInt32(find(ways_, target) - ways_.begin()), way_);
        at.CreateBr(next);
        return made;
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
    const uniformity& values_;
    BasicBlock *header_, *preheader_;
    BasicBlock* guard_ = nullptr;  // the branch that only a part of the group takes to the preheader
    SmallVector<edge> exits_, skips_;
    SmallVector<counter> counters_;
    SetVector<BasicBlock*> before_;  // between the guard and the loop
    SetVector<BasicBlock*> ways_;
    AllocaInst *active_ = nullptr, *way_ = nullptr;
    SmallVector<AllocaInst*> variables_;
};

}  // namespace

/// The header of the next loop to mask; null: there is none.
static BasicBlock* split_next_loop(Function& kernel) {
    const uniformity values(kernel);
    const LoopInfo loops(values.dominators());
    Loop* loop = values.lockstep() ? find_loop(loops, values) : nullptr;
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
    masker(kernel, *loops.getLoopFor(&header), values).run();
    restore_normal_form(kernel);
}

void mask_divergent_loops(Function& kernel) {
    if (!uniformity(kernel).lockstep()) return;
    separate_uniform_steps(kernel);
    for (unsigned masked = 0; masked < host::target_tuning().max_masked_loops; ++masked) {
        const BasicBlock* header = split_next_loop(kernel);
        if (!header) return;
        mask(kernel, *header);
        add_to_note(kernel, masked_loops, 1);
    }
}

}  // namespace ndweave::compiler
