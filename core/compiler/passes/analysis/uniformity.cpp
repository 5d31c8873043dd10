#include "compiler/passes/analysis/uniformity.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

bool is_private(const Value& pointer) {
    SmallVector<const Value*> objects;
    getUnderlyingObjects(&pointer, objects);
    return any_of(objects, [](const Value* object) { return isa<AllocaInst>(object); });
}

bool is_source(const Instruction& i) {
    if (i.isAtomic() || i.isVolatile() || isa<AllocaInst>(i)) return true;
    if (const auto* load = dyn_cast<LoadInst>(&i)) return is_private(*load->getPointerOperand());
    if (const auto* phi = dyn_cast<PHINode>(&i)) {
        return any_of(phi->operands(), [](const Value* value) { return isa<UndefValue>(value); });
    }
    if (const auto* call = dyn_cast<CallInst>(&i)) {
        return !is_group_invariant_call(i) && !calls(i, builtin::group_any) &&
               (calls(i, builtin::local_id) || calls(i, builtin::linear_id) || !call->doesNotAccessMemory());
    }
    return false;
}

bool is_uniform_always(const Instruction& i) { return calls(i, builtin::group_any); }

/// What a cycle computes anew in each iteration, and yet the same.
class steady_values {
public:
    bool contains(const Value& value, const Cycle& cycle) {
        const auto* i = dyn_cast<Instruction>(&value);
        if (!i || !cycle.contains(i->getParent())) return true;
        const auto known = known_.find({i, &cycle});
        return known != known_.end() ? known->second : known_[{i, &cycle}] = is_steady(*i, cycle);
    }

private:
    bool is_steady(const Instruction& i, const Cycle& cycle) {
        const auto operand_is_steady = [&](const Use& operand) { return contains(*operand, cycle); };
        if (isa<PHINode>(i) || !all_of(i.operands(), operand_is_steady)) return false;
        const auto* load = dyn_cast<LoadInst>(&i);
        return load ? load->isSimple() && !orders_memory(cycle) : !i.mayReadOrWriteMemory();
    }

    /// Whether work-items may wait for each other's writes in it.
    bool orders_memory(const Cycle& cycle) {
        const auto [known, is_new] = orders_memory_.try_emplace(&cycle, false);
        if (!is_new) return known->second;
        bool orders = false;
        for (const BasicBlock* block : cycle.blocks()) {
            orders |= any_of(*block, [](const Instruction& i) {
                if (const auto* call = dyn_cast<CallInst>(&i)) return !call->doesNotAccessMemory();
                return i.isVolatile() || (i.isAtomic() && !is_relaxed(i));
            });
        }
        return orders_memory_[&cycle] = orders;
    }

    static bool is_relaxed(const Instruction& i) {
        const auto* update = dyn_cast<AtomicRMWInst>(&i);
        return update && update->getOrdering() == AtomicOrdering::Monotonic;
    }

    DenseMap<std::pair<const Instruction*, const Cycle*>, bool> known_;
    DenseMap<const Cycle*, bool> orders_memory_;
};

}  // namespace

uniformity::uniformity(Function& kernel, loads_in_loops loads) : dominators_(kernel), post_dominators_(kernel) {
    steady_values steady;
    const auto is_steady_in = [&](const Instruction& i, const Cycle& cycle) {
        return loads == loads_in_loops::are_steady && steady.contains(i, cycle);
    };
    divergence_ = std::make_unique<divergence>(kernel, post_dominators_, is_source, is_uniform_always, is_steady_in);
    for (BasicBlock& block : kernel) {
        if (!has_divergent_branch(block)) continue;
        const auto between = influence(block, post_dominators_);
        diverged_.insert(between.begin(), between.end());
    }
    for (const Instruction& i : instructions(kernel)) {
        if (!divergence_->is_divergent(i)) uniform_.insert(&i);
        if (is_synchronisation(i) && !is_converged(*i.getParent())) lockstep_ = false;
    }
}

bool uniformity::has_uniform_branch(const BasicBlock& block) const {
    const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    return branch && branch->isConditional() && is_converged(block) && is_uniform(*branch->getCondition()) &&
           !has_divergent_branch(block);
}

SmallPtrSet<BasicBlock*, 16> influence(BasicBlock& branch, const PostDominatorTree& tree) {
    const BasicBlock* join = meeting_point(branch, tree);
    SmallPtrSet<BasicBlock*, 16> found;
    SmallVector<BasicBlock*> work(successors(&branch));
    while (!work.empty()) {
        BasicBlock* block = work.pop_back_val();
        if (block == join || !found.insert(block).second) continue;
        work.append(succ_begin(block), succ_end(block));
    }
    return found;
}

}  // namespace ndweave::compiler
