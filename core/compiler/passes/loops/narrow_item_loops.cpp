#include "compiler/passes/loops/narrow_item_loops.hpp"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <optional>

#include "compiler/kernel_attributes.hpp"
#include "compiler/llvm_passes.hpp"
#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// id = begin; do { … } while (++id < end);
struct counted_loop {
    PHINode* id;
    ICmpInst* test;
};

/// Such a loop that carries and leaves no other values.
std::optional<counted_loop> as_counted(const Loop& loop) {
    BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
    if (!latch || !loop.getLoopPreheader() || loop.getExitingBlock() != latch) return {};
    auto* back = dyn_cast<BranchInst>(latch->getTerminator());  // a switch where the region goes on in several ways
    if (!back || !back->isConditional()) return {};
    auto* test = dyn_cast<ICmpInst>(back->getCondition());
    auto* id = dyn_cast<PHINode>(&header->front());
    if (!test || !id || header->getFirstNonPHI() != id->getNextNode() || back->getSuccessor(0) != header) return {};
    Value* next = id->getIncomingValueForBlock(latch);
    const bool ascends = test->getPredicate() == CmpInst::ICMP_ULT && test->getOperand(0) == next &&
                         match(next, m_NUWAdd(m_Specific(id), m_One())) && loop.isLoopInvariant(test->getOperand(1));
    if (!ascends) return {};
    for (BasicBlock* block : loop.blocks()) {
        for (Instruction& i : *block) {
            const auto outside = [&](User* user) { return !loop.contains(cast<Instruction>(user)); };
            if (any_of(i.users(), outside)) return {};
        }
    }
    return counted_loop{id, test};
}

/// The turns [0, count) of a loop, of all its `trips`, in which a comparison holds, or all but those.
struct turns {
    Value* first;
    Value* last;
};

class narrower {
public:
    explicit narrower(Function& kernel, bool flat = false) : flat_(flat), analyses_(kernel) {}

    bool run() {
        return any_of(analyses_.loops.getLoopsInPreorder(), [&](Loop* loop) { return narrow(*loop); });
    }

private:
    bool narrow(Loop& loop) {
        if (flat_ && !(loop.isInnermost() && loop.isAnnotatedParallel())) return false;
        const auto counted = as_counted(loop);
        BranchInst* guard = counted ? find_guard(loop) : nullptr;
        if (!guard) return false;
        for (unsigned live : {0u, 1u}) {
            if (!is_idle(loop, *guard->getSuccessor(1 - live))) continue;
            if (narrow_to(loop, *counted, guard->getOperandUse(0), live == 0)) return true;
        }
        return false;
    }

    /// The branch that every turn comes to before it has had an effect.
    static BranchInst* find_guard(const Loop& loop) {
        BasicBlock* block = loop.getHeader();
        while (none_of(*block, [](const Instruction& i) { return i.mayHaveSideEffects(); })) {
            auto* branch = dyn_cast<BranchInst>(block->getTerminator());
            if (!branch || block == loop.getLoopLatch()) return nullptr;
            if (branch->isConditional()) return branch;
            block = branch->getSuccessor(0);
        }
        return nullptr;
    }

    /// Whether a turn that takes `way` ends without effect.
    bool is_idle(const Loop& loop, BasicBlock& way) const {
        SetVector<BasicBlock*> ahead;
        ahead.insert(&way);
        for (unsigned i = 0; i < ahead.size(); ++i) {
            BasicBlock* block = ahead[i];
            const auto effect = [](const Instruction& each) { return each.mayHaveSideEffects(); };
            if (analyses_.loops.getLoopFor(block) != &loop || any_of(*block, effect)) return false;
            if (block != loop.getLoopLatch()) ahead.insert(succ_begin(block), succ_end(block));
        }
        return true;
    }

