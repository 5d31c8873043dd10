#include "compiler/passes/work_items/masks/index_sets.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/passes/analysis/affine_ids.hpp"
#include "compiler/passes/analysis/loop_analyses.hpp"
#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/work_items/simplify_kernel.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// `value` (grows with the ids) against `bound` (uniform): the condition under which a work-item goes on.
struct comparison {
    CmpInst::Predicate predicate;
    Value *value, *bound;
};

class splitter {
public:
    splitter(Function& kernel, Loop& loop, const uniformity& values)
        : kernel_(kernel),
          loop_(loop),
          values_(values),
          affine_(values, affine_ids::extensions::proven),
          header_(loop.getHeader()),
          latch_(loop.getLoopLatch()),
          preheader_(loop.getLoopPreheader()) {}

    bool run() {
        if (!find_condition() || !find_guard()) return false;
        if (instructions_of(loop_) > host::target_tuning().max_split_loop) return false;
        // Before anything changes: the analysis knows what is there now.
        all_stay_ = holds_for_all(*latch_->getTerminator(), stay_);
        if (guard_) all_enter_ = holds_for_all(*guard_, enter_);
        demote();
        if (guard_) hoist_preheader();
        build();
        DominatorTree dominators(kernel_);
        PromoteMemToReg(variables_, dominators);
        return true;
    }

private:
    /// The latch is the only way out that work-items take apart.
    bool find_condition() {
        SmallVector<BasicBlock*> exiting;
        loop_.getExitingBlocks(exiting);
        for (BasicBlock* block : exiting) {
            const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
            if (!branch) return false;
            if (block != latch_ && !values_.is_uniform(*branch->getCondition())) return false;
        }
        const auto* branch = dyn_cast<BranchInst>(latch_->getTerminator());
        if (!branch || !branch->isConditional()) return false;
        const auto found = comparison_of(*branch->getCondition(), branch->getSuccessor(0) == header_);
        if (found) stay_ = *found;
        return found.has_value();
    }

    bool find_guard() {
        if (values_.is_converged(*preheader_)) return true;
        BasicBlock* before = preheader_->getSinglePredecessor();
        auto* branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
        if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return false;
        if (!values_.is_converged(*before)) return false;
        const auto found = comparison_of(*branch->getCondition(), branch->getSuccessor(0) == preheader_);
        if (!found || !all_of(*preheader_, [](const Instruction& i) {
                return i.isTerminator() || (!isa<PHINode>(i) && isSafeToSpeculativelyExecute(&i));
            })) {
            return false;
        }
        enter_ = *found;
        guard_ = branch;
        return true;
    }

    /// The condition that is `wanted` as a comparison that its ends decide.
    std::optional<comparison> comparison_of(Value& condition, bool wanted) const {
        const auto* compare = dyn_cast<ICmpInst>(&condition);
        Type* type = compare ? compare->getOperand(0)->getType() : nullptr;
        if (!type || !(type->isIntegerTy() || type->isPointerTy())) return std::nullopt;
        CmpInst::Predicate predicate = wanted ? compare->getPredicate() : compare->getInversePredicate();
        Value *value = compare->getOperand(0), *bound = compare->getOperand(1);
        if (values_.is_uniform(*value)) {
            std::swap(value, bound);
            predicate = CmpInst::getSwappedPredicate(predicate);
        }
        if (predicate == CmpInst::ICMP_EQ || !values_.is_uniform(*bound)) return std::nullopt;
        const auto grows = affine_.of(*value);
        const auto span = affine_.span(*value);
        if (!grows || !span || any_of(*grows, [](std::int64_t c) { return c < 0; })) return std::nullopt;
        const std::uint64_t bits = kernel_.getDataLayout().getTypeSizeInBits(type).getFixedValue();
        if (bits < 64 && *span >> (bits - 1) != 0) return std::nullopt;
        return comparison{predicate, value, bound};
    }

    /// Whether the comparison holds for all that run in lockstep: uniform. Sufficient: false also where the value wraps
    /// around between the first and the last.
    Value* holds_for_all(Instruction& before, const comparison& one) const {
        IRBuilder<> at(&before);
        Value* first = affine_.at_end(at, *one.value, false);
        Value* last = affine_.at_end(at, *one.value, true);
        const bool is_signed = CmpInst::isSigned(one.predicate);
        Value* ordered = at.CreateICmp(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE, first, last);
        Value* within = nullptr;
        if (one.predicate == CmpInst::ICMP_NE) {
            within = at.CreateOr(at.CreateICmpULT(last, one.bound), at.CreateICmpUGT(first, one.bound));
        } else {
            const bool below = ICmpInst::isLT(one.predicate) || ICmpInst::isLE(one.predicate);
            within = at.CreateICmp(one.predicate, below ? last : first, one.bound);
        }
        return at.CreateAnd(ordered, within);
    }

