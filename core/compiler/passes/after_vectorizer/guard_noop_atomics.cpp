#include "compiler/passes/after_vectorizer/guard_noop_atomics.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace ndweave::compiler::host {
namespace {

constexpr unsigned max_looked_at_bits = 64;  // a wider number is read by a locked operation as well

bool is_idle_at_zero(const llvm::AtomicRMWInst& update) {
    switch (update.getOperation()) {
        case llvm::AtomicRMWInst::Add:
        case llvm::AtomicRMWInst::Sub:
        case llvm::AtomicRMWInst::Or:
        case llvm::AtomicRMWInst::Xor:
            return !llvm::isKnownNonZero(update.getValOperand(), llvm::SimplifyQuery(update.getDataLayout()));
        default:
            return false;
    }
}

/// Of `found` and `by`: where it holds, the update leaves what it finds. BAD_FCMP_PREDICATE: of other updates.
llvm::CmpInst::Predicate idle_where(const llvm::AtomicRMWInst& update) {
    const llvm::Type& type = *update.getType();
    if (type.getPrimitiveSizeInBits() > max_looked_at_bits || type.isHalfTy() || type.isBFloatTy())
        return llvm::CmpInst::BAD_FCMP_PREDICATE;
    switch (update.getOperation()) {
        case llvm::AtomicRMWInst::Min:
            return llvm::CmpInst::ICMP_SLE;
        case llvm::AtomicRMWInst::Max:
            return llvm::CmpInst::ICMP_SGE;
        case llvm::AtomicRMWInst::UMin:
            return llvm::CmpInst::ICMP_ULE;
        case llvm::AtomicRMWInst::UMax:
            return llvm::CmpInst::ICMP_UGE;
        case llvm::AtomicRMWInst::FMin:
            return llvm::CmpInst::FCMP_OLE;
        case llvm::AtomicRMWInst::FMax:
            return llvm::CmpInst::FCMP_OGE;
        default:
            return llvm::CmpInst::BAD_FCMP_PREDICATE;
    }
}

/// What a relaxed look at the place finds.
llvm::Value* found_at(llvm::IRBuilder<>& at, llvm::AtomicRMWInst& update) {
    llvm::LoadInst* const found = at.CreateAlignedLoad(update.getType(), update.getPointerOperand(), update.getAlign());
    found->setAtomic(llvm::AtomicOrdering::Monotonic, update.getSyncScopeID());
    found->setAAMetadata(update.getAAMetadata());
    return found;
}

/// Whether the update changes anything; null where that is always so.
llvm::Value* changes_anything(llvm::IRBuilder<>& at, llvm::AtomicRMWInst& update) {
    const llvm::CmpInst::Predicate idle = idle_where(update);
    if (idle == llvm::CmpInst::BAD_FCMP_PREDICATE && !is_idle_at_zero(update)) return nullptr;
    llvm::Value* const by = at.CreateFreeze(update.getValOperand());
    update.setOperand(1, by);
    if (idle == llvm::CmpInst::BAD_FCMP_PREDICATE) return at.CreateIsNotNull(by);
    return at.CreateNot(at.CreateCmp(idle, found_at(at, update), by));
}

}  // namespace

unsigned guard_noop_atomics(llvm::Module& module) {
    llvm::SmallVector<llvm::AtomicRMWInst*> updates;
    for (llvm::Function& function : module) {
        for (llvm::Instruction& i : llvm::instructions(function)) {
            auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&i);
            if (update != nullptr && update->getOrdering() == llvm::AtomicOrdering::Monotonic &&
                !update->isVolatile() && update->use_empty())
                updates.push_back(update);
        }
    }
    unsigned guarded = 0;
    for (llvm::AtomicRMWInst* update : updates) {
        llvm::IRBuilder<> at(update);
        llvm::Value* const changes = changes_anything(at, *update);
        if (!changes) continue;
        update->moveBefore(llvm::SplitBlockAndInsertIfThen(changes, update, false));
        ++guarded;
    }
    return guarded;
}

}  // namespace ndweave::compiler::host