    /// Narrows the loop to the turns in which the condition, or a part of it, has the value `live`.
    bool narrow_to(Loop& loop, const counted_loop& counted, Use& condition, bool live) {
        Value *a = nullptr, *b = nullptr;
        if (condition->hasOneUse() && match(condition.get(), m_Not(m_Value(a)))) {
            auto* opposite = cast<Instruction>(condition.get());
            return narrow_to(loop, counted, opposite->getOperandUse(isa<Constant>(opposite->getOperand(0))), !live);
        }
        const bool parts = live ? match(condition.get(), m_LogicalAnd(m_Value(a), m_Value(b)))
                                : match(condition.get(), m_LogicalOr(m_Value(a), m_Value(b)));
        if (parts && condition->hasOneUse()) {
            auto* whole = cast<Instruction>(condition.get());
            const unsigned second = isa<SelectInst>(whole) ? (live ? 1 : 2) : 1;
            return narrow_to(loop, counted, whole->getOperandUse(0), live) ||
                   narrow_to(loop, counted, whole->getOperandUse(second), live);
        }
        auto* comparison = dyn_cast<ICmpInst>(condition.get());
        if (!comparison) return false;
        for (unsigned side : {0u, 1u}) {
            Value* bound = comparison->getOperand(1 - side);
            const SCEVAddRecExpr* index = as_index(loop, *comparison->getOperand(side), comparison->isSigned());
            if (!index || !counts(*index, *counted.id) || !loop.isLoopInvariant(bound)) continue;
            CmpInst::Predicate predicate = side ? comparison->getSwappedPredicate() : comparison->getPredicate();
            if (!live) predicate = CmpInst::getInversePredicate(predicate);
            if (predicate == CmpInst::ICMP_NE) continue;
            restrict_turns(loop, counted, *index->getStart(), predicate, *bound);
            condition.set(ConstantInt::getBool(comparison->getContext(), live));
            return true;
        }
        return false;
    }

    /// `value` as a number that grows by one a turn and does not wrap.
    const SCEVAddRecExpr* as_index(const Loop& loop, Value& value, bool is_signed) {
        if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() < 32) return nullptr;
        const auto* index = dyn_cast<SCEVAddRecExpr>(analyses_.evolution.getSCEV(&value));
        if (!index || index->getLoop() != &loop || !index->isAffine() ||
            !index->getStepRecurrence(analyses_.evolution)->isOne()) {
            return nullptr;
        }
        const unsigned bits = value.getType()->getIntegerBitWidth();
        const APInt start = is_signed ? analyses_.evolution.getSignedRangeMax(index->getStart())
                                      : analyses_.evolution.getUnsignedRangeMax(index->getStart());
        const APInt largest = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
        const bool wraps = is_signed ? start.sgt(largest - most_turns) : start.ugt(largest - most_turns);
        const bool known = is_signed ? index->hasNoSignedWrap() : index->hasNoUnsignedWrap();
        return known || (!flat_ && !wraps) ? index : nullptr;
    }

    /// Whether all turns that `id` may take are different numbers of the index's type.
    static bool counts(const SCEVAddRecExpr& index, const PHINode& id) {
        return index.getType()->getIntegerBitWidth() >= id.getType()->getIntegerBitWidth();
    }

    /// Leaves of the loop's turns those in which `start` + turn compares to `bound` as `predicate` says.
    void restrict_turns(Loop& loop, const counted_loop& counted, const SCEV& start, CmpInst::Predicate predicate,
                        Value& bound) {
        BasicBlock* before = loop.getLoopPreheader();
        const bool begins_below = !flat_ || begins_below_end(loop, counted);
        BasicBlock* inside = SplitBlock(before, before->getTerminator());
        IRBuilder<> at(before->getTerminator());
        SCEVExpander expander(analyses_.evolution, before->getDataLayout(), "turn");
        Value* from = at.CreateFreeze(expander.expandCodeFor(&start, bound.getType(), before->getTerminator()));
        at.SetInsertPoint(before->getTerminator());
        Value* begin = counted.id->getIncomingValueForBlock(inside);
        Value* last = counted.test->getOperand(1);
        // The body runs once however late it begins.
        if (!begins_below)
            last = at.CreateBinaryIntrinsic(Intrinsic::umax, last,
                                            at.CreateNUWAdd(begin, ConstantInt::get(begin->getType(), 1)));
        Value* trips = at.CreateSub(last, begin, "trips", true, begins_below);
        const turns left = turns_of(at, predicate, from, at.CreateFreeze(&bound), trips);
        Value* first = at.CreateNUWAdd(begin, left.first, "first");
        Value* end = at.CreateNUWAdd(begin, left.last, "end");
        BasicBlock* after = loop.getExitBlock();
        for (PHINode& phi : after->phis()) phi.addIncoming(phi.getIncomingValueForBlock(loop.getLoopLatch()), before);
        ReplaceInstWithInst(before->getTerminator(),
                            BranchInst::Create(inside, after, at.CreateICmpULT(first, end, "any")));
        counted.id->setIncomingValueForBlock(inside, first);
        counted.test->setOperand(1, end);
    }

    /// Loops over work-items do; of flat loops, which may be the program's own, a test in front says it.
    bool begins_below_end(const Loop& loop, const counted_loop& counted) {
        ScalarEvolution& evolution = analyses_.evolution;
        return evolution.isLoopEntryGuardedByCond(
            &loop, CmpInst::ICMP_ULT, evolution.getSCEV(counted.id->getIncomingValueForBlock(loop.getLoopPreheader())),
            evolution.getSCEV(counted.test->getOperand(1)));
    }

    /// `trips` is at least 1.
    static turns turns_of(IRBuilder<>& at, CmpInst::Predicate predicate, Value* from, Value* bound, Value* trips) {
        Value* none = ConstantInt::get(trips->getType(), 0);
        Value* distance = at.CreateSub(bound, from);
        Value* all = at.CreateZExtOrTrunc(trips, distance->getType());
        const auto narrow = [&](Value* turn) { return at.CreateTrunc(turn, trips->getType()); };
        if (predicate == CmpInst::ICMP_EQ) {
            Value* within = at.CreateICmpULT(distance, all);
            Value* turn = narrow(distance);
            return {at.CreateSelect(within, turn, none),
                    at.CreateSelect(within, at.CreateNUWAdd(turn, ConstantInt::get(trips->getType(), 1)), none)};
        }
        // Turns in which the index is below the bound, or at most equal to it: the first ones. Else the others.
        const bool is_signed = CmpInst::isSigned(predicate);
        const bool below = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
        const bool with_equal = ICmpInst::isLE(predicate) || ICmpInst::isGT(predicate);
        const CmpInst::Predicate reaches = is_signed    ? with_equal ? CmpInst::ICMP_SLE : CmpInst::ICMP_SLT
                                           : with_equal ? CmpInst::ICMP_ULE
                                                        : CmpInst::ICMP_ULT;
        Value* one = ConstantInt::get(all->getType(), 1);
        Value* count =
            with_equal ? at.CreateAdd(at.CreateBinaryIntrinsic(Intrinsic::umin, distance, at.CreateSub(all, one)), one)
                       : at.CreateBinaryIntrinsic(Intrinsic::umin, distance, all);
        count = at.CreateSelect(at.CreateICmp(reaches, from, bound), narrow(count), none);
        return below ? turns{none, count} : turns{count, trips};
    }

    /// No loop over a group's work-items turns more often; flat loops turn as often as they like.
    static constexpr std::uint64_t most_turns = 1 << 20;

    const bool flat_;
    loop_analyses analyses_;
};

