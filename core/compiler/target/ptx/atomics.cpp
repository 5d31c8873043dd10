#include "compiler/target/ptx/atomics.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "compiler/target/ptx/fence.hpp"

namespace ndweave::compiler::ptx {
namespace {

using order = llvm::AtomicOrdering;

constexpr fence_scope scope = fence_scope::device;  // the scope that PTX gives atomics which name none

/// The strongest order that an operation asks for; not atomic for other instructions.
order order_of(const llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->getOrdering();
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->getOrdering();
    if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return update->getOrdering();
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) return exchange->getMergedOrdering();
    if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) return fence->getOrdering();
    return order::NotAtomic;
}

void relax(llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) load->setOrdering(order::Monotonic);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) store->setOrdering(order::Monotonic);
    if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) update->setOrdering(order::Monotonic);
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        exchange->setSuccessOrdering(order::Monotonic);
        exchange->setFailureOrdering(order::Monotonic);
    }
}

bool releases(order o) {
    return o == order::Release || o == order::AcquireRelease || o == order::SequentiallyConsistent;
}

bool acquires(order o) {
    return o == order::Acquire || o == order::AcquireRelease || o == order::SequentiallyConsistent;
}

fence_order before(order o) {
    return o == order::SequentiallyConsistent ? fence_order::sequential : fence_order::acquire_release;
}

}  // namespace

void lower_atomic_orders(llvm::Function& kernel) {
    std::vector<llvm::Instruction*> ordered;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
        if (llvm::isStrongerThanMonotonic(order_of(instruction))) ordered.push_back(&instruction);
    }
    for (llvm::Instruction* instruction : ordered) {
        const order o = order_of(*instruction);
        llvm::IRBuilder<> builder(instruction);
        if (llvm::isa<llvm::FenceInst>(instruction)) {
            emit_fence(builder, before(o), scope);
            instruction->eraseFromParent();
            continue;
        }
        relax(*instruction);
        const bool stores = !llvm::isa<llvm::LoadInst>(instruction);
        if (o == order::SequentiallyConsistent || (stores && releases(o))) emit_fence(builder, before(o), scope);
        if (acquires(o) && !llvm::isa<llvm::StoreInst>(instruction)) {
            builder.SetInsertPoint(instruction->getNextNode());
            emit_fence(builder, fence_order::acquire_release, scope);
        }
    }
}

}  // namespace ndweave::compiler::ptx
