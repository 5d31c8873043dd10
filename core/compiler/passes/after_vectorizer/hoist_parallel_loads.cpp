#include "compiler/passes/after_vectorizer/hoist_parallel_loads.hpp"

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

/// A block of an inner loop runs again after what that loop writes.
static bool writes_before_it_runs_again(const BasicBlock& block, const Loop& loop, const LoopInfo& loops) {
    for (const Loop* inner = loops.getLoopFor(&block); inner != &loop; inner = inner->getParentLoop()) {
        for (const BasicBlock* part : inner->blocks()) {
            if (any_of(*part, [](const Instruction& i) { return i.mayWriteToMemory(); })) return true;
        }
    }
    return false;
}

static bool hoist_from(Loop& loop, const LoopInfo& loops) {
    BasicBlock* const preheader = loop.getLoopPreheader();
    if (preheader == nullptr || !loop.isAnnotatedParallel()) return false;
    bool changed = false;
    SmallPtrSet<BasicBlock*, 8> seen;
    for (BasicBlock* block = loop.getHeader(); block != nullptr && loop.contains(block) && seen.insert(block).second;
         block = block->getSingleSuccessor()) {
        if (writes_before_it_runs_again(*block, loop, loops)) break;
        if (!hoist_from(*block, loop, *preheader->getTerminator(), changed)) break;
    }
    return changed;
}

PreservedAnalyses hoist_parallel_loads::run(Function& function, FunctionAnalysisManager& analyses) {
    bool changed = false;
    const LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
    for (Loop* loop : loops.getLoopsInPreorder()) changed |= hoist_from(*loop, loops);
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
