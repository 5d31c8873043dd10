#include "compiler/passes/sub_groups/block_order.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// A block whose successors are visited.
struct visit {
    BasicBlock* block;
    SmallVector<BasicBlock*> left;  // the last one first
};

/// What leaves the loop is visited before the loop is, and so comes behind it.
visit begin(BasicBlock& block, const LoopInfo& loops) {
    visit made{&block, SmallVector<BasicBlock*>(successors(&block))};
    std::reverse(made.left.begin(), made.left.end());
    const Loop* const loop = loops.getLoopFor(&block);
    if (loop == nullptr || loop->getHeader() != &block) return made;
    SmallVector<BasicBlock*> exits;
    loop->getExitBlocks(exits);
    made.left.append(exits.rbegin(), exits.rend());
    return made;
}

}  // namespace

SmallVector<BasicBlock*> blocks_in_order(Function& function) {
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    SmallPtrSet<const BasicBlock*, 16> seen;
    SmallVector<BasicBlock*> finished;
    SmallVector<visit> open;
    const auto enter = [&](BasicBlock* block) {
        if (seen.insert(block).second) open.push_back(begin(*block, loops));
    };
    enter(&function.getEntryBlock());
    while (!open.empty()) {
        if (open.back().left.empty()) {
            finished.push_back(open.pop_back_val().block);
        } else {
            enter(open.back().left.pop_back_val());
        }
    }
    std::reverse(finished.begin(), finished.end());
    return finished;
}

}  // namespace ndweave::compiler