FunctionPassManager normal_form() {
    FunctionPassManager passes;
    passes.addPass(LoopSimplifyPass());
    passes.addPass(LCSSAPass());
    LoopPassManager hoist;
    hoist.addPass(LICMPass(LICMOptions()));
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(hoist), /*UseMemorySSA=*/true));
    return passes;
}

void fold_branches(Function& kernel) {
    for (BasicBlock& block : kernel) {
        for (Instruction& i : make_early_inc_range(block)) {
            if (Value* simple = simplifyInstruction(&i, kernel.getDataLayout())) i.replaceAllUsesWith(simple);
        }
    }
    for (BasicBlock& block : make_early_inc_range(kernel)) ConstantFoldTerminator(&block, true);
    removeUnreachableBlocks(kernel);
}

}  // namespace

unsigned narrow_item_loops(Function& kernel) {
    constexpr unsigned enough = 64;
    unsigned gone = 0;
    for (run_passes(kernel, normal_form()); gone < enough && narrower(kernel).run(); ++gone) {
        fold_branches(kernel);
        run_passes(kernel, normal_form());
    }
    if (gone != 0) add_to_count(kernel, narrowed_guards, gone);
    return gone;
}

PreservedAnalyses narrow_flat_loops::run(Function& function, FunctionAnalysisManager&) {
    bool changed = false;
    while (narrower(function, true).run()) {
        fold_branches(function);
        run_passes(function, normal_form());
        changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
