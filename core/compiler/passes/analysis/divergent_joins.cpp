#include "compiler/passes/analysis/divergent_joins.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>

#include <limits>

namespace ndweave::compiler {

using namespace llvm;

constexpr unsigned nowhere = std::numeric_limits<unsigned>::max();

BasicBlock* meeting_point(const BasicBlock& block, const PostDominatorTree& tree) {
    const auto* node = tree.getNode(&block);
    const auto* parent = node ? node->getIDom() : nullptr;
    return parent ? parent->getBlock() : nullptr;
}

divergent_joins::divergent_joins(Function& kernel) {
    for (const BasicBlock* block : ReversePostOrderTraversal(&kernel)) {
        number_[block] = order_.size();
        order_.push_back(block);
    }
    predecessors_.resize(order_.size());
    for (const BasicBlock* block : order_) {
        for (const BasicBlock* next : successors(block)) predecessors_[number_.lookup(next)].push_back(number_[block]);
    }
}

/// The search below one branch: for each block by way of which block one comes there.
struct divergent_joins::search {
    const divergent_joins& of;
    SmallVector<unsigned> first;  // successors of the branch
    unsigned end;
    SmallVector<unsigned> by = SmallVector<unsigned>(of.order_.size(), nowhere);

    /// The different answers that `block` hears.
    SmallVector<unsigned, 4> heard(unsigned block) const {
        SmallVector<unsigned, 4> answers;
        const auto hear = [&](unsigned answer) {
            if (answer != nowhere && !is_contained(answers, answer)) answers.push_back(answer);
        };
        if (is_contained(first, block)) hear(block);
        for (const unsigned predecessor : of.predecessors_[block]) hear(predecessor == end ? nowhere : by[predecessor]);
        return answers;
    }

    /// Whether an answer changed.
    bool pass() {
        bool changed = false;
        for (unsigned block = 0; block < by.size(); ++block) {
            const auto answers = heard(block);
            const unsigned answer = answers.empty() ? nowhere : answers.size() == 1 ? answers[0] : block;
            changed |= answer != by[block];
            by[block] = answer;
        }
        return changed;
    }
};

/// Any fixed point is right: by induction over a path's length, the last block on it that is a join or a successor of
/// the branch is what the path's end says. One pass settles all but what comes by back edges; should there be no end to
/// it, every block where ways of the branch may meet counts as a join.
SmallVector<divergent_joins::join> divergent_joins::of(const BasicBlock& branch, const BasicBlock* end) const {
    SmallVector<join> joins;
    const auto at = number_.find(&branch);
    if (at == number_.end()) return joins;  // never runs
    search below{*this, {}, end ? number_.lookup(end) : nowhere};
    for (const BasicBlock* next : successors(&branch)) below.first.push_back(number_.lookup(next));
    bool settled = false;
    for (std::size_t passes = 0; !settled && passes < order_.size() + 2; ++passes) settled = !below.pass();
    for (unsigned block = 0; block < order_.size(); ++block) {
        const bool met = settled ? below.heard(block).size() > 1 : below.by[block] != nowhere;
        if (!met) continue;
        join found{order_[block], {}};
        for (const unsigned predecessor : predecessors_[block]) {
            const bool on_way =
                predecessor == at->second || (predecessor != below.end && below.by[predecessor] != nowhere);
            if (on_way) found.from.push_back(order_[predecessor]);
        }
        if (found.from.size() > 1) joins.push_back(std::move(found));
    }
    return joins;
}

}  // namespace ndweave::compiler
