#include "compiler/passes/work_items/narrow_item_loops.hpp"

#include <llvm/Analysis/InstructionSimplify.h>
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
#include "compiler/pass_manager/llvm_passes.hpp"
#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// id = begin; do { … } while (++id < end);
struct counted_loop {
    PHINode* id;
    ICmpInst* test;
    /// Others that take a step, the same in each iteration.
    SmallVector<std::pair<PHINode*, Value*>> counters;
    /// The rest: what they have at the loop's end may be used behind it.
    SmallVector<PHINode*> carried;
};

/// What `phi` has in the next iteration.
Value* next_of(const Loop& loop, const PHINode& phi) { return phi.getIncomingValueForBlock(loop.getLoopLatch()); }

/// What an integer grows by in each iteration; null where that is not the same.
Value* step_of(const Loop& loop, const PHINode& phi) {
    Value* step = nullptr;
    const bool counts = phi.getType()->isIntegerTy() &&
                        match(next_of(loop, phi), m_c_Add(m_Specific(&phi), m_Value(step))) &&
                        loop.isLoopInvariant(step);
    return counts ? step : nullptr;
}

/// Such a loop that leaves no other values than those it carries.
std::optional<counted_loop> as_counted(const Loop& loop) {
    BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
    if (!latch || !loop.getLoopPreheader() || loop.getExitingBlock() != latch) return {};
    auto* back = dyn_cast<BranchInst>(latch->getTerminator());  // a switch where the region goes on in several ways
    if (!back || !back->isConditional()) return {};
    auto* test = dyn_cast<ICmpInst>(back->getCondition());
    if (!test || back->getSuccessor(0) != header) return {};
    const auto is_id = [&](const PHINode& phi) {
        return test->getOperand(0) == next_of(loop, phi) &&
               match(next_of(loop, phi), m_NUWAdd(m_Specific(&phi), m_One()));
    };
    counted_loop counted{nullptr, test, {}, {}};
    SmallPtrSet<const Value*, 4> left;
    for (PHINode& phi : header->phis()) {
        if (is_id(phi)) {
            counted.id = &phi;
        } else if (Value* const step = step_of(loop, phi)) {
            counted.counters.emplace_back(&phi, step);
        } else {
            counted.carried.push_back(&phi);
            left.insert(next_of(loop, phi));
        }
    }
    if (!counted.id || test->getPredicate() != CmpInst::ICMP_ULT || !loop.isLoopInvariant(test->getOperand(1)))
        return {};
    for (BasicBlock* block : loop.blocks()) {
        for (Instruction& i : *block) {
            const auto fits = [&](const User* user) {
                const auto* by = cast<Instruction>(user);
                return loop.contains(by) ||
                       (left.contains(&i) && isa<PHINode>(by) && by->getParent() == loop.getExitBlock());
            };
            if (!all_of(i.users(), fits)) return {};
        }
    }
    return counted;
}

