#include "compiler/passes/counters/disjoint_counters.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>

namespace ndweave::compiler {

using namespace llvm;

/// Whether `counter` counts in `loop` and stays below the lowest bit that `base` can have.
static bool counts_below(Value* counter, Value* base, const Loop& loop, ScalarEvolution& evolution) {
    const SCEV* const number = evolution.getSCEV(counter);
    return !evolution.isLoopInvariant(number, &loop) && evolution.getUnsignedRangeMax(number).getActiveBits() <=
                                                            evolution.getMinTrailingZeros(evolution.getSCEV(base));
}

PreservedAnalyses disjoint_counters::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    bool changed = false;
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (!loop->isInnermost()) continue;
        for (BasicBlock* block : loop->blocks()) {
            for (Instruction& i : *block) {
                auto* const sum = dyn_cast<PossiblyDisjointInst>(&i);
                if (!sum || sum->isDisjoint() || !evolution.isSCEVable(i.getType())) continue;
                Value *const one = i.getOperand(0), *const other = i.getOperand(1);
                if (!counts_below(one, other, *loop, evolution) && !counts_below(other, one, *loop, evolution))
                    continue;
                sum->setIsDisjoint(true);
                changed = true;
            }
        }
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
