#include "compiler/passes/analysis/uniformity.hpp"

#include <llvm/ADT/GenericUniformityImpl.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
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

class divergence_sources : public TargetTransformInfoImplCRTPBase<divergence_sources> {
public:
    explicit divergence_sources(const DataLayout& layout) : TargetTransformInfoImplCRTPBase(layout) {}
    bool hasBranchDivergence(const Function* = nullptr) const { return true; }
    bool isSourceOfDivergence(const Value* value) const {
        const auto* i = dyn_cast<Instruction>(value);
        return i && is_source(*i);
    }
    bool isAlwaysUniform(const Value* value) const { return calls(*value, builtin::group_any); }
};

}  // namespace

uniformity::uniformity(Function& kernel)
    : dominators_(kernel), post_dominators_(kernel), sources_(divergence_sources(kernel.getDataLayout())) {
    cycles_.compute(kernel);
    info_ = std::make_unique<UniformityInfo>(dominators_, cycles_, &sources_);
    info_->compute();
    for (BasicBlock& block : kernel) {
        if (!info_->hasDivergentTerminator(block)) continue;
        const auto between = influence(block, post_dominators_);
        diverged_.insert(between.begin(), between.end());
    }
    for (const Instruction& i : instructions(kernel)) {
        if (!info_->isDivergent(&i)) uniform_.insert(&i);
        if (calls(i, builtin::barrier) && !is_converged(*i.getParent())) lockstep_ = false;
    }
}

bool uniformity::branches_together(const BasicBlock& block) const {
    const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    return branch && branch->isConditional() && is_converged(block) && is_uniform(*branch->getCondition()) &&
           !info_->hasDivergentTerminator(block);
}

SmallPtrSet<BasicBlock*, 16> influence(BasicBlock& branch, const PostDominatorTree& tree) {
    const auto* node = tree.getNode(&branch);
    const auto* parent = node ? node->getIDom() : nullptr;
    const BasicBlock* join = parent ? parent->getBlock() : nullptr;
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