/// The iterations [0, count) of a loop, of all its `trips`, in which a comparison holds, or all but those.
struct iterations {
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
            const auto idle = idle_blocks(loop, *guard->getSuccessor(1 - live));
            const auto stays = [&](PHINode* phi) {
                return keeps(*phi, *next_of(loop, *phi), *guard->getParent(), idle);
            };
            if (idle.empty() || !all_of(counted->carried, stays)) continue;
            if (narrow_to(loop, *counted, guard->getOperandUse(0), live == 0)) return true;
        }
        return false;
    }

    /// The branch that every iteration comes to before it has had an effect.
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

    /// What an iteration that takes `way` may come through up to its end; none if that may have an effect.
    SetVector<BasicBlock*> idle_blocks(const Loop& loop, BasicBlock& way) const {
        SetVector<BasicBlock*> ahead;
        ahead.insert(&way);
        for (unsigned i = 0; i < ahead.size(); ++i) {
            BasicBlock* block = ahead[i];
            const auto effect = [](const Instruction& each) { return each.mayHaveSideEffects(); };
            if (analyses_.loops.getLoopFor(block) != &loop || any_of(*block, effect)) return {};
            if (block != loop.getLoopLatch()) ahead.insert(succ_begin(block), succ_end(block));
        }
        return ahead;
    }

    /// Whether `next` is what `carried` was, in an iteration that goes from the guard through idle blocks alone.
    static bool keeps(PHINode& carried, Value& next, const BasicBlock& guard, const SetVector<BasicBlock*>& idle) {
        if (&next == &carried) return true;
        auto* merged = dyn_cast<PHINode>(&next);
        if (!merged || !idle.contains(merged->getParent())) return false;
        return all_of(merged->blocks(), [&](BasicBlock* from) {
            return (from != &guard && !idle.contains(from)) ||
                   keeps(carried, *merged->getIncomingValueForBlock(from), guard, idle);
        });
    }

    /// Narrows the loop to the iterations in which the condition, or a part of it, has the value `live`.
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
            const SCEVAddRecExpr* index =
                as_index(loop, *counted.id, *comparison->getOperand(side), comparison->isSigned());
            if (!index || !counts(*index, counted) || !loop.isLoopInvariant(bound)) continue;
            CmpInst::Predicate predicate = side ? comparison->getSwappedPredicate() : comparison->getPredicate();
            if (!live) predicate = CmpInst::getInversePredicate(predicate);
            if (predicate == CmpInst::ICMP_NE && match(bound, m_Zero())) predicate = CmpInst::ICMP_UGT;
            if (predicate == CmpInst::ICMP_NE) continue;
            restrict_iterations(loop, counted, *index->getStart(), predicate, *bound);
            condition.set(ConstantInt::getBool(comparison->getContext(), live));
            return true;
        }
        return false;
    }

    /// `value` as a number that grows by one an iteration and does not wrap.
    const SCEVAddRecExpr* as_index(const Loop& loop, const PHINode& id, Value& value, bool is_signed) {
        if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() < 32) return nullptr;
        const SCEVAddRecExpr* const index = unit_step_recurrence(value, loop, analyses_.evolution);
        if (!index) return nullptr;
        const unsigned bits = value.getType()->getIntegerBitWidth();
        const APInt start = is_signed ? analyses_.evolution.getSignedRangeMax(index->getStart())
                                      : analyses_.evolution.getUnsignedRangeMax(index->getStart());
        const APInt largest = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
        const bool wraps = is_signed ? start.sgt(largest - max_iterations) : start.ugt(largest - max_iterations);
        const bool known = is_signed ? index->hasNoSignedWrap() : index->hasNoUnsignedWrap();
        return known || is_poison_if_it_wraps(loop, id, value, is_signed) || (!flat_ && !wraps) ? index : nullptr;
    }

    /// A sum of the id and what does not change. Scalar evolution takes its flags only where poison would be an error
    /// in every iteration; here it would be one in those that are not idle.
    static bool is_poison_if_it_wraps(const Loop& loop, const PHINode& id, Value& value, bool is_signed) {
        const auto* sum = dyn_cast<OverflowingBinaryOperator>(&value);
        if (!sum || sum->getOpcode() != Instruction::Add) return false;
        if (!(is_signed ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap())) return false;
        Value* first = nullptr;
        return match(&value,
                     m_c_Add(m_CombineOr(m_ZExtOrSelf(m_Specific(&id)), m_Trunc(m_Specific(&id))), m_Value(first))) &&
               loop.isLoopInvariant(first);
    }

    /// Whether all numbers that the id takes are different ones of the index's type: below the loop's end, or one
    /// alone.
    bool counts(const SCEVAddRecExpr& index, const counted_loop& counted) {
        const unsigned bits = index.getType()->getIntegerBitWidth();
        if (bits >= counted.id->getType()->getIntegerBitWidth()) return true;
        ScalarEvolution& evolution = analyses_.evolution;
        return evolution.getUnsignedRangeMax(evolution.getSCEV(counted.test->getOperand(1)))
            .ule(std::uint64_t{1} << bits);
    }

    /// Leaves of the loop's iterations those in which `start` + iteration compares to `bound` as `predicate` says.
    void restrict_iterations(Loop& loop, const counted_loop& counted, const SCEV& start, CmpInst::Predicate predicate,
                             Value& bound) {
        BasicBlock* before = loop.getLoopPreheader();
        const bool begins_below = !flat_ || begins_below_end(loop, counted);
        BasicBlock* inside = SplitBlock(before, before->getTerminator());
        IRBuilder<> at(before->getTerminator());
        SCEVExpander expander(analyses_.evolution, before->getDataLayout(), "iteration");
        Value* from = at.CreateFreeze(expander.expandCodeFor(&start, bound.getType(), before->getTerminator()));
        at.SetInsertPoint(before->getTerminator());
        Value* begin = counted.id->getIncomingValueForBlock(inside);
        Value* last = counted.test->getOperand(1);
        // The body runs once however late it begins.
        if (!begins_below)
            last = at.CreateBinaryIntrinsic(Intrinsic::umax, last,
                                            at.CreateNUWAdd(begin, ConstantInt::get(begin->getType(), 1)));
        Value* trips = at.CreateSub(last, begin, "trips", true, begins_below);
        const iterations left = iterations_of(at, predicate, from, at.CreateFreeze(&bound), trips);
        Value* first = at.CreateNUWAdd(begin, left.first, "first");
        Value* end = at.CreateNUWAdd(begin, left.last, "end");
        BasicBlock* after = loop.getExitBlock();
        for (PHINode& phi : after->phis()) phi.addIncoming(value_of_no_iteration(loop, counted, phi), before);
        ReplaceInstWithInst(before->getTerminator(),
                            BranchInst::Create(inside, after, at.CreateICmpULT(first, end, "any")));
        counted.id->setIncomingValueForBlock(inside, first);
        counted.test->setOperand(1, end);
        at.SetInsertPoint(inside->getTerminator());
        for (const auto& [counter, step] : counted.counters) begin_later(*counter, *step, *left.first, *inside, at);
    }

    /// What `phi`, behind the loop, has if no iteration runs.
    static Value* value_of_no_iteration(const Loop& loop, const counted_loop& counted, const PHINode& phi) {
        Value* last = phi.getIncomingValueForBlock(loop.getLoopLatch());
        for (PHINode* carried : counted.carried) {
            if (next_of(loop, *carried) == last) return carried->getIncomingValueForBlock(loop.getLoopPreheader());
        }
        return last;
    }

    static void begin_later(PHINode& counter, Value& step, Value& iterations, BasicBlock& before, IRBuilder<>& at) {
        Value* const times = at.CreateZExtOrTrunc(&iterations, counter.getType());
        counter.setIncomingValueForBlock(
            &before, at.CreateAdd(counter.getIncomingValueForBlock(&before), at.CreateMul(times, &step)));
    }

    /// Loops over work-items do; of flat loops, which may be the program's own, a test in front says it.
    bool begins_below_end(const Loop& loop, const counted_loop& counted) {
        ScalarEvolution& evolution = analyses_.evolution;
        return evolution.isLoopEntryGuardedByCond(
            &loop, CmpInst::ICMP_ULT, evolution.getSCEV(counted.id->getIncomingValueForBlock(loop.getLoopPreheader())),
            evolution.getSCEV(counted.test->getOperand(1)));
    }

    /// `trips` is at least 1.
    static iterations iterations_of(IRBuilder<>& at, CmpInst::Predicate predicate, Value* from, Value* bound,
                                    Value* trips) {
        Value* none = ConstantInt::get(trips->getType(), 0);
        Value* distance = at.CreateSub(bound, from);
        // In the wider of the two types nothing is cut off.
        const unsigned bits =
            std::max(distance->getType()->getIntegerBitWidth(), trips->getType()->getIntegerBitWidth());
        distance = at.CreateZExt(distance, at.getIntNTy(bits));
        Value* all = at.CreateZExt(trips, at.getIntNTy(bits));
        const auto narrow = [&](Value* iteration) { return at.CreateTrunc(iteration, trips->getType()); };
        if (predicate == CmpInst::ICMP_EQ) {
            Value* within = at.CreateICmpULT(distance, all);
            Value* iteration = narrow(distance);
            return {at.CreateSelect(within, iteration, none),
                    at.CreateSelect(within, at.CreateNUWAdd(iteration, ConstantInt::get(trips->getType(), 1)), none)};
        }
        // Iterations in which the index is below the bound, or at most equal to it: the first ones. Else the others.
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
        return below ? iterations{none, count} : iterations{count, trips};
    }

    /// No loop over a group's work-items has more iterations; flat loops have as many as they like.
    static constexpr std::uint64_t max_iterations = 1 << 20;

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
    if (gone != 0) add_to_note(kernel, narrowed_guards, gone);
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
