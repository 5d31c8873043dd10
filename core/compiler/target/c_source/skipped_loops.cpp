#include "compiler/target/c_source/skipped_loops.hpp"

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/target/c_source/meeting_places.hpp"
#include "compiler/target/c_source/unknown_zero.hpp"
#include "llvm/IR/IRBuilder.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

bool has_barrier(const Loop& loop) {
    return any_of(loop.blocks(), [](const BasicBlock* block) {
        return any_of(*block, [](const Instruction& i) { return calls(i, builtin::barrier); });
    });
}

}  // namespace

void hide_conditions_of_skipped_loops(Function& kernel) {
    if (calls_of(kernel, builtin::barrier).empty()) return;
    const meeting_places places(kernel);
    SmallVector<BranchInst*> found;
    for (const Loop* loop : places.loops().getLoopsInPreorder()) {
        const BasicBlock* const exiting = loop->getExitingBlock();  // PoCL leaves loops with several alone
        if (!loop->isInnermost() || !exiting || has_barrier(*loop) || places.contains(*loop->getHeader())) continue;
        if (const auto* branch = dyn_cast<BranchInst>(exiting->getTerminator()))
            found.push_back(const_cast<BranchInst*>(branch));
    }
    if (found.empty()) return;
    Value* const zero = call_of_zero(kernel, zero_of_item);
    for (BranchInst* branch : found) {
        IRBuilder<> at(branch);
        branch->setCondition(at.CreateICmpNE(at.CreateZExt(branch->getCondition(), zero->getType()), zero));
    }
}

}  // namespace ndweave::compiler::c_source_detail
