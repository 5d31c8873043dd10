#include "compiler/passes/before_vectorizer/split_selected_loads.hpp"

#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/LoopAccessAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

constexpr unsigned max_choices = 2;  // of one address: an index that is held between two bounds
constexpr unsigned max_ways = 4;     // into a block that loads from an address of each
constexpr unsigned max_steps = 16;   // of an address's arithmetic

/// One of two values, of which an address is computed.
struct choice {
    Instruction* at = nullptr;
    Value *one = nullptr, *other = nullptr;

    static choice of(Instruction& i) {
        if (isa<SelectInst>(i)) return {&i, i.getOperand(1), i.getOperand(2)};
        if (isa<MinMaxIntrinsic>(i)) return {&i, i.getOperand(0), i.getOperand(1)};
        return {};
    }

    /// Whether it is the first value.
    Value* condition(IRBuilder<>& build) const {
        if (auto* select = dyn_cast<SelectInst>(at)) return select->getCondition();
        return build.CreateICmp(cast<MinMaxIntrinsic>(at)->getPredicate(), one, other);
    }
};

using steps = SmallSetVector<Instruction*, max_steps>;

bool is_step(const Instruction& i) {
    return isa<GetElementPtrInst, CastInst>(i) || (isa<BinaryOperator>(i) && !i.isIntDivRem());
}

/// A copy of arithmetic with other values in it, and what was made for it.
class translation {
public:
    translation(const steps& copied, Instruction& before) : copied_(copied), before_(before) {}

    void put(Value* value, Value* in_place_of) { made_[in_place_of] = value; }

    Value* operator()(Value* value) {
        if (Value* const known = made_.lookup(value)) return known;
        auto* const i = dyn_cast<Instruction>(value);
        if (!i || !copied_.contains(i)) return value;
        Instruction* const copy = i->clone();
        for (Use& operand : copy->operands()) operand.set((*this)(operand));
        copy->insertBefore(&before_);
        copy->setName(i->getName());
        copies_.push_back(copy);
        return made_[value] = copy;
    }

    void undo(ScalarEvolution& evolution) {
        for (Instruction* copy : reverse(copies_)) {
            evolution.forgetValue(copy);
            copy->eraseFromParent();
        }
    }

private:
    const steps& copied_;
    Instruction& before_;
    DenseMap<Value*, Value*> made_;
    SmallVector<Instruction*> copies_;
};

class splitter {
public:
    splitter(Loop& loop, ScalarEvolution& evolution, DominatorTree& dominators, LoopInfo& loops)
        : loop_(loop),
          evolution_(evolution),
          loops_(loops),
          updater_(dominators, DomTreeUpdater::UpdateStrategy::Eager) {}

    bool run() {
        SmallVector<WeakTrackingVH> loads;
        for (BasicBlock* block : loop_.blocks()) {
            for (Instruction& i : *block) {
                if (auto* load = dyn_cast<LoadInst>(&i); load && is_loaded_under_masks(*load)) loads.push_back(load);
            }
        }
        for (const WeakTrackingVH& load : loads) {
            if (load && !split_by_ways(cast<LoadInst>(*load))) split_by_choice(cast<LoadInst>(*load), max_choices);
        }
        return changed_;
    }

private:
    /// Whether there are gathers, too, for what some work-items load from one address.
    static bool is_loaded_under_masks(const LoadInst& load) {
        const TypeSize bits = load.getDataLayout().getTypeSizeInBits(load.getType());
        return load.isSimple() && VectorType::isValidElementType(load.getType()) && (bits == 32 || bits == 64);
    }

    /// Whether vectors load from there without gathers, but for one address that is the same for all.
    bool is_in_order(Value* address, LoadInst& load) const {
        if (evolution_.isLoopInvariant(evolution_.getSCEV(address), &loop_)) return true;
        PredicatedScalarEvolution checked(evolution_, loop_);
        const DenseMap<Value*, const SCEV*> strides;
        return getPtrStride(checked, load.getType(), address, &loop_, strides, true, false) == 1;
    }

    /// The only choice that an address is computed of, and the steps from there; none: there is no or more than one
    /// choice, or the address is not simple arithmetic.
    choice find_choice(Value* address, steps& from_there) const {
        choice found;
        SmallPtrSet<Value*, 16> seen;
        SmallVector<Value*> work = {address};
        while (!work.empty()) {
            auto* i = dyn_cast<Instruction>(work.pop_back_val());
            if (!i || !loop_.contains(i) || !seen.insert(i).second) continue;
            if (const choice c = choice::of(*i); c.at) {
                if (found.at) return {};
                found = c;
            } else if (is_step(*i)) {
                if (from_there.size() == max_steps) return {};
                from_there.insert(i);
                append_range(work, i->operands());
            }
        }
        return found;
    }

