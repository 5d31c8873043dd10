#include "compiler/passes/workarounds/vectorizer/pin_strided_accesses.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdlib>
#include <vector>

#include "compiler/passes/before_vectorizer/modulo_indices.hpp"
#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_seen_in_this_llvm, "try without");

using namespace llvm;

namespace {

class pinner {
public:
    pinner(Loop& loop, LoopInfo& loops, ScalarEvolution& evolution, AAResults& aliases)
        : loop_(loop), evolution_(evolution), predicated_(evolution, loop), aliases_(aliases) {
        LoopBlocksRPO order(&loop);
        order.perform(&loops);
        for (BasicBlock* block : order) {
            for (Instruction& i : *block) {
                if (i.mayReadOrWriteMemory()) accesses_.push_back({&i, strided_address(i)});
            }
        }
    }

    bool run(const pin_strided_accesses::hider& hide) {
        SmallSetVector<Instruction*, 8> pinned;
        for (std::size_t a = 0; a < accesses_.size(); ++a) {
            for (std::size_t b = a + 1; b < accesses_.size(); ++b) {
                if (!may_be_grouped(accesses_[a], accesses_[b])) continue;
                Instruction* moved = accesses_[isa<LoadInst>(accesses_[a].made_by) ? b : a].made_by;
                if (is_passed(*moved, a, b)) pinned.insert(moved);
            }
        }
        for (const access& each : accesses_) {
            if (wraps_in_steps(*each.made_by)) pinned.insert(each.made_by);
        }
        for (Instruction* each : pinned) {
            const bool loads = isa<LoadInst>(each);
            hide(*each, loads ? LoadInst::getPointerOperandIndex() : StoreInst::getPointerOperandIndex(), loop_);
        }
        return !pinned.empty();
    }

private:
    struct access {
        Instruction* made_by;
        const SCEVAddRecExpr* address;  // where iterations leave gaps, else null
    };

    /// As the vectorizer sees it, which adds checks that a narrow index does not wrap around.
    const SCEVAddRecExpr* strided_address(Instruction& i) {
        Value* pointer = getLoadStorePointerOperand(&i);
        if (pointer == nullptr) return nullptr;
        const SCEVAddRecExpr* address = predicated_.getAsAddRec(pointer);
        if (address == nullptr || address->getLoop() != &loop_ || !address->isAffine()) return nullptr;
        const auto* step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution_));
        if (step == nullptr) return nullptr;
        const std::int64_t bytes = i.getDataLayout().getTypeStoreSize(getLoadStoreType(&i));
        return std::abs(step->getAPInt().getSExtValue()) > bytes ? address : nullptr;
    }

    /// Whether the address counts in steps of more than one in fewer bits than a pointer's, as in a[7 * i & 255], or
    /// repeats after a few iterations. LLVM 19 then loads from the first iteration's address on, and may lose the check
    /// that no iteration wraps around.
    bool wraps_in_steps(Instruction& i) {
        Value* pointer = getLoadStorePointerOperand(&i);
        if (pointer == nullptr) return false;
        return SCEVExprContains(evolution_.getSCEV(pointer), [&](const SCEV* part) {
            const auto* cast = dyn_cast<SCEVIntegralCastExpr>(part);
            const auto* counter = cast ? dyn_cast<SCEVAddRecExpr>(cast->getOperand()) : nullptr;
            if (!counter || counter->getLoop() != &loop_) return false;
            if (counter->getType()->getIntegerBitWidth() <= bits_of_short_period) return true;
            const auto* step = dyn_cast<SCEVConstant>(counter->getStepRecurrence(evolution_));
            return !step || !(step->getAPInt().isOne() || step->getAPInt().isAllOnes());
        });
    }

    bool may_be_grouped(const access& a, const access& b) {
        if (!a.address || !b.address || a.made_by->getOpcode() != b.made_by->getOpcode()) return false;
        return isa<SCEVConstant>(evolution_.getMinusSCEV(a.address, b.address));  // of equal strides
    }

    /// Whether an access between those numbered `first` and `last` depends on `moved`, or it on that.
    bool is_passed(const Instruction& moved, std::size_t first, std::size_t last) {
        const MemoryLocation place = MemoryLocation::get(&moved);
        for (std::size_t i = first + 1; i < last; ++i) {
            const ModRefInfo effect = aliases_.getModRefInfo(accesses_[i].made_by, place);
            if (isa<StoreInst>(moved) ? isModOrRefSet(effect) : isModSet(effect)) return true;
        }
        return false;
    }

    Loop& loop_;
    ScalarEvolution& evolution_;
    PredicatedScalarEvolution predicated_;
    AAResults& aliases_;
    std::vector<access> accesses_;  // in program order
};

}  // namespace

void pin_strided_accesses::freeze(Instruction& access, unsigned operand, Loop&) {
    access.setOperand(operand, new FreezeInst(access.getOperand(operand), "pinned", access.getIterator()));
}

PreservedAnalyses pin_strided_accesses::run(Function& function, FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<LoopAnalysis>(function);
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    auto& aliases = analyses.getResult<AAManager>(function);
    bool changed = false;
    for (Loop* loop : loops.getLoopsInPreorder()) {
        if (loop->isInnermost() && loop->isAnnotatedParallel())
            changed |= pinner(*loop, loops, evolution, aliases).run(hide);
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

/// Whether `frozen` is only accessed: a poisoned address is as bad as an arbitrary one there.
static bool is_only_accessed(const FreezeInst& frozen) {
    return all_of(frozen.uses(), [](const Use& use) {
        if (isa<LoadInst>(use.getUser())) return true;
        if (isa<StoreInst>(use.getUser())) return use.getOperandNo() == StoreInst::getPointerOperandIndex();
        const auto* call = dyn_cast<IntrinsicInst>(use.getUser());
        if (!call) return false;
        return (call->getIntrinsicID() == Intrinsic::masked_gather && use.getOperandNo() == 0) ||
               (call->getIntrinsicID() == Intrinsic::masked_scatter && use.getOperandNo() == 1);
    });
}

PreservedAnalyses unpin_strided_accesses::run(Function& function, FunctionAnalysisManager&) {
    bool changed = false;
    for (Instruction& i : make_early_inc_range(instructions(function))) {
        auto* const frozen = dyn_cast<FreezeInst>(&i);
        if (!frozen || !frozen->getType()->isPtrOrPtrVectorTy() || !is_only_accessed(*frozen)) continue;
        frozen->replaceAllUsesWith(frozen->getOperand(0));
        frozen->eraseFromParent();
        changed = true;
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
