#include "compiler/codegen/c_source/passes/traps.hpp"

#include "compiler/builtins.hpp"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace ndweave::compiler::c_source_detail {
namespace {

llvm::SmallVector<llvm::Instruction*> traps_of(llvm::Function& kernel) {
    llvm::SmallVector<llvm::Instruction*> traps;
    for (llvm::Instruction& i : llvm::instructions(kernel)) {
        const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
        if (call && call->getIntrinsicID() == llvm::Intrinsic::trap) traps.push_back(&i);
    }
    return traps;
}

}  // namespace

void drop_traps(llvm::Function& kernel) {
    if (calls_of(*kernel.getParent(), "__ndweave_barrier").empty()) return;
    for (llvm::Instruction* trap : traps_of(kernel)) trap->eraseFromParent();  // simplifycfg then drops the way to it
}

void end_items_at_traps(llvm::Function& kernel) {
    for (llvm::Instruction* trap : traps_of(kernel)) {
        llvm::BasicBlock* const block = trap->getParent();
        block->splitBasicBlock(trap);
        llvm::ReplaceInstWithInst(block->getTerminator(), llvm::ReturnInst::Create(kernel.getContext()));
    }
    llvm::removeUnreachableBlocks(kernel);
}

void drop_unreachable_defaults(llvm::Function& kernel) {
    for (llvm::BasicBlock& block : kernel) {
        auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
        if (choice == nullptr || !choice->defaultDestUndefined() || choice->getNumCases() == 0) continue;
        const auto last = std::prev(choice->case_end());
        llvm::BasicBlock* const successor = last->getCaseSuccessor();
        choice->getDefaultDest()->removePredecessor(&block);
        choice->removeCase(last);
        choice->setDefaultDest(successor);
    }
    llvm::removeUnreachableBlocks(kernel);
}

}  // namespace ndweave::compiler::c_source_detail
