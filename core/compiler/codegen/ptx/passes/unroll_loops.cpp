#include "compiler/codegen/ptx/passes/unroll_loops.hpp"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CodeMetrics.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <optional>

#include "compiler/codegen/ptx/strength_reduce.hpp"
#include "compiler/passes/counters/split_at_limit.hpp"

namespace ndweave::compiler::ptx {
namespace {

// What nvcc 13 makes of loops over bodies of 2 to 300 operations, in the units of LLVM's cost model.
constexpr std::uint64_t largest_whole = 600, largest_part = 200;
constexpr unsigned most_of_known = 8, most_of_unknown = 4;  // iterations in one

// Of loops whose iterations are not counted: with as many loads an iteration they wait together already.
constexpr unsigned enough_loads = 4;

constexpr unsigned branch_cost = 2;  // a compare and a jump, which the iterations share; as LLVM counts them

constexpr const char* unrolled = "ndweave.loop.unrolled";

bool calls_functions(const llvm::Loop& loop, const llvm::TargetTransformInfo& costs) {
    for (const llvm::BasicBlock* block : loop.blocks()) {
        for (const llvm::Instruction& instruction : *block) {
            const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            if (!call || call->isInlineAsm()) continue;
            const llvm::Function* callee = call->getCalledFunction();
            if (!callee || costs.isLoweredToCall(callee)) return true;
        }
    }
    return false;
}

unsigned loads_in(const llvm::Loop& loop) {
    unsigned loads = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
        for (const llvm::Instruction& instruction : *block) loads += llvm::isa<llvm::LoadInst>(instruction);
    }
    return loads;
}

unsigned largest_power_of_two(std::uint64_t size, unsigned most) {
    while (most > 1 && size * most > largest_part) most /= 2;
    return most;
}

/// Of a loop of `trips` iterations: all of them, a divisor, or else a power of two, as many as fit.
unsigned count_for(unsigned trips, std::uint64_t size) {
    if (size * trips <= largest_whole) return trips;
    for (unsigned count = std::min<std::uint64_t>(most_of_known, largest_part / size); count > 1; --count) {
        if (trips % count == 0) return count;
    }
    return largest_power_of_two(size, most_of_known);
}

class unroller {
public:
    unroller(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
        : loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
          evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
          dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
          assumptions_(analyses.getResult<llvm::AssumptionAnalysis>(function)),
          costs_(analyses.getResult<llvm::TargetIRAnalysis>(function)),
          aliases_(analyses.getResult<llvm::AAManager>(function)),
          remarks_(analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function)) {}

    bool run() {
        bool changed = false;
        for (llvm::Loop* loop : loops_) {
            changed |= llvm::simplifyLoop(loop, &dominators_, &loops_, &evolution_, &assumptions_, nullptr, false);
            changed |= llvm::formLCSSARecursively(*loop, dominators_, &loops_, &evolution_);
        }
        auto inner_first = loops_.getLoopsInPreorder();
        std::reverse(inner_first.begin(), inner_first.end());
        for (const llvm::Loop* loop : inner_first) {
            if (loop->isInnermost()) most_loads_ = std::max(most_loads_, loads_in(*loop));
        }
        for (llvm::Loop* loop : inner_first) {
            if (is_candidate(*loop)) changed |= unroll_to_most(*loop) || (ends_at_latch(*loop) && unroll(*loop));
        }
        return changed;
    }

private:
    bool is_candidate(const llvm::Loop& loop) const {
        return loop.isInnermost() && loop.isLoopSimplifyForm() &&
               llvm::hasUnrollTransformation(&loop) == llvm::TM_Unspecified && !calls_functions(loop, costs_);
    }

    static bool ends_at_latch(const llvm::Loop& loop) { return loop.getExitingBlock() == loop.getLoopLatch(); }

    /// In the units of LLVM's cost model; nothing where the loop must stay as it is.
    std::optional<std::uint64_t> size_of(llvm::Loop& loop) {
        llvm::SmallPtrSet<const llvm::Value*, 32> free;
        llvm::CodeMetrics::collectEphemeralValues(&loop, &assumptions_, free);
        const llvm::UnrollCostEstimator estimate(&loop, costs_, free, branch_cost);
        if (!estimate.canUnroll() || estimate.NumInlineCandidates != 0 ||
            estimate.Convergence != llvm::ConvergenceKind::None)
            return std::nullopt;
        return std::max<std::uint64_t>(estimate.getRolledLoopSize(), 1);
    }

    /// 0 or 1: as it is.
    unsigned count_of(llvm::Loop& loop, unsigned trips) {
        const std::optional<std::uint64_t> cost = size_of(loop);
        if (!cost) return 0;
        const std::uint64_t size = *cost;
        if (trips != 0) return count_for(trips, size);
        const unsigned count = largest_power_of_two(size, most_of_unknown);
        const unsigned most = evolution_.getSmallConstantMaxTripCount(&loop);
        return most != 0 && most < count ? 0 : count;
    }

    /// Whether the iterations are counted by a division that becomes a product: by a constant, and not in 64 bits.
    bool counts_by_products(const llvm::Loop& loop) {
        const llvm::SCEV* count = evolution_.getBackedgeTakenCount(&loop);
        return count->getType()->getScalarSizeInBits() <= 32 &&
               !llvm::SCEVExprContains(count, [](const llvm::SCEV* part) {
                   const auto* division = llvm::dyn_cast<llvm::SCEVUDivExpr>(part);
                   return division && !llvm::isa<llvm::SCEVConstant>(division->getRHS());
               });
    }

