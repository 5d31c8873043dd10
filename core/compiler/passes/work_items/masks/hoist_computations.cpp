#include "compiler/passes/work_items/masks/hoist_computations.hpp"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/Analysis/ValueTracking.h>

namespace ndweave::compiler {

using namespace llvm;

static bool may_be_computed_anywhere(const Instruction& i) {
    return !isa<PHINode>(i) && !i.isTerminator() && !i.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&i);
}

void hoist_computations(const SetVector<BasicBlock*>& blocks, BasicBlock& guard, const DominatorTree& dominators) {
    const auto is_there = [&](const Value* value) {
        const auto* source = dyn_cast<Instruction>(value);
        return !source || dominators.dominates(source->getParent(), &guard);
    };
    for (const DomTreeNode* node : depth_first(dominators.getNode(&guard))) {
        if (!blocks.contains(node->getBlock())) continue;
        for (Instruction& i : make_early_inc_range(*node->getBlock())) {
            if (!may_be_computed_anywhere(i) || !all_of(i.operands(), is_there)) continue;
            i.moveBefore(guard.getTerminator());
            i.dropUBImplyingAttrsAndMetadata();
        }
    }
}

}  // namespace ndweave::compiler
