/// Which values, and which ways of branches, may differ between work-items that stand at one block in one iteration.
///
/// Divergence spreads from its sources in three ways (Rosemann, Moll & Hack, "An abstract interpretation for SPMD
/// divergence on reducible control flow graphs", POPL 2021):
///
/// - by data: an instruction with a divergent operand is divergent;
/// - by control: a PHI where two ways from a divergent branch meet (divergent_joins.hpp) is divergent, unless all that
///   comes in is one value;
/// - by time: where work-items leave a loop in different iterations, what it computes differs outside of it.
///
/// LLVM 19 has an analysis with the same aim, UniformityAnalysis. It ends its search for joins too early (LLVM issue
/// 137277, fixed after 19) and takes an exit that is reached in different iterations for no join (issue 216296), so
/// that it calls values uniform that are not.
///
/// In loops with several entries every value counts as divergent.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CycleAnalysis.h>

#include "compiler/passes/analysis/divergent_joins.hpp"

namespace ndweave::compiler {

class divergence {
public:
    using predicate = llvm::function_ref<bool(const llvm::Instruction&)>;

    /// `is_source`: differs of itself. `is_uniform`: never differs, whatever its operands. Neither is asked later on.
    divergence(llvm::Function& kernel, const llvm::PostDominatorTree& post_dominators, predicate is_source,
               predicate is_uniform);

    bool is_divergent(const llvm::Instruction& i) const { return divergent_.contains(&i); }

    /// Whether the block ends in a branch that work-items which stand there may take differently.
    bool has_divergent_branch(const llvm::BasicBlock& block) const { return apart_.contains(&block); }

private:
    void mark(const llvm::Instruction& i);
    void spread_by_data(const llvm::Instruction& i);
    void spread_by_control(const llvm::BasicBlock& branch, const llvm::BasicBlock* join);
    void spread_by_time(const llvm::BasicBlock& branch, const llvm::BasicBlock* join);
    void leave_apart(const llvm::Cycle& cycle);

    predicate is_uniform_;
    const llvm::PostDominatorTree& post_dominators_;
    divergent_joins joins_;
    llvm::CycleInfo cycles_;
    llvm::DenseSet<const llvm::Instruction*> divergent_;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> apart_;
    llvm::SmallPtrSet<const llvm::Cycle*, 8> left_apart_;
    llvm::SmallVector<const llvm::Instruction*> work_;
};

}  // namespace ndweave::compiler
