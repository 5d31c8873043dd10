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
        return !is_group_invariant_call(i) && !calls(i, builtin::group_any) && !calls(i, builtin::active_lanes) &&
               (calls(i, builtin::local_id) || calls(i, builtin::linear_id) || !call->doesNotAccessMemory());
    }
    return false;
}

bool is_uniform_always(const Instruction& i) { return calls(i, builtin::group_any); }

}  // namespace

uniformity::uniformity(Function& kernel) : dominators_(kernel), post_dominators_(kernel) {
    divergence_ = std::make_unique<divergence>(kernel, post_dominators_, is_source, is_uniform_always);
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
