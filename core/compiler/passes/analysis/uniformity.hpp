/// Which values are the same for all work-items of a group, and which blocks the group reaches as a whole.
///
/// Divergence (divergence.hpp) from our sources: local ids, private memory, atomics, volatile loads, unknown calls, and
/// values that are undefined on some path. A plain load from a uniform address is uniform: if a
/// work-item wrote there while the others read, the kernel would have a data race. The analysis assumes lockstep, so
/// that `uniform` holds among the work-items that stand at one block in one iteration; where barriers themselves are
/// reached under divergent control (`lockstep()` is false), nothing is known of values across them.
///
/// Pre: closed SSA form; holds until the kernel is changed.
#pragma once

#include <memory>

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include "compiler/passes/analysis/divergence.hpp"

namespace ndweave::compiler {

class uniformity {
public:
    explicit uniformity(llvm::Function& kernel);

    /// False for instructions that were made later.
    bool is_uniform(const llvm::Value& value) const {
        return llvm::isa<llvm::Constant, llvm::Argument>(value) || uniform_.contains(&value);
    }

    /// Whether all work-items of the group reach this block, or none, equally often.
    bool is_converged(const llvm::BasicBlock& block) const { return !diverged_.contains(&block); }

    /// Whether the block ends in a conditional branch that the whole group takes together.
    bool has_uniform_branch(const llvm::BasicBlock& block) const;

    /// Whether the block ends in a branch that work-items which stand there may take differently.
    bool has_divergent_branch(const llvm::BasicBlock& block) const { return divergence_->has_divergent_branch(block); }

    /// Whether every explicit barrier, and every operation of sub-groups, stands in a converged block.
    bool lockstep() const { return lockstep_; }

    const llvm::DominatorTree& dominators() const { return dominators_; }
    const llvm::PostDominatorTree& post_dominators() const { return post_dominators_; }

private:
    llvm::DominatorTree dominators_;
    llvm::PostDominatorTree post_dominators_;
    std::unique_ptr<divergence> divergence_;
    llvm::DenseSet<const llvm::Value*> uniform_;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> diverged_;
    bool lockstep_ = true;
};

/// The blocks between `branch` and where its ways join again (its immediate post-dominator, not included).
llvm::SmallPtrSet<llvm::BasicBlock*, 16> influence(llvm::BasicBlock& branch, const llvm::PostDominatorTree& tree);

}  // namespace ndweave::compiler