    /// Puts what both loops share into variables: the header's PHIs and those where either is left or passed by.
    void demote() {
        SetVector<PHINode*> phis;
        const auto take = [&](BasicBlock* block) {
            for (PHINode& phi : block->phis()) phis.insert(&phi);
        };
        SmallVector<BasicBlock*> exits;
        loop_.getExitBlocks(exits);
        take(header_);
        for (BasicBlock* exit : exits) take(exit);
        if (guard_) take(guard_->getSuccessor(guard_->getSuccessor(0) == preheader_ ? 1 : 0));
        const auto at = kernel_.getEntryBlock().begin();
        for (PHINode* phi : phis) {
            if (AllocaInst* variable = DemotePHIToStack(phi, at)) variables_.push_back(variable);
        }
    }

    /// Nothing is done between the guard and the loop then.
    void hoist_preheader() {
        for (Instruction& i : make_early_inc_range(*preheader_)) {
            if (i.isTerminator()) break;
            i.moveBefore(guard_);
            i.dropUBImplyingAttrsAndMetadata();
        }
    }

    BasicBlock* block(const Twine& name) { return BasicBlock::Create(kernel_.getContext(), name, &kernel_, header_); }

    void build() {
        ValueToValueMapTy copies;
        copy_loop(copies);
        auto* together = cast<BasicBlock>(copies[header_]);
        auto* end = cast<BranchInst>(cast<BasicBlock>(copies[latch_])->getTerminator());
        BasicBlock* apart = block("apart");
        ways_of own = ways(*cast<BranchInst>(latch_->getTerminator()), header_);
        own.goes_on = end->getCondition();
        IRBuilder<>(end).CreateCondBr(map(copies, all_stay_), together, apart);
        end->eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(all_stay_);
        IRBuilder<> at(apart);
        if (guard_) {
            enter_under_guard(at, own, *together);
        } else {
            BasicBlock* rest = block("rest");
            IRBuilder<>(rest).CreateBr(header_);
            preheader_->getTerminator()->replaceSuccessorWith(header_, together);
            branch(at, own.goes_on, own.when, rest, own.past);
        }
    }

    void copy_loop(ValueToValueMapTy& copies) {
        SmallVector<BasicBlock*> made;
        for (BasicBlock* old : loop_.blocks()) {
            BasicBlock* copy = CloneBasicBlock(old, copies, ".together", &kernel_);
            copies[old] = copy;
            made.push_back(copy);
        }
        remapInstructionsInBlocks(made, copies);
    }

    static Value* map(ValueToValueMapTy& copies, Value* value) {
        const auto found = copies.find(value);
        return found == copies.end() ? value : static_cast<Value*>(found->second);
    }

    /// A branch's condition, when it leads on, and where to otherwise.
    struct ways_of {
        Value* goes_on;
        bool when;
        BasicBlock* past;
    };

    static ways_of ways(const BranchInst& branch, const BasicBlock* on) {
        const bool when = branch.getSuccessor(0) == on;
        return {branch.getCondition(), when, branch.getSuccessor(when ? 1 : 0)};
    }

    static void branch(IRBuilder<>& at, Value* condition, bool when, BasicBlock* on, BasicBlock* past) {
        at.CreateCondBr(condition, when ? on : past, when ? past : on);
    }

    /// `at`: where those meet who could not enter together and those who have left together.
    void enter_under_guard(IRBuilder<>& at, const ways_of& own, BasicBlock& together) {
        BasicBlock *meet = at.GetInsertBlock(), *before = guard_->getParent();
        BasicBlock* latch = together_latch(*meet);
        const ways_of into = ways(*guard_, preheader_);
        PHINode* condition = at.CreatePHI(at.getInt1Ty(), 2, "goes.on");
        PHINode* was_in = at.CreatePHI(at.getInt1Ty(), 2, "was.in");
        IRBuilder<> from(guard_);
        condition->addIncoming(into.when == own.when ? into.goes_on : from.CreateNot(into.goes_on), before);
        condition->addIncoming(own.goes_on, latch);
        was_in->addIncoming(at.getFalse(), before);
        was_in->addIncoming(at.getTrue(), latch);
        BasicBlock* past = block("past");
        branch(at, condition, own.when, preheader_, past);
        at.SetInsertPoint(past);
        at.CreateCondBr(was_in, own.past, into.past);
        from.CreateCondBr(all_enter_, &together, meet);
        guard_->eraseFromParent();
    }

    /// The block that ends in the branch back to the copied header or to `meet`.
    static BasicBlock* together_latch(BasicBlock& meet) { return *pred_begin(&meet); }

    Function& kernel_;
    Loop& loop_;
    const uniformity& values_;
    affine_ids affine_;
    BasicBlock *header_, *latch_, *preheader_;
    BranchInst* guard_ = nullptr;  // that only some of the group take into the preheader
    comparison stay_{}, enter_{};
    Value *all_stay_ = nullptr, *all_enter_ = nullptr;
    SmallVector<AllocaInst*> variables_;
};

}  // namespace

bool split_index_set(Function& kernel, Loop& loop, const uniformity& values) {
    return splitter(kernel, loop, values).run();
}

}  // namespace ndweave::compiler
