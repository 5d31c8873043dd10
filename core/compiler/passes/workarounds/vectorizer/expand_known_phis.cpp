#include "compiler/passes/workarounds/vectorizer/expand_known_phis.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/passes/workarounds/llvm_version.hpp"

namespace ndweave::compiler {

static_assert(is_seen_in_this_llvm, "try without");

using namespace llvm;

namespace {

/// A condition that varies is no address's.
bool may_lead_to_address(PHINode& phi, const Loop& loop, ScalarEvolution& evolution) {
    if (!evolution.isSCEVable(phi.getType())) return false;
    const SCEV* const value = evolution.getSCEV(&phi);
    return !isa<SCEVUnknown>(value) && (!phi.getType()->isIntegerTy(1) || evolution.isLoopInvariant(value, &loop));
}

/// Those that become blends: in branches, of more than one value.
SmallVector<PHINode*> known_phis(const Loop& loop, ScalarEvolution& evolution) {
    SmallVector<PHINode*> known;
    for (BasicBlock* block : loop.blocks()) {
        if (block == loop.getHeader()) continue;
        for (PHINode& phi : block->phis()) {
            if (phi.getNumIncomingValues() > 1 && may_lead_to_address(phi, loop, evolution)) known.push_back(&phi);
        }
    }
    return known;
}

/// Ahead of the branches that meet at the phi: behind them the expander would find the phi itself.
Value* expand(PHINode& phi, const DominatorTree& tree, ScalarEvolution& evolution) {
    const SCEV* const value = evolution.getSCEV(&phi);
    Instruction* const ahead = tree.getNode(phi.getParent())->getIDom()->getBlock()->getTerminator();
    SCEVExpander expander(evolution, phi.getDataLayout(), "known");
    if (!expander.isSafeToExpandAt(value, ahead)) return nullptr;
    return expander.expandCodeFor(value, phi.getType(), ahead);
}

void replace(PHINode& phi, const DominatorTree& tree, ScalarEvolution& evolution) {
    Value* known = expand(phi, tree, evolution);
    evolution.forgetValue(&phi);
    if (known != nullptr) return phi.replaceAllUsesWith(known);
    auto* const hidden = new FreezeInst(&phi, "hidden", phi.getParent()->getFirstInsertionPt());
    phi.replaceUsesWithIf(hidden, [&](const Use& use) { return use.getUser() != hidden; });
}

}  // namespace

PreservedAnalyses expand_known_phis::run(Function& function, FunctionAnalysisManager& analyses) {
    const auto& tree = analyses.getResult<DominatorTreeAnalysis>(function);
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    bool changed = false;
    for (const Loop* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
        if (!loop->isInnermost()) continue;
        for (PHINode* phi : known_phis(*loop, evolution)) {
            replace(*phi, tree, evolution);
            if (phi->use_empty()) phi->eraseFromParent();
            changed = true;
        }
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace ndweave::compiler
