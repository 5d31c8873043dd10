#include "compiler/target/host/streams.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <set>

namespace ndweave::compiler::host {
namespace {

/// Where in the functor `load` reads a pointer; none for other loads.
std::optional<std::uint64_t> capture_offset(const llvm::LoadInst& load, const llvm::Value& functor) {
    if (!load.getType()->isPointerTy() || !load.isSimple()) return std::nullopt;
    const llvm::DataLayout& layout = load.getModule()->getDataLayout();
    llvm::APInt offset(64, 0);
    const llvm::Value* const base =
        load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    if (base != &functor) return std::nullopt;
    return offset.getZExtValue();
}

}  // namespace

llvm::SmallVector<std::uint64_t> stored_captures(llvm::Function& kernel) {
    std::set<std::uint64_t> offsets;
    for (llvm::Instruction& i : llvm::instructions(kernel)) {
        const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&i);
        if (store == nullptr) continue;
        const auto* const pointer =
            llvm::dyn_cast<llvm::LoadInst>(llvm::getUnderlyingObject(store->getPointerOperand(), 0));
        if (pointer == nullptr) continue;
        if (const auto offset = capture_offset(*pointer, *kernel.getArg(0))) offsets.insert(*offset);
    }
    return {offsets.begin(), offsets.end()};
}

void state_alignment(llvm::Function& body, const llvm::Value& functor, llvm::ArrayRef<std::uint64_t> offsets) {
    llvm::SmallVector<llvm::LoadInst*> pointers;
    for (llvm::Instruction& i : llvm::instructions(body)) {
        auto* const load = llvm::dyn_cast<llvm::LoadInst>(&i);
        if (load == nullptr) continue;
        const auto offset = capture_offset(*load, functor);
        if (offset && llvm::is_contained(offsets, *offset)) pointers.push_back(load);
    }
    for (llvm::LoadInst* pointer : pointers) {
        llvm::IRBuilder<> builder(pointer->getNextNode());
        llvm::Value* const mask = builder.getInt64(~(stream_alignment - 1));
        llvm::Value* const aligned =
            builder.CreateIntrinsic(llvm::Intrinsic::ptrmask, {pointer->getType(), mask->getType()}, {pointer, mask});
        pointer->replaceUsesWithIf(aligned, [&](llvm::Use& use) { return use.getUser() != aligned; });
    }
}

}  // namespace ndweave::compiler::host
