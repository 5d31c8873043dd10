#include "compiler/passes/regions/spilled_values.hpp"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/analysis/liveness.hpp"
#include "compiler/passes/regions/region_plan.hpp"
#include "compiler/passes/work_items/group_invariants.hpp"
#include "compiler/passes/work_items/group_shape.hpp"

namespace ndweave::compiler {

using namespace llvm;

static constexpr const char *spill_name = "ndweave.spill", *for_group = "for the group", *for_items = "for each item";

static void mark_as_spill(AllocaInst& variable, bool uniform) {
    LLVMContext& context = variable.getContext();
    variable.setMetadata(spill_name, MDNode::get(context, {MDString::get(context, uniform ? for_group : for_items)}));
}

namespace {

class demoter {
public:
    explicit demoter(Function& kernel) : kernel_(kernel), plan_(region_plan::of(kernel)), live_(kernel) {}

    void run() {
        find_members();
        share_variables();
        split_edges_with_copies();
        make_variables();
        for (Instruction* value : members_) {
            if (!is_head_phi(*value)) store_at_definition(*value);
        }
        copy_into_head_phis();
        for (Instruction* value : members_) load_at_uses(*value);
        for (Instruction* value : members_) {
            if (!is_head_phi(*value)) continue;
            value->replaceAllUsesWith(PoisonValue::get(value->getType()));
            value->eraseFromParent();
        }
    }

private:
    bool is_head_phi(const Instruction& value) const {
        return isa<PHINode>(value) && plan_.heads.contains(const_cast<BasicBlock*>(value.getParent()));
    }

    void find_members() {
        for (Instruction& i : instructions(kernel_)) {
            if (i.getParent()->isEntryBlock() || i.getType()->isVoidTy()) continue;
            const auto live_there = [&](BasicBlock* head) { return live_.live_in(i, *head); };
            if (is_head_phi(i) || any_of(plan_.heads, live_there)) members_.insert(&i);
        }
    }

    /// Joins each PHI of a head with those operands that it does not interfere with.
    void share_variables() {
        for (Instruction* value : members_) classes_.insert(value);
        for (Instruction* value : SmallVector<Instruction*>(members_.begin(), members_.end())) {
            if (!is_head_phi(*value)) continue;
            for (Value* operand : cast<PHINode>(value)->incoming_values()) {
                auto* source = dyn_cast<Instruction>(operand);
                if (!source || source->getParent()->isEntryBlock() || !may_share(*value, *source)) continue;
                members_.insert(source);
                classes_.unionSets(value, source);
            }
        }
    }

    bool may_share(Instruction& phi, Instruction& source) {
        // Other lanes still read what was exchanged, where it is no vector.
        if (is_exchange(source) && !has_lane_vectors(kernel_)) return false;
        if (&phi == &source || is_group_uniform(phi) != is_group_uniform(source)) return false;
        classes_.insert(&source);
        const auto all = [&](Instruction* of) { return make_range(classes_.findLeader(of), classes_.member_end()); };
        for (Instruction* a : all(&phi)) {
            for (Instruction* b : all(&source)) {
                if (a != b && live_.interfere(*a, *b)) return false;
            }
        }
        return true;
    }

