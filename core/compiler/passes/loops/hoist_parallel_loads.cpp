#include "compiler/passes/loops/hoist_parallel_loads.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace ndweave::compiler {

using namespace llvm;

static bool is_gather(const Instruction& i) {
    const auto* call = dyn_cast<IntrinsicInst>(&i);
    return call && call->getIntrinsicID() == Intrinsic::masked_gather;
}

/// Moves what can move out of `block`; false where an iteration may write memory, wait or leave before the block ends.
static bool hoist_from(BasicBlock& block, Loop& loop, Instruction& destination, bool& changed) {
    for (Instruction& i : make_early_inc_range(block)) {
        if (i.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&i)) return false;
        if (is_gather(i) && loop.hasLoopInvariantOperands(&i)) {
            i.moveBefore(&destination);
            changed = true;
        }
        auto* const load = dyn_cast<LoadInst>(&i);
        if (load == nullptr || !load->isSimple()) continue;
        loop.makeLoopInvariant(load->getPointerOperand(), changed, &destination);
        if (!loop.isLoopInvariant(load->getPointerOperand())) continue;
        load->moveBefore(&destination);
        changed = true;
    }
    return true;
}

static bool hoist_from(Loop& loop) {
    BasicBlock* const preheader = loop.getLoopPreheader();
    if (preheader == nullptr || !loop.isAnnotatedParallel()) return false;
    bool changed = false;
    SmallPtrSet<BasicBlock*, 8> seen;
    for (BasicBlock* block = loop.getHeader(); block != nullptr && loop.contains(block) && seen.insert(block).second;
         block = block->getSingleSuccessor()) {
        if (!hoist_from(*block, loop, *preheader->getTerminator(), changed)) break;
    }
    return changed;
}

PreservedAnalyses hoist_parallel_loads::run(Function& function, FunctionAnalysisManager& analyses) {
    bool changed = false;
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) changed |= hoist_from(*loop);
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
