/// Blocks that all work-items of a group come to as often as each other, whatever they decide on the way.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

namespace ndweave::compiler::c_source_detail {

class meeting_places {
public:
    explicit meeting_places(llvm::Function& kernel);

    /// Whether each run of the kernel, and each turn of the loops around `block` that does not leave them, comes
    /// through it. A loop's header stands for the loop: `block` is in the loops around that.
    bool contains(const llvm::BasicBlock& block) const;

    const llvm::LoopInfo& loops() const { return loops_; }

private:
    bool all_meet(const llvm::BasicBlock& block, const llvm::Loop* around) const;

    llvm::DominatorTree dominators_;
    llvm::PostDominatorTree post_dominators_;
    llvm::LoopInfo loops_;
};

}  // namespace ndweave::compiler::c_source_detail