    void make_variables() {
        IRBuilder<> at(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
        for (Instruction* value : members_) {
            Instruction* leader = classes_.getLeaderValue(value);
            AllocaInst*& variable = variable_of_class_[leader];
            if (!variable) {
                variable = at.CreateAlloca(value->getType(), nullptr, leader->getName() + ".spill");
                mark_as_spill(*variable, is_group_uniform(*leader));
            }
        }
    }

    AllocaInst* variable(Instruction& value) { return variable_of_class_.lookup(classes_.getLeaderValue(&value)); }

    bool needs_copy(PHINode& phi, Value& operand) {
        auto* source = dyn_cast<Instruction>(&operand);
        if (isa<UndefValue>(operand)) return false;
        return !source || !members_.contains(source) || !classes_.isEquivalent(source, &phi);
    }

    void split_edges_with_copies() {
        for (BasicBlock* head : SmallVector<BasicBlock*>(plan_.heads.begin(), plan_.heads.end())) {
            // A switch may come here by several of its cases: all of these edges are split at once.
            const SmallSetVector<BasicBlock*, 4> before(pred_begin(head), pred_end(head));
            for (BasicBlock* from : before) {
                if (from->getSingleSuccessor()) continue;
                const bool copies = any_of(
                    head->phis(), [&](PHINode& phi) { return needs_copy(phi, *phi.getIncomingValueForBlock(from)); });
                if (!copies) continue;
                SplitBlockPredecessors(head, {from}, ".copies");
            }
        }
    }

    void store_at_definition(Instruction& value) {
        const auto at = isa<PHINode>(value) ? value.getParent()->getFirstInsertionPt() : std::next(value.getIterator());
        IRBuilder<>(value.getParent(), at).CreateStore(&value, variable(value));
    }

    /// All copies of an edge read before any writes: PHIs change at once.
    void copy_into_head_phis() {
        for (BasicBlock* head : plan_.heads) {
            for (BasicBlock* from : predecessors(head)) {
                IRBuilder<> at(from->getTerminator());
                SmallVector<std::pair<Value*, AllocaInst*>> copies;
                for (PHINode& phi : head->phis()) {
                    Value* operand = phi.getIncomingValueForBlock(from);
                    if (!needs_copy(phi, *operand)) continue;
                    auto* source = dyn_cast<Instruction>(operand);
                    if (source && members_.contains(source) && must_load(*source, *from)) {
                        operand = at.CreateLoad(operand->getType(), variable(*source), operand->getName());
                    }
                    copies.emplace_back(operand, variable(phi));
                }
                for (auto [operand, target] : copies) at.CreateStore(operand, target);
            }
        }
    }

    /// Whether `value` itself is out of reach at the end of `block`.
    bool must_load(const Instruction& value, const BasicBlock& block) const {
        return value.getParent() != &block || is_head_phi(value);
    }

    void load_at_uses(Instruction& value) {
        Instruction* here = nullptr;  // replaces a PHI in its own block
        if (is_head_phi(value)) {
            IRBuilder<> at(value.getParent(), value.getParent()->getFirstInsertionPt());
            here = at.CreateLoad(value.getType(), variable(value), value.getName());
        }
        DenseMap<BasicBlock*, Instruction*> at_end;
        for (Use& use : make_early_inc_range(value.uses())) {
            auto* user = cast<Instruction>(use.getUser());
            auto* phi = dyn_cast<PHINode>(user);
            if (phi && is_head_phi(*phi)) continue;  // copied by its variable
            if (auto* store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == variable(value))
                continue;
            BasicBlock* block = phi ? phi->getIncomingBlock(use) : user->getParent();
            if (block == value.getParent()) {
                if (here) use.set(here);
                continue;
            }
            Instruction*& end = at_end[block];
            if (phi && end) {
                use.set(end);
                continue;
            }
            Instruction* before = phi ? block->getTerminator() : user;
            auto* load = IRBuilder<>(before).CreateLoad(value.getType(), variable(value), value.getName());
            if (phi) end = load;
            use.set(load);
        }
    }

    Function& kernel_;
    const region_plan plan_;
    liveness live_;
    SetVector<Instruction*> members_;
    EquivalenceClasses<Instruction*> classes_;
    DenseMap<Instruction*, AllocaInst*> variable_of_class_;
};

}  // namespace

void spill_values(Function& kernel) { demoter(kernel).run(); }

std::vector<spill_variable> spill_variables(Function& kernel) {
    std::vector<spill_variable> found;
    for (Instruction& i : kernel.getEntryBlock()) {
        if (const MDNode* const note = i.getMetadata(spill_name))
            found.push_back({cast<AllocaInst>(&i), cast<MDString>(note->getOperand(0))->getString() == for_group});
    }
    return found;
}

}  // namespace ndweave::compiler
