#include "compiler/passes/before_vectorizer/access_groups.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace ndweave::compiler {

using namespace llvm;

static constexpr const char* mark = "ndweave.loop.parallel";

PreservedAnalyses note_parallel_loops::run(Function& function, FunctionAnalysisManager& analyses) {
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (loop->isInnermost() && loop->isAnnotatedParallel()) addStringMetadataToLoop(loop, mark, 1);
    }
    return PreservedAnalyses::all();
}

/// The group that the loop's accesses have; null where the loop names none.
static MDNode* group_of(const Loop& loop) {
    const MDNode* named = findOptionMDForLoop(&loop, "llvm.loop.parallel_accesses");
    return named && named->getNumOperands() > 1 ? dyn_cast<MDNode>(named->getOperand(1)) : nullptr;
}

PreservedAnalyses restore_access_groups::run(Function& function, FunctionAnalysisManager& analyses) {
    for (Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        MDNode* group = findOptionMDForLoop(loop, mark) ? group_of(*loop) : nullptr;
        if (!group || loop->isAnnotatedParallel()) continue;
        for (BasicBlock* block : loop->blocks()) {
            for (Instruction& i : *block) {
                const auto* load = dyn_cast<LoadInst>(&i);
                const auto* store = dyn_cast<StoreInst>(&i);
                const bool plain = load ? load->isSimple() : store && store->isSimple();
                if (plain && !i.hasMetadata(LLVMContext::MD_access_group)) {
                    i.setMetadata(LLVMContext::MD_access_group, group);
                }
            }
        }
    }
    return PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
