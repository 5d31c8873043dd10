/// The blocks at which work-items may stand that came different ways from one branch.
///
///           branch              branch: "came by way of" is yes below yes, no below no, and join from join on;
///          /      \             a block that hears different answers from its predecessors is a join.
///        yes       no
///        / \        |           Joins of a branch in a loop include what its ways reach in later iterations: an exit
///       a   b       |           that some take at once and others later is a join.
///        \ /        |
///       (no join)   |           Where uniform branches part and meet again within one arm, nothing joins.
///          \       /
///            join
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>

namespace ndweave::compiler {

/// Where all ways from `block` have met: its immediate post-dominator; null where there is none.
llvm::BasicBlock* meeting_point(const llvm::BasicBlock& block, const llvm::PostDominatorTree& tree);

class divergent_joins {
public:
    explicit divergent_joins(llvm::Function& kernel);

    struct join {
        const llvm::BasicBlock* block;
        llvm::SmallVector<const llvm::BasicBlock*> from;  // predecessors on ways from the branch
    };

    /// `end`: the branch's meeting point, or null. Includes `end` if ways meet there first. Only blocks with several
    /// such predecessors are named.
    llvm::SmallVector<join> of(const llvm::BasicBlock& branch, const llvm::BasicBlock* end) const;

private:
    struct search;

    llvm::SmallVector<const llvm::BasicBlock*> order_;  // reverse post-order
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> number_;
    llvm::SmallVector<llvm::SmallVector<unsigned, 2>> predecessors_;
};

}  // namespace ndweave::compiler
