#include "compiler/passes/before_vectorizer/modulo_indices.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

/// Whether an address in `loop` is computed from `index`.
static bool goes_into_address(const Instruction& index, const Loop& loop, unsigned depth = 4) {
    return any_of(index.users(), [&](const User* user) {
        const auto* i = cast<Instruction>(user);
        if (!loop.contains(i)) return false;
        if (isa<GetElementPtrInst>(i)) return true;
        return depth > 0 && isa<BinaryOperator, CastInst>(i) && goes_into_address(*i, loop, depth - 1);
    });
}

/// The counter whose lower bits alone `i` is, as `x & 7` is of x; null for others.
static const SCEVAddRecExpr* periodic(Instruction& i, const Loop& loop, ScalarEvolution& evolution, unsigned& bits) {
    Value* whole;
    const APInt* mask;
    if (!match(&i, m_And(m_Value(whole), m_APInt(mask))) || !mask->isMask()) return nullptr;
    bits = mask->countr_one();
    if (bits > bits_of_short_period || !goes_into_address(i, loop)) return nullptr;
    const auto* counter = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(whole));
    const bool steps = counter && counter->getLoop() == &loop && counter->isAffine() &&
                       isa<SCEVConstant>(counter->getStepRecurrence(evolution));
    return steps ? counter : nullptr;
}

static bool run_on(Loop& loop, ScalarEvolution& evolution) {
    SmallVector<Instruction*> found;
    unsigned bits = 0;
    for (BasicBlock* block : loop.blocks()) {
        for (Instruction& i : *block) {
            if (periodic(i, loop, evolution, bits)) found.push_back(&i);
        }
    }
    BasicBlock *const before = loop.getLoopPreheader(), *const latch = loop.getLoopLatch();
    SCEVExpander expander(evolution, before->getDataLayout(), "phase");
    bool changed = false;
    for (Instruction* i : found) {
        const SCEVAddRecExpr* const counter = periodic(*i, loop, evolution, bits);
        if (!counter || !expander.isSafeToExpandAt(counter->getStart(), before->getTerminator())) continue;
        Type* const type = IntegerType::get(i->getContext(), bits);
        const SCEV* const start = evolution.getTruncateOrNoop(counter->getStart(), type);
        const SCEV* const step = evolution.getTruncateOrNoop(counter->getStepRecurrence(evolution), type);
        auto* const phase = PHINode::Create(type, 2, "phase", loop.getHeader()->begin());
        phase->addIncoming(expander.expandCodeFor(start, type, before->getTerminator()), before);
        IRBuilder<> at(latch->getTerminator());
        phase->addIncoming(at.CreateAdd(phase, cast<SCEVConstant>(step)->getValue(), "phase.next"), latch);
        at.SetInsertPoint(i);
        evolution.forgetValue(i);
        i->replaceAllUsesWith(at.CreateZExt(phase, i->getType()));
        RecursivelyDeleteTriviallyDeadInstructions(i);
        changed = true;
    }
    return changed;
}

PreservedAnalyses modulo_indices::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    bool changed = false;
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (!is_innermost_parallel(*loop)) continue;
        changed |= run_on(*loop, evolution);
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
