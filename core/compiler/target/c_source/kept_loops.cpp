#include "compiler/passes/private/private_array_loops.hpp"
#include "compiler/target/c_source/emission.hpp"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace ndweave::compiler::c_source_detail {
namespace {

constexpr unsigned short_loop = 4;  // trips: over dimensions, mostly

bool waits(const llvm::BasicBlock& block) {
    return llvm::any_of(block, [](const llvm::Instruction& i) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
        return call && call->isConvergent();
    });
}

}  // namespace

void keep_loops_between_barriers(llvm::Function& kernel, const llvm::LoopInfo& loops,
                                 llvm::ScalarEvolution& evolution) {
    if (llvm::none_of(kernel, waits)) return;
    const std::set<const llvm::Loop*> over_arrays = private_array_loops(kernel, evolution);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
        const bool has_barrier = llvm::any_of(loop->blocks(), [](const llvm::BasicBlock* b) { return waits(*b); });
        if (has_barrier || over_arrays.count(loop) || evolution.getSmallConstantMaxTripCount(loop) <= short_loop)
            continue;
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", true);
    }
}

}  // namespace ndweave::compiler::c_source_detail
