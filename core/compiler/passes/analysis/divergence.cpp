#include "compiler/passes/analysis/divergence.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace ndweave::compiler {

using namespace llvm;

divergence::divergence(Function& kernel, const PostDominatorTree& post_dominators, predicate is_source,
                       predicate is_uniform)
    : is_uniform_(is_uniform), post_dominators_(post_dominators), joins_(kernel) {
    cycles_.compute(kernel);
    const auto has_several_entries = [&](const BasicBlock& block) {
        for (const Cycle* c = cycles_.getCycle(&block); c; c = c->getParentCycle()) {
            if (!c->isReducible()) return true;
        }
        return false;
    };
    for (const BasicBlock& block : kernel) {
        const bool all = has_several_entries(block);
        for (const Instruction& i : block) {
            if (all || is_source(i)) mark(i);
        }
    }
    while (!work_.empty()) spread_by_data(*work_.pop_back_val());
}

/// A terminator stands for the branch of its block.
void divergence::mark(const Instruction& i) {
    if (is_uniform_(i)) return;
    if (divergent_.insert(&i).second) work_.push_back(&i);
}

void divergence::spread_by_data(const Instruction& i) {
    for (const User* user : i.users()) mark(*cast<Instruction>(user));
    if (!i.isTerminator()) return;
    const BasicBlock& block = *i.getParent();
    if (i.getNumSuccessors() < 2 || !apart_.insert(&block).second) return;
    const BasicBlock* const join = meeting_point(block, post_dominators_);
    spread_by_control(block, join);
    spread_by_time(block, join);
}

void divergence::spread_by_control(const BasicBlock& branch, const BasicBlock* join) {
    for (const auto& each : joins_.of(branch, join)) {
        for (const PHINode& phi : each.block->phis()) {
            const auto from = [&](const BasicBlock* way) { return phi.getIncomingValueForBlock(way); };
            if (!all_equal(map_range(each.from, from))) mark(phi);
        }
    }
}

/// Where all ways of the branch meet again within a cycle, they do so in the same iteration of it.
void divergence::spread_by_time(const BasicBlock& branch, const BasicBlock* join) {
    for (const Cycle* c = cycles_.getCycle(&branch); c && !(join && c->contains(join)); c = c->getParentCycle()) {
        if (left_apart_.insert(c).second) leave_apart(*c);
    }
}

void divergence::leave_apart(const Cycle& cycle) {
    for (const BasicBlock* block : cycle.blocks()) {
        for (const Instruction& i : *block) {
            if (is_uniform_(i)) continue;
            for (const User* user : i.users()) {
                const auto* used_by = cast<Instruction>(user);
                if (!cycle.contains(used_by->getParent())) mark(*used_by);
            }
        }
    }
}

}  // namespace ndweave::compiler
