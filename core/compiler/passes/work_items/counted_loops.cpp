#include "compiler/passes/work_items/counted_loops.hpp"

#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// No loop over a group's work-items has more iterations; flat loops have as many as they like.
constexpr std::uint64_t max_iterations = 1 << 20;

/// What an integer grows by in each iteration; null where that is not the same.
Value* step_of(const Loop& loop, const PHINode& phi) {
    Value* step = nullptr;
    const bool counts = phi.getType()->isIntegerTy() &&
                        match(next_of(loop, phi), m_c_Add(m_Specific(&phi), m_Value(step))) &&
                        loop.isLoopInvariant(step);
    return counts ? step : nullptr;
}

/// A sum of the id and what does not change. Scalar evolution takes its flags only where poison would be an error
/// in every iteration; here it would be one in those that are not idle.
bool is_poison_if_it_wraps(const Loop& loop, const PHINode& id, Value& value, bool is_signed) {
    const auto* sum = dyn_cast<OverflowingBinaryOperator>(&value);
    if (!sum || sum->getOpcode() != Instruction::Add) return false;
    if (!(is_signed ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap())) return false;
    Value* first = nullptr;
    return match(&value,
                 m_c_Add(m_CombineOr(m_ZExtOrSelf(m_Specific(&id)), m_Trunc(m_Specific(&id))), m_Value(first))) &&
           loop.isLoopInvariant(first);
}

/// The first of a loop's `trips` iterations, at least one, in which `from` + iteration compares to `bound` as
/// `predicate` says, and the one behind the last.
std::pair<Value*, Value*> iterations_of(IRBuilder<>& at, CmpInst::Predicate predicate, Value* from, Value* bound,
                                        Value* trips) {
    Value* none = ConstantInt::get(trips->getType(), 0);
    Value* distance = at.CreateSub(bound, from);
    // In the wider of the two types nothing is cut off.
    const unsigned bits = std::max(distance->getType()->getIntegerBitWidth(), trips->getType()->getIntegerBitWidth());
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
    Value* count = with_equal
                       ? at.CreateAdd(at.CreateBinaryIntrinsic(Intrinsic::umin, distance, at.CreateSub(all, one)), one)
                       : at.CreateBinaryIntrinsic(Intrinsic::umin, distance, all);
    count = at.CreateSelect(at.CreateICmp(reaches, from, bound), narrow(count), none);
    return below ? std::pair{none, count} : std::pair{count, trips};
}

}  // namespace

Value* next_of(const Loop& loop, const PHINode& phi) { return phi.getIncomingValueForBlock(loop.getLoopLatch()); }

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

Value* value_of_no_iteration(const Loop& loop, const counted_loop& counted, const PHINode& phi) {
    Value* last = phi.getIncomingValueForBlock(loop.getLoopLatch());
    for (PHINode* carried : counted.carried) {
        if (next_of(loop, *carried) == last) return carried->getIncomingValueForBlock(loop.getLoopPreheader());
    }
    return last;
}

void begin_later(PHINode& counter, Value& step, Value& iterations, BasicBlock& before) {
    IRBuilder<> at(before.getTerminator());
    Value* const times = at.CreateZExtOrTrunc(&iterations, counter.getType());
    counter.setIncomingValueForBlock(
        &before, at.CreateAdd(counter.getIncomingValueForBlock(&before), at.CreateMul(times, &step)));
}

std::optional<id_test> id_tests::find(const Loop& loop, const counted_loop& counted, Use& condition, bool live) {
    Value *a = nullptr, *b = nullptr;
    if (condition->hasOneUse() && match(condition.get(), m_Not(m_Value(a)))) {
        auto* opposite = cast<Instruction>(condition.get());
        return find(loop, counted, opposite->getOperandUse(isa<Constant>(opposite->getOperand(0))), !live);
    }
    const bool parts = live ? match(condition.get(), m_LogicalAnd(m_Value(a), m_Value(b)))
                            : match(condition.get(), m_LogicalOr(m_Value(a), m_Value(b)));
    if (parts && condition->hasOneUse()) {
        auto* whole = cast<Instruction>(condition.get());
        const unsigned second = isa<SelectInst>(whole) ? (live ? 1 : 2) : 1;
        if (const auto first = find(loop, counted, whole->getOperandUse(0), live)) return first;
        return find(loop, counted, whole->getOperandUse(second), live);
    }
    auto* comparison = dyn_cast<ICmpInst>(condition.get());
    if (!comparison) return {};
    for (unsigned side : {0u, 1u}) {
        Value* bound = comparison->getOperand(1 - side);
        const SCEVAddRecExpr* index =
            as_index(loop, *counted.id, *comparison->getOperand(side), comparison->isSigned());
        if (!index || !counts(*index, counted) || !loop.isLoopInvariant(bound)) continue;
        CmpInst::Predicate predicate = side ? comparison->getSwappedPredicate() : comparison->getPredicate();
        if (!live) predicate = CmpInst::getInversePredicate(predicate);
        if (predicate == CmpInst::ICMP_NE && match(bound, m_Zero())) predicate = CmpInst::ICMP_UGT;
        if (predicate == CmpInst::ICMP_NE) continue;
        return id_test{&condition, live, index->getStart(), predicate, bound};
    }
    return {};
}

/// `value` as a number that grows by one an iteration and does not wrap.
const SCEVAddRecExpr* id_tests::as_index(const Loop& loop, const PHINode& id, Value& value, bool is_signed) {
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

/// Whether all numbers that the id takes are different ones of the index's type: below the loop's end, or one
/// alone.
bool id_tests::counts(const SCEVAddRecExpr& index, const counted_loop& counted) {
    const unsigned bits = index.getType()->getIntegerBitWidth();
    if (bits >= counted.id->getType()->getIntegerBitWidth()) return true;
    ScalarEvolution& evolution = analyses_.evolution;
    return evolution.getUnsignedRangeMax(evolution.getSCEV(counted.test->getOperand(1))).ule(std::uint64_t{1} << bits);
}

tested_iterations id_tests::compute(const Loop& loop, const counted_loop& counted, const id_test& test,
                                    BasicBlock& before, bool begins_below) {
    IRBuilder<> at(before.getTerminator());
    SCEVExpander expander(analyses_.evolution, before.getDataLayout(), "iteration");
    Value* from = at.CreateFreeze(expander.expandCodeFor(test.start, test.bound->getType(), before.getTerminator()));
    at.SetInsertPoint(before.getTerminator());
    Value* begin = counted.id->getIncomingValueForBlock(loop.getLoopPreheader());
    Value* end = counted.test->getOperand(1);
    // The body runs once however late it begins.
    if (!begins_below)
        end = at.CreateBinaryIntrinsic(Intrinsic::umax, end,
                                       at.CreateNUWAdd(begin, ConstantInt::get(begin->getType(), 1)));
    Value* trips = at.CreateSub(end, begin, "trips", true, begins_below);
    const auto [first, past] = iterations_of(at, test.predicate, from, at.CreateFreeze(test.bound), trips);
    return {begin, end, first, past};
}

bool id_tests::begins_below_end(const Loop& loop, const counted_loop& counted) {
    ScalarEvolution& evolution = analyses_.evolution;
    return evolution.isLoopEntryGuardedByCond(
        &loop, CmpInst::ICMP_ULT, evolution.getSCEV(counted.id->getIncomingValueForBlock(loop.getLoopPreheader())),
        evolution.getSCEV(counted.test->getOperand(1)));
}

}  // namespace ndweave::compiler
