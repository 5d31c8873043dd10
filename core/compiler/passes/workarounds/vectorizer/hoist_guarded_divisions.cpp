#include "compiler/passes/workarounds/vectorizer/hoist_guarded_divisions.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_seen_in_this_llvm, "try without");

using namespace llvm;

namespace {

/// In a loop with several latches every division counts as guarded.
bool is_guarded_division(const Instruction& i, const Loop& loop, const DominatorTree& dominators) {
    if (!i.isIntDivRem() || isSafeToSpeculativelyExecute(&i)) return false;
    const BasicBlock* const latch = loop.getLoopLatch();
    return !latch || !dominators.dominates(i.getParent(), latch);
}

/// `by`, or 1 where a division by it would trap.
Value* harmless_divisor(IRBuilder<>& at, const Instruction& division, Value* dividend, Value* by) {
    Type* const type = by->getType();
    Value* traps = at.CreateICmpEQ(by, ConstantInt::get(type, 0));
    if (division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem) {
        Constant* const least = ConstantInt::get(type, APInt::getSignedMinValue(type->getScalarSizeInBits()));
        Value* const overflows =
            at.CreateAnd(at.CreateICmpEQ(dividend, least), at.CreateICmpEQ(by, ConstantInt::getAllOnesValue(type)));
        traps = at.CreateOr(traps, overflows);
    }
    return at.CreateSelect(traps, ConstantInt::get(type, 1), by);
}

void hoist(Instruction& division, BasicBlock& preheader) {
    IRBuilder<> at(preheader.getTerminator());
    at.SetCurrentDebugLocation(division.getDebugLoc());
    Value* const dividend = at.CreateFreeze(division.getOperand(0));
    Value* const by = harmless_divisor(at, division, dividend, at.CreateFreeze(division.getOperand(1)));
    division.setOperand(0, dividend);
    division.setOperand(1, by);
    division.dropPoisonGeneratingFlags();
    division.moveBefore(preheader.getTerminator());
}

void hide(Instruction& division) {
    auto* const hidden = new FreezeInst(&division, "hidden", std::next(division.getIterator()));
    division.replaceUsesWithIf(hidden, [&](const Use& use) { return use.getUser() != hidden; });
}

bool treat(Loop& loop, const DominatorTree& dominators) {
    SmallVector<Instruction*> divisions;
    for (BasicBlock* block : loop.blocks()) {
        for (Instruction& i : *block) {
            if (is_guarded_division(i, loop, dominators)) divisions.push_back(&i);
        }
    }
    BasicBlock* const preheader = loop.getLoopPreheader();
    for (Instruction* each : divisions) {
        preheader&& loop.hasLoopInvariantOperands(each) ? hoist(*each, *preheader) : hide(*each);
    }
    return !divisions.empty();
}

}  // namespace

PreservedAnalyses hoist_guarded_divisions::run(Function& function, FunctionAnalysisManager& analyses) {
    const auto& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    bool changed = false;
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (loop->isInnermost()) changed |= treat(*loop, dominators);
    }
    if (!changed) return PreservedAnalyses::all();
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
}

}  // namespace ndweave::compiler
