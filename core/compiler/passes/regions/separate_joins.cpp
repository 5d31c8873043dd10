#include "compiler/passes/regions/separate_joins.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/passes/work_items/simplify_kernel.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

class separator {
public:
    explicit separator(Function& kernel) : kernel_(kernel), values_(kernel), dominators_(kernel) {}

    /// Whether anything was changed.
    bool run() {
        SmallVector<BasicBlock*> joins;
        for (BasicBlock& block : kernel_) {
            if (isa<PHINode>(block.front()) && block.hasNPredecessorsOrMore(3)) joins.push_back(&block);
        }
        for (BasicBlock* join : joins) {
            for (const BasicBlock* branch : branches_inside(*join)) separate(*join, *branch);
        }
        return changed_;
    }

private:
    /// The divergent branches that some predecessors come from and others do not, the innermost first.
    SmallVector<BasicBlock*> branches_inside(BasicBlock& join) const {
        SetVector<BasicBlock*> found;
        const auto* around = dominators_.getNode(&join)->getIDom();
        for (BasicBlock* from : predecessors(&join)) {
            for (auto* node = dominators_.getNode(from); node && node != around; node = node->getIDom()) {
                if (values_.has_divergent_branch(*node->getBlock())) found.insert(node->getBlock());
            }
        }
        SmallVector<BasicBlock*> sorted = found.takeVector();
        stable_sort(sorted, [&](const BasicBlock* a, const BasicBlock* b) {
            return dominators_.getNode(a)->getLevel() > dominators_.getNode(b)->getLevel();
        });
        return sorted;
    }

    void separate(BasicBlock& join, const BasicBlock& branch) {
        SmallVector<BasicBlock*> own;
        for (BasicBlock* from : predecessors(&join)) {
            if (dominators_.dominates(&branch, from) && !is_contained(own, from)) own.push_back(from);
        }
        const auto brings_one_value = [&](const PHINode& phi) {
            return !phi.hasConstantValue() && all_of(own, [&](const BasicBlock* from) {
                return phi.getIncomingValueForBlock(from) == phi.getIncomingValueForBlock(own[0]);
            });
        };
        if (own.size() < 2 || none_of(join.phis(), brings_one_value)) return;
        SplitBlockPredecessors(&join, own, ".own", &dominators_);
        changed_ = true;
    }

    Function& kernel_;
    const uniformity values_;
    DominatorTree dominators_;
    bool changed_ = false;
};

}  // namespace

void separate_joins(Function& kernel) {
    if (separator(kernel).run()) restore_normal_form(kernel);
}

}  // namespace ndweave::compiler
