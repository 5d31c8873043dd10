#include "compiler/target/c_source/shared_region_ends.hpp"

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/target/c_source/unknown_zero.hpp"
#include "llvm/Analysis/DominanceFrontier.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

/// Whether all ways from the region to its exit, which is `end`, come out of regions within it that have the same exit.
bool leaves_all_ways_to_others(const Region& region, const BasicBlock& end) {
    return region.getExit() == &end && none_of(predecessors(&end), [&](const BasicBlock* from) {
               return region.contains(from) && none_of(region, [&](const std::unique_ptr<Region>& within) {
                          return within->getExit() == &end && within->contains(from);
                      });
           });
}

bool any_leaves_all_ways_to_others(const Region& region, const BasicBlock& end) {
    return leaves_all_ways_to_others(region, end) || any_of(region, [&](const std::unique_ptr<Region>& within) {
               return any_leaves_all_ways_to_others(*within, end);
           });
}

/// As every compiler does at first: more ways end at the same block then.
void drop_empty_blocks(Function& kernel) {
    for (BasicBlock& block : make_early_inc_range(drop_begin(kernel))) {
        const auto* leave = dyn_cast<BranchInst>(block.getTerminator());
        if (leave && leave->isUnconditional() && block.getFirstNonPHIOrDbg() == leave)
            TryToSimplifyUncondBranchFromEmptyBlock(&block);
    }
}

SmallVector<CallInst*> barriers_where_regions_end(Function& kernel) {
    DominatorTree dominators(kernel);
    PostDominatorTree post_dominators(kernel);
    DominanceFrontier frontier;
    frontier.analyze(dominators);
    RegionInfo regions;
    regions.recalculate(kernel, &dominators, &post_dominators, &frontier);
    SmallVector<CallInst*> found;
    for (CallInst* barrier : calls_of(kernel, builtin::barrier)) {
        if (any_leaves_all_ways_to_others(*regions.getTopLevelRegion(), *barrier->getParent()))
            found.push_back(barrier);
    }
    return found;
}

}  // namespace

void end_regions_before_barriers(Function& kernel) {
    drop_empty_blocks(kernel);
    const SmallVector<CallInst*> barriers = barriers_where_regions_end(kernel);
    if (barriers.empty()) return;
    Value* const zero = call_of_zero(kernel, zero_of_group);
    IRBuilder<> at(&*kernel.getEntryBlock().getFirstInsertionPt());
    Value* const nothing = at.CreateAlloca(at.getInt32Ty());
    for (CallInst* barrier : barriers) {
        at.SetInsertPoint(barrier);
        at.SetInsertPoint(SplitBlockAndInsertIfThen(at.CreateIsNotNull(zero), barrier->getIterator(), false));
        at.CreateStore(zero, nothing, true);  // volatile: a branch around nothing would go
    }
}

}  // namespace ndweave::compiler::c_source_detail
