#include "compiler/passes/regions/rematerialise.hpp"
#include "compiler/codegen/host/tuning.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/liveness.hpp"
#include "compiler/passes/regions/region_plan.hpp"
#include "compiler/passes/work_items/group_invariants.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

class rematerialiser {
public:
    explicit rematerialiser(Function& kernel) : kernel_(kernel), plan_(region_plan::of(kernel)) {}

    void run() {
        // Users before operands, so that a chain's inner values are not live any more where only the chain kept them.
        SmallVector<Instruction*> kept;
        const liveness live(kernel_);
        for (BasicBlock* block : post_order(&kernel_)) {
            for (Instruction& i : reverse(*block)) {
                if (!block->isEntryBlock() && is_live_at_head(live, i) && is_chain(i)) kept.push_back(&i);
            }
        }
        for (Instruction* value : kept) replace_uses_elsewhere(*value);
    }

private:
    bool is_live_at_head(const liveness& live, const Instruction& value) const {
        return any_of(plan_.heads, [&](const BasicBlock* head) { return live.live_in(value, *head); });
    }

    /// Needs no computation in any region: there already, or one value for the group.
    static bool is_leaf(const Value& value) {
        return is_group_invariant(value) || isa<AllocaInst>(value) || is_group_uniform(cast<Instruction>(value));
    }

    static bool is_cheap(const Instruction& i) {
        if (calls(i, builtin::local_id) || calls(i, builtin::linear_id)) return true;
        if (isa<CastInst, GetElementPtrInst, CmpInst, SelectInst>(i)) return true;
        const auto* op = dyn_cast<BinaryOperator>(&i);
        return op && !i.getType()->isFPOrFPVectorTy() && !op->isIntDivRem();
    }

    static bool chooses_address(const Value& value) { return isa<SelectInst>(value) && value.getType()->isPointerTy(); }

    /// The condition of a chosen address, whose chain counts by itself; where it is too long, only the condition is
    /// kept: in memory, the address would not tell any more where work-items lie side by side.
    static bool is_condition(const Use& operand) {
        return chooses_address(*operand.getUser()) && operand.getOperandNo() == 0;
    }

    static bool is_chain(const Instruction& value) {
        const unsigned addresses = chooses_address(value) ? 2 : 1;
        SetVector<const Instruction*> chain;
        chain.insert(&value);
        if (is_leaf(value)) return false;
        for (unsigned i = 0; i < chain.size(); ++i) {
            if (chain.size() > addresses * host::target_tuning().max_rematerialized || !is_cheap(*chain[i]))
                return false;
            if (isa<CallInst>(chain[i])) continue;
            for (const Use& operand : chain[i]->operands()) {
                if (!is_leaf(*operand) && !is_condition(operand)) chain.insert(cast<Instruction>(operand));
            }
        }
        return true;
    }

    void replace_uses_elsewhere(Instruction& value) {
        for (Use& use : make_early_inc_range(value.uses())) {
            auto* user = cast<Instruction>(use.getUser());
            // What lanes exchange is what each of them has kept.
            if (is_exchange(*user) && use.getOperandNo() == 0) continue;
            auto* phi = dyn_cast<PHINode>(user);
            BasicBlock* block = phi ? phi->getIncomingBlock(use) : user->getParent();
            if (block != value.getParent()) use.set(copy_in(*block, value));
        }
    }

    /// The chain's copy at the start of `block`, made once.
    Instruction* copy_in(BasicBlock& block, Instruction& value) {
        Instruction*& copy = copies_[{&block, &value}];
        if (copy) return copy;
        Instruction* made = value.clone();
        made->setName(value.getName());
        for (Use& operand : made->operands()) {
            if (isa<Function>(operand) || is_leaf(*operand)) continue;
            if (is_condition(operand) && !is_chain(*cast<Instruction>(operand))) continue;
            operand.set(copy_in(block, *cast<Instruction>(operand)));
        }
        made->insertInto(&block, insertion_point(block));
        copied_.insert(made);
        copies_[{&block, &value}] = made;
        return made;
    }

    /// Behind the copies that were made before, which this one may use.
    BasicBlock::iterator insertion_point(BasicBlock& block) {
        auto at = block.getFirstInsertionPt();
        while (copied_.contains(&*at)) ++at;
        return at;
    }

    Function& kernel_;
    const region_plan plan_;
    DenseMap<std::pair<BasicBlock*, Instruction*>, Instruction*> copies_;
    SmallPtrSet<const Instruction*, 16> copied_;
};

}  // namespace

void rematerialise(Function& kernel) { rematerialiser(kernel).run(); }

}  // namespace ndweave::compiler
