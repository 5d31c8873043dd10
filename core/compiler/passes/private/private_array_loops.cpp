#include "compiler/passes/private/private_array_loops.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <set>

#include "compiler/passes/analysis/loop_analyses.hpp"

namespace ndweave::compiler {
namespace {

constexpr unsigned longest = 64;          // trips
constexpr unsigned largest_body = 16384;  // instructions after unrolling; what LLVM accepts of a pragma

/// The loops whose induction variables `expression` is built of.
void add_loops_of(const llvm::SCEV* expression, std::set<const llvm::Loop*>& loops) {
    struct collector {
        std::set<const llvm::Loop*>& loops;
        bool follow(const llvm::SCEV* part) {
            if (auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part)) loops.insert(recurrence->getLoop());
            return true;
        }
        bool isDone() const { return false; }
    };
    collector visitor{loops};
    llvm::visitAll(expression, visitor);
}

/// Instructions that index a private array with something that is no constant.
bool indexes_private_array(const llvm::GetElementPtrInst& access) {
    return !access.hasAllConstantIndices() && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(&access, 0));
}

/// Loops whose induction variable (or an inner loop's) is part of a variable index into an alloca.
std::set<const llvm::Loop*> loops_over_private_arrays(llvm::Function& kernel, llvm::ScalarEvolution& evolution) {
    std::set<const llvm::Loop*> indexing;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        auto* access = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
        if (!access || !indexes_private_array(*access)) continue;
        for (const llvm::Use& index : access->indices()) add_loops_of(evolution.getSCEV(index.get()), indexing);
    }
    return indexing;
}

}  // namespace

llvm::PreservedAnalyses private_array_loops::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    const std::set<const llvm::Loop*> indexing = loops_over_private_arrays(function, evolution);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
        const unsigned trips = evolution.getSmallConstantMaxTripCount(loop);
        if (!indexing.count(loop) || trips == 0 || trips > longest) continue;
        if (std::uint64_t{trips} * instructions_of(*loop) > largest_body) continue;
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.full");
    }
    return llvm::PreservedAnalyses::all();  // but for metadata
}

}  // namespace ndweave::compiler
