#include "compiler/passes/masked_loops.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/passes/builtin_calls.hpp"
#include "compiler/passes/implicit_barriers.hpp"
#include "compiler/passes/simplify_kernel.hpp"
#include "compiler/passes/uniformity.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// More would make the masks dearer than the scalar loops.
constexpr unsigned max_loops = 16;

bool is_walked_together(const Loop& loop, const uniformity& values) {
    SmallVector<BasicBlock*> exiting;
    loop.getExitingBlocks(exiting);
    return values.is_converged(*loop.getHeader()) &&
           all_of(exiting, [&](BasicBlock* block) { return values.branches_together(*block); });
}

/// Whether an access of the loop walks by itself for each work-item: a gather, which no vector makes faster.
bool walks_apart(const Loop& loop, const Instruction& access, const uniformity& values) {
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

/// The outermost loop that is worth a mask: its parents are walked together.
Loop* find_loop(const LoopInfo& loops, const uniformity& values) {
    for (Loop* loop : loops.getLoopsInPreorder()) {
        if (is_walked_together(*loop, values) || loop->hasNoExitBlocks()) continue;
        const Loop* parent = loop->getParentLoop();
        if (parent && !is_walked_together(*parent, values)) continue;
        const auto simple = [&](BasicBlock* block) {
            return all_of(
                *block, [&](const Instruction& i) { return may_run_under_mask(i) && !walks_apart(*loop, i, values); });
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
        BasicBlock* guard = node->getBlock();
        SmallVector<BasicBlock*> work = {preheader_};
        while (!work.empty()) {
            BasicBlock* block = work.pop_back_val();
            if (block == guard || !before_.insert(block)) continue;
            work.append(pred_begin(block), pred_end(block));
        }
        const auto collect = [&](BasicBlock* from) {
            for (BasicBlock* to : successors(from)) {
                if (to != header_ && !before_.contains(to)) skips_.emplace_back(from, to);
            }
        };
        collect(guard);
        for (BasicBlock* block : before_) collect(block);
    }

    /// Puts what the new control flow carries into variables.
    void demote() {
        SetVector<PHINode*> phis;
        const auto take = [&](BasicBlock* block) {
            for (PHINode& phi : block->phis()) phis.insert(&phi);
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
        BasicBlock *test = block("mask.test"), *latch = block("mask.latch"), *after = block("mask.after");
        at.SetInsertPoint(test);
        at.CreateCondBr(at.CreateLoad(at.getInt1Ty(), active_), header_, latch);
        for (const edge& skip : skips_) redirect(skip.first, skip.second, leave_mask(skip.second, test));
        for (const edge& exit : exits_) redirect(exit.first, exit.second, leave_mask(exit.second, latch));
        loop_.getLoopLatch()->getTerminator()->replaceSuccessorWith(header_, latch);
        at.SetInsertPoint(preheader_->getTerminator());
        at.CreateStore(at.getTrue(), active_);
        preheader_->getTerminator()->replaceSuccessorWith(header_, test);
        at.SetInsertPoint(latch);
        Value* any = call_builtin(at, builtin::group_any, at.getInt1Ty(), {at.CreateLoad(at.getInt1Ty(), active_)});
        at.CreateCondBr(any, test, after);
        dispatch(after);
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
    SmallVector<edge> exits_, skips_;
    SetVector<BasicBlock*> before_;  // between the guard and the loop
    SetVector<BasicBlock*> ways_;
    AllocaInst *active_ = nullptr, *way_ = nullptr;
    SmallVector<AllocaInst*> variables_;
};

}  // namespace

unsigned mask_divergent_loops(Function& kernel) {
    for (unsigned count = 0; count < max_loops; ++count) {
        const uniformity values(kernel);
        if (!values.lockstep()) return count;
        DominatorTree dominators(kernel);
        const LoopInfo loops(dominators);
        Loop* loop = find_loop(loops, values);
        if (!loop) return count;
        masker(kernel, *loop, values).run();
        restore_normal_form(kernel);
    }
    return max_loops;
}

}  // namespace ndweave::compiler