    /// Whether it is in order whatever is chosen, but not as it is.
    bool is_chosen_in_order(Value* address, LoadInst& load, Instruction& at, unsigned choices) const {
        steps copied;
        const choice c = choices > 0 ? find_choice(address, copied) : choice();
        return c.at && all_of(ArrayRef{c.one, c.other}, [&](Value* value) {
                   translation chosen(copied, at);
                   chosen.put(value, c.at);
                   Value* const way = chosen(address);
                   const bool in_order = is_in_order(way, load) || is_chosen_in_order(way, load, at, choices - 1);
                   chosen.undo(evolution_);
                   return in_order;
               });
    }

    void split_by_choice(LoadInst& load, unsigned choices) {
        Value* const address = load.getPointerOperand();
        if (is_in_order(address, load) || !is_chosen_in_order(address, load, load, choices)) return;
        steps copied;
        const choice c = find_choice(address, copied);
        IRBuilder<> build(&load);
        // Undefined, it may be either, but a branch must know.
        Value* const first = build.CreateFreeze(c.condition(build), "first");
        Instruction *yes = nullptr, *no = nullptr;
        SplitBlockAndInsertIfThenElse(first, load.getIterator(), &yes, &no, nullptr, &updater_, &loops_);
        SmallVector<LoadInst*> loads;
        for (const auto& [end, value] : {std::pair{yes, c.one}, std::pair{no, c.other}}) {
            translation chosen(copied, *end);
            chosen.put(value, c.at);
            loads.push_back(copy_to(*end, load, chosen(address)));
        }
        join(load, loads);
        for (LoadInst* way : loads) split_by_choice(*way, choices - 1);
    }

    /// Where the load's block has PHIs that the address is computed of, and nothing is written in front of the load: a
    /// load on each way there.
    bool split_by_ways(LoadInst& load) {
        BasicBlock* const block = load.getParent();
        Value* const address = load.getPointerOperand();
        if (block == loop_.getHeader() || pred_size(block) > max_ways || is_in_order(address, load)) return false;
        for (const Instruction& i : make_range(block->begin(), load.getIterator())) {
            if (i.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&i)) return false;
        }
        steps copied;
        bool differs = false;
        SmallVector<Value*> work = {address};
        while (!work.empty()) {
            auto* i = dyn_cast<Instruction>(work.pop_back_val());
            if (!i || i->getParent() != block || copied.contains(i)) continue;
            if (isa<PHINode>(i)) {
                differs = true;
                continue;
            }
            if (!is_step(*i) || copied.size() == max_steps) return false;
            copied.insert(i);
            append_range(work, i->operands());
        }
        const SmallSetVector<BasicBlock*, max_ways> ways(pred_begin(block), pred_end(block));
        if (!differs || ways.size() != pred_size(block)) return false;
        const auto come_from = [&](translation& way, BasicBlock* from) {
            for (PHINode& phi : block->phis()) way.put(phi.getIncomingValueForBlock(from), &phi);
        };
        const bool in_order = all_of(ways, [&](BasicBlock* from) {
            translation way(copied, *from->getTerminator());
            come_from(way, from);
            Value* const there = way(address);
            const bool is =
                is_in_order(there, load) || is_chosen_in_order(there, load, *from->getTerminator(), max_choices);
            way.undo(evolution_);
            return is;
        });
        if (!in_order) return false;
        SmallVector<LoadInst*> loads;
        for (BasicBlock* from : ways) {
            BasicBlock* const on_way =
                from->getSingleSuccessor() ? from : SplitEdge(from, block, &updater_.getDomTree(), &loops_);
            translation way(copied, *on_way->getTerminator());
            come_from(way, on_way);
            loads.push_back(copy_to(*on_way->getTerminator(), load, way(address)));
        }
        join(load, loads);
        for (LoadInst* way : loads) split_by_choice(*way, max_choices);
        return true;
    }

    static LoadInst* copy_to(Instruction& before, const LoadInst& load, Value* address) {
        auto* const copy = cast<LoadInst>(load.clone());
        copy->setOperand(0, address);
        copy->insertBefore(&before);
        return copy;
    }

    /// What the ways into the load's block have loaded, in place of the load.
    void join(LoadInst& load, ArrayRef<LoadInst*> loads) {
        PHINode* const loaded = PHINode::Create(load.getType(), loads.size(), "", load.getParent()->begin());
        loaded->takeName(&load);
        for (LoadInst* way : loads) loaded->addIncoming(way, way->getParent());
        evolution_.forgetValue(&load);
        load.replaceAllUsesWith(loaded);
        Value* const address = load.getPointerOperand();
        load.eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(address);
        changed_ = true;
    }

    Loop& loop_;
    ScalarEvolution& evolution_;
    LoopInfo& loops_;
    DomTreeUpdater updater_;
    bool changed_ = false;
};

}  // namespace

PreservedAnalyses split_selected_loads::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    auto& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    auto& loops = analyses.getResult<LoopAnalysis>(function);
    bool changed = false;
    for (Loop* loop : loops.getLoopsInPreorder()) {
        if (!is_innermost_parallel(*loop)) continue;
        changed |= splitter(*loop, evolution, dominators, loops).run();
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
