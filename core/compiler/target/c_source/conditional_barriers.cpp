#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/target/c_source/one_barrier.hpp"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

struct ways {
    explicit ways(Function& kernel) : dominators(kernel), post_dominators(kernel), loops(dominators) {}

    /// Whether each turn of the innermost loop around `block` that does not leave it, or each run of the kernel, comes
    /// through `block`.
    bool all_meet(const BasicBlock& block, const Loop* around) const {
        if (!around) return post_dominators.dominates(&block, &block.getParent()->getEntryBlock());
        return around->getLoopLatch() && dominators.dominates(&block, around->getLoopLatch());
    }

    DominatorTree dominators;
    PostDominatorTree post_dominators;
    LoopInfo loops;
};

}  // namespace

bool has_conditional_barrier(Function& kernel) {
    const ways through(kernel);
    for (const CallInst* barrier : calls_of(kernel, builtin::barrier)) {
        const BasicBlock* block = barrier->getParent();
        const Loop* around = through.loops.getLoopFor(block);
        for (;; block = around->getHeader(), around = around->getParentLoop()) {
            if (!through.all_meet(*block, around)) return true;
            if (!around) break;
        }
    }
    return false;
}

}  // namespace ndweave::compiler::c_source_detail
