/// LLVM's analyses of the loops of finished code, for passes that run outside a pass manager.
#pragma once

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

namespace ndweave::compiler {

/// Of a function as it is when this is made.
class loop_analyses {
    llvm::TargetLibraryInfoImpl library_info_;
    llvm::TargetLibraryInfo library_{library_info_};
    llvm::AssumptionCache assumptions_;

public:
    explicit loop_analyses(llvm::Function& function)
        : library_info_(llvm::Triple(function.getParent()->getTargetTriple())),
          assumptions_(function),
          dominators(function),
          loops(dominators),
          evolution(function, library_, assumptions_, dominators, loops) {}
    loop_analyses(const loop_analyses&) = delete;
    loop_analyses& operator=(const loop_analyses&) = delete;

    llvm::DominatorTree dominators;
    llvm::LoopInfo loops;
    llvm::ScalarEvolution evolution;
};

/// Whether the loop is one of work-items that LLVM's vectorizer may take next: innermost, annotated parallel, and in
/// simplified form.
inline bool is_innermost_parallel(const llvm::Loop& loop) {
    return loop.isInnermost() && loop.isAnnotatedParallel() && loop.isLoopSimplifyForm();
}

/// Instructions of the loop and of those in it.
inline std::size_t instructions_of(const llvm::Loop& loop) {
    std::size_t count = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) count += block->size();
    return count;
}

/// `value` as a recurrence of the loop that grows by one in each iteration; null where it is none.
inline const llvm::SCEVAddRecExpr* unit_step_recurrence(llvm::Value& value, const llvm::Loop& loop,
                                                        llvm::ScalarEvolution& evolution) {
    const auto* const number = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(&value));
    const bool counts = number != nullptr && number->getLoop() == &loop && number->isAffine() &&
                        number->getStepRecurrence(evolution)->isOne();
    return counts ? number : nullptr;
}

}  // namespace ndweave::compiler
