#include "compiler/passes/after_vectorizer/guard_noop_atomics.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace ndweave::compiler::host {
namespace {

bool is_idle_at_zero(const llvm::AtomicRMWInst& update) {
    switch (update.getOperation()) {
        case llvm::AtomicRMWInst::Add:
        case llvm::AtomicRMWInst::Sub:
        case llvm::AtomicRMWInst::Or:
        case llvm::AtomicRMWInst::Xor:
        case llvm::AtomicRMWInst::UMax:
            break;
        default:
            return false;
    }
    if (update.getOrdering() != llvm::AtomicOrdering::Monotonic || update.isVolatile() || !update.use_empty())
        return false;
    return !llvm::isKnownNonZero(update.getValOperand(), llvm::SimplifyQuery(update.getDataLayout()));
}

}  // namespace

unsigned guard_noop_atomics(llvm::Module& module) {
    llvm::SmallVector<llvm::AtomicRMWInst*> updates;
    for (llvm::Function& function : module) {
        for (llvm::Instruction& i : llvm::instructions(function)) {
            auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&i);
            if (update != nullptr && is_idle_at_zero(*update)) updates.push_back(update);
        }
    }
    for (llvm::AtomicRMWInst* update : updates) {
        llvm::IRBuilder<> at(update);
        llvm::Value* const by = at.CreateFreeze(update->getValOperand());
        update->setOperand(1, by);
        update->moveBefore(llvm::SplitBlockAndInsertIfThen(at.CreateIsNotNull(by), update, false));
    }
    return updates.size();
}

}  // namespace ndweave::compiler::host
