#include "compiler/passes/workarounds/vectorizer/keep_wrap_checks.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>

#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_before_llvm(22), "LLVM 22 has the fix");

using namespace llvm;

namespace {

/// Whether it widens a counter of the loop that begins with 0 and goes up by more than one, and may wrap around.
bool widens_steps(Instruction& i, const Loop& loop, ScalarEvolution& evolution) {
    if (!i.getType()->isIntegerTy() || !(isa<ZExtInst>(i) || i.getOpcode() == Instruction::And)) return false;
    return SCEVExprContains(evolution.getSCEV(&i), [&](const SCEV* part) {
        const auto* const wide = dyn_cast<SCEVZeroExtendExpr>(part);
        const auto* const counter = wide ? dyn_cast<SCEVAddRecExpr>(wide->getOperand()) : nullptr;
        if (!counter || counter->getLoop() != &loop || !counter->isAffine()) return false;
        const SCEV* const step = counter->getStepRecurrence(evolution);
        return counter->getStart()->isZero() && !step->isOne() && evolution.isKnownPositive(step);
    });
}

/// Whether the next iteration's value adds to the low bits of this one's: what LLVM takes for a counter.
bool adds_to_low_bits(Value& next, PHINode& phi, ScalarEvolution& evolution) {
    const auto* const sum = dyn_cast<SCEVAddExpr>(evolution.getSCEV(&next));
    return sum && any_of(sum->operands(), [&](const SCEV* part) {
               const auto* const wide = dyn_cast<SCEVZeroExtendExpr>(part);
               const auto* const low = wide ? dyn_cast<SCEVTruncateExpr>(wide->getOperand()) : nullptr;
               return low != nullptr && low->getOperand() == evolution.getSCEV(&phi);
           });
}

bool counts_in_low_bits(PHINode& phi, const Loop& loop, ScalarEvolution& evolution) {
    return phi.getType()->isIntegerTy() && any_of(phi.blocks(), [&](BasicBlock* from) {
               return loop.contains(from) && adds_to_low_bits(*phi.getIncomingValueForBlock(from), phi, evolution);
           });
}

struct beginnings {
    SmallVector<PHINode*> counters;
    SmallVector<Instruction*> widenings;
};

beginnings find(const Loop& loop, ScalarEvolution& evolution) {
    beginnings found;
    for (PHINode& phi : loop.getHeader()->phis()) {
        if (counts_in_low_bits(phi, loop, evolution)) found.counters.push_back(&phi);
    }
    if (loop.isAnnotatedParallel()) return found;
    for (BasicBlock* block : loop.blocks()) {
        for (Instruction& i : *block) {
            if (widens_steps(i, loop, evolution)) found.widenings.push_back(&i);
        }
    }
    return found;
}

bool keep_checks_of(const Loop& loop, ScalarEvolution& evolution, const keep_wrap_checks::maker& zero) {
    const beginnings found = find(loop, evolution);
    IRBuilder<> first(&*loop.getHeader()->getParent()->getEntryBlock().getFirstInsertionPt());
    const auto add_zero = [&](Value& to, Instruction& before) {
        return IRBuilder<>(&before).CreateAdd(&to, zero(first, to.getType()));
    };
    for (PHINode* phi : found.counters) {
        for (Use& incoming : phi->incoming_values()) {
            BasicBlock* const from = phi->getIncomingBlock(incoming);
            if (!loop.contains(from)) incoming.set(add_zero(*incoming, *from->getTerminator()));
        }
    }
    for (Instruction* each : found.widenings) each->setOperand(0, add_zero(*each->getOperand(0), *each));
    return !found.counters.empty() || !found.widenings.empty();
}

}  // namespace

Value* keep_wrap_checks::zero_until_combined(IRBuilder<>& at, Type* type) {
    Value* const any = at.CreateFreeze(PoisonValue::get(type));
    return at.CreateAnd(any, at.CreateNot(any));
}

PreservedAnalyses keep_wrap_checks::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    bool changed = false;
    for (const Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (loop->isInnermost()) changed |= keep_checks_of(*loop, evolution, zero);
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