    llvm::LoopUnrollResult unroll(llvm::Loop& loop, const llvm::UnrollLoopOptions& options) {
        return llvm::UnrollLoop(&loop, options, &loops_, &evolution_, &dominators_, &assumptions_, &costs_, &remarks_,
                                true, nullptr, &aliases_);
    }

    /// So many iterations in one, with no loop for others.
    static llvm::UnrollLoopOptions without_rest(unsigned count) {
        return {.Count = count,
                .Force = false,
                .Runtime = false,
                .AllowExpensiveTripCount = false,
                .UnrollRemainder = false,
                .ForgetAllSCEV = false};
    }

    static void may_be_unrolled_more(llvm::Loop& loop) {
        loop.setLoopAlreadyUnrolled();
        llvm::addStringMetadataToLoop(&loop, unrolled);
    }

    /// All iterations of a loop that has a few at most, each with its tests. What it reads by its counter can be
    /// promoted.
    bool unroll_to_most(llvm::Loop& loop) {
        const unsigned most = evolution_.getSmallConstantMaxTripCount(&loop);
        if (evolution_.getSmallConstantTripCount(&loop) != 0 || most < 2 || most > most_of_known) return false;
        const std::optional<std::uint64_t> size = size_of(loop);
        if (!size || *size * most > largest_whole) return false;
        llvm::Loop* const around = loop.getParentLoop();
        const auto result = unroll(loop, without_rest(most));
        if (result == llvm::LoopUnrollResult::Unmodified) return false;
        if (around) may_be_unrolled_more(*around);
        return true;
    }

    bool unroll(llvm::Loop& loop) {
        const unsigned trips = evolution_.getSmallConstantTripCount(&loop);
        const unsigned count = count_of(loop, trips);
        if (count <= 1) return false;
        if (!evolution_.hasLoopInvariantBackedgeTakenCount(&loop)) return unroll_to_limit(loop, count);
        const auto result = unroll(loop, {.Count = count,
                                          .Force = false,
                                          .Runtime = trips == 0,
                                          .AllowExpensiveTripCount = counts_by_products(loop),
                                          .UnrollRemainder = true,
                                          .ForgetAllSCEV = false});
        if (result == llvm::LoopUnrollResult::PartiallyUnrolled) may_be_unrolled_more(loop);
        return result != llvm::LoopUnrollResult::Unmodified || unroll_to_limit(loop, count);
    }

    /// Where iterations cannot be counted, or only by a division. Not beside a loop that has as many loads in flight:
    /// the time is spent there, and there the registers are needed. A stencil over a range, whose last work-group adds
    /// up the others' results in such a loop, took 1.14 times as long on an H200.
    bool unroll_to_limit(llvm::Loop& loop, unsigned count) {
        const unsigned loads = loads_in(loop);
        if (loads == 0 || loads >= enough_loads || loads * count <= most_loads_) return false;
        llvm::Loop* const rest = split_at_limit(loop, count, loops_, dominators_, evolution_, assumptions_);
        if (!rest) return false;
        rest->setLoopAlreadyUnrolled();
        const auto result = unroll(loop, without_rest(count));
        if (result == llvm::LoopUnrollResult::FullyUnrolled) return true;  // there is no loop any more
        leave_at_end_only(loop);
        may_be_unrolled_more(loop);
        llvm::addStringMetadataToLoop(&loop, no_strength_reduce);
        return true;
    }

    /// Without the tests between the iterations that are one now.
    void leave_at_end_only(llvm::Loop& loop) {
        llvm::SmallVector<llvm::BasicBlock*> leaving;
        loop.getExitingBlocks(leaving);
        for (llvm::BasicBlock* block : leaving) {
            if (block == loop.getLoopLatch()) continue;
            auto* const jump = llvm::cast<llvm::BranchInst>(block->getTerminator());
            const bool first_stays = loop.contains(jump->getSuccessor(0));
            llvm::BasicBlock* const exit = jump->getSuccessor(first_stays ? 1 : 0);
            llvm::ReplaceInstWithInst(jump, llvm::BranchInst::Create(jump->getSuccessor(first_stays ? 0 : 1)));
            exit->removePredecessor(block, true);
            dominators_.deleteEdge(block, exit);
        }
        evolution_.forgetTopmostLoop(&loop);
    }

    unsigned most_loads_ = 0;  // in an iteration of an innermost loop of the program
    llvm::LoopInfo& loops_;
    llvm::ScalarEvolution& evolution_;
    llvm::DominatorTree& dominators_;
    llvm::AssumptionCache& assumptions_;
    llvm::TargetTransformInfo& costs_;
    llvm::AAResults& aliases_;
    llvm::OptimizationRemarkEmitter& remarks_;
};

}  // namespace

llvm::PreservedAnalyses unroll_loops::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    return unroller(function, analyses).run() ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

void allow_more_unrolling(llvm::Function& kernel) {
    for (llvm::BasicBlock& block : kernel) {
        llvm::Instruction* const jump = block.getTerminator();
        llvm::MDNode* const loop = jump->getMetadata(llvm::LLVMContext::MD_loop);
        if (!loop || !llvm::findOptionMDForLoopID(loop, unrolled)) continue;
        jump->setMetadata(
            llvm::LLVMContext::MD_loop,
            llvm::makePostTransformationMetadata(kernel.getContext(), loop, {"llvm.loop.unroll.", unrolled}, {}));
    }
}

}  // namespace ndweave::compiler::ptx
