#include "compiler/passes/counters/split_at_limit.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <optional>

namespace ndweave::compiler {
namespace {

using namespace llvm;
using namespace llvm::PatternMatch;

/// The loop goes on while `next`, which is `phi` and `step`, is less than `bound`.
struct bounded_counter {
    PHINode* phi;
    Value *next, *step, *bound;
    bool is_signed;
};

std::optional<bounded_counter> counter_of(const Loop& loop) {
    const BasicBlock* latch = loop.getLoopLatch();
    const auto* jump = dyn_cast<BranchInst>(latch->getTerminator());
    if (!jump || !jump->isConditional()) return std::nullopt;
    ICmpInst::Predicate predicate;
    Value *next, *bound;
    if (!match(jump->getCondition(), m_ICmp(predicate, m_Value(next), m_Value(bound)))) return std::nullopt;
    if (jump->getSuccessor(0) != loop.getHeader()) predicate = ICmpInst::getInversePredicate(predicate);
    if (loop.isLoopInvariant(next)) {
        std::swap(next, bound);
        predicate = ICmpInst::getSwappedPredicate(predicate);
    }
    if (!ICmpInst::isLT(predicate) || !loop.isLoopInvariant(bound) || !next->getType()->isIntegerTy())
        return std::nullopt;
    for (PHINode& phi : loop.getHeader()->phis()) {
        Value* step;
        if (phi.getIncomingValueForBlock(latch) == next && match(next, m_c_Add(m_Specific(&phi), m_Value(step))) &&
            loop.isLoopInvariant(step))
            return bounded_counter{&phi, next, step, bound, ICmpInst::isSigned(predicate)};
    }
    return std::nullopt;
}

/// Where the counter is less than it, it and the next `more` values are less than the bound, and do not wrap around.
Value* limit_of(const bounded_counter& counter, unsigned more, IRBuilder<>& at) {
    auto* type = cast<IntegerType>(counter.bound->getType());
    const unsigned bits = type->getBitWidth();
    const APInt largest = counter.is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    const APInt smallest = counter.is_signed ? APInt::getSignedMinValue(bits) : APInt::getZero(bits);
    // One comparison for a positive step whose multiple is a number of the type: 0 and what is negative wrap around.
    Value* fits = at.CreateICmpULT(at.CreateSub(counter.step, ConstantInt::get(type, 1)),
                                   ConstantInt::get(type, largest.udiv(more)), "fits");
    Value* distance = at.CreateMul(counter.step, ConstantInt::get(type, more), "distance");
    // The smallest number, which none is less than, where the difference is less than that.
    Value* limit = at.CreateBinaryIntrinsic(counter.is_signed ? Intrinsic::ssub_sat : Intrinsic::usub_sat,
                                            counter.bound, distance);
    return at.CreateSelect(fits, limit, ConstantInt::get(type, smallest), "limit");
}

}  // namespace

Loop* split_at_limit(Loop& loop, unsigned left, LoopInfo& loops, DominatorTree& dominators, ScalarEvolution& evolution,
                     AssumptionCache& assumptions) {
    if (loop.getExitingBlock() != loop.getLoopLatch()) return nullptr;
    const auto counter = counter_of(loop);
    if (!counter) return nullptr;
    evolution.forgetTopmostLoop(&loop);

    BasicBlock *before = loop.getLoopPreheader(), *after = loop.getExitBlock(), *latch = loop.getLoopLatch();
    BasicBlock* inside = SplitBlock(before, before->getTerminator(), &dominators, &loops);
    ValueToValueMapTy copies;
    SmallVector<BasicBlock*> blocks;
    Loop* rest = cloneLoopWithPreheader(after, before, &loop, copies, ".rest", &loops, &dominators, blocks);
    remapInstructionsInBlocks(blocks, copies);
    const auto copy = [&](auto* of) { return cast<std::remove_pointer_t<decltype(of)>>(copies[of]); };
    BasicBlock* between = BasicBlock::Create(after->getContext(), "between", after->getParent(), copy(inside));
    if (Loop* around = loop.getParentLoop()) around->addBasicBlockToLoop(between, loops);

    IRBuilder<> at(before->getTerminator());
    Value* limit = limit_of(*counter, left - 1, at);
    const auto is_less = [&](Value* value, Value* than) {
        return at.CreateICmp(counter->is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, value, than);
    };
    at.CreateCondBr(is_less(counter->phi->getIncomingValueForBlock(inside), limit), inside, copy(inside));
    before->getTerminator()->eraseFromParent();

    auto* jump = cast<BranchInst>(latch->getTerminator());
    at.SetInsertPoint(jump);
    jump->setCondition(is_less(counter->next, limit));
    if (jump->getSuccessor(0) != loop.getHeader()) jump->swapSuccessors();
    jump->setSuccessor(1, between);

    at.SetInsertPoint(between);
    const auto leaving = [&](Value* value) {
        PHINode* phi = at.CreatePHI(value->getType(), 1);
        phi->addIncoming(value, latch);
        return phi;
    };
    IRBuilder<> at_rest(copy(inside)->getTerminator());
    Value* next = nullptr;
    for (PHINode& phi : loop.getHeader()->phis()) {
        PHINode* begin = at_rest.CreatePHI(phi.getType(), 2);
        begin->addIncoming(phi.getIncomingValueForBlock(inside), before);
        PHINode* value = leaving(phi.getIncomingValueForBlock(latch));
        if (&phi == counter->phi) next = value;
        begin->addIncoming(value, between);
        copy(&phi)->setIncomingValueForBlock(copy(inside), begin);
    }
    for (PHINode& phi : after->phis()) {
        Value* value = phi.getIncomingValueForBlock(latch);
        phi.addIncoming(copies.count(value) ? static_cast<Value*>(copies[value]) : value, copy(latch));
        phi.addIncoming(leaving(value), between);
        phi.removeIncomingValue(latch);
    }
    at.CreateCondBr(is_less(next, counter->bound), copy(inside), after);

    dominators.recalculate(*after->getParent());
    simplifyLoop(rest, &dominators, &loops, &evolution, &assumptions, nullptr, true);
    return rest;
}

}  // namespace ndweave::compiler
