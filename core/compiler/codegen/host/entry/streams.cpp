#include "compiler/codegen/host/entry/streams.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <set>

#include "compiler/passes/analysis/functor.hpp"

namespace ndweave::compiler::host {
namespace {

/// Where in the functor's `size` bytes `load` reads a pointer; none for other loads.
std::optional<std::uint64_t> capture_offset(const llvm::LoadInst& load, const llvm::Value& functor,
                                            std::uint64_t size = UINT64_MAX) {
    const bool is_capture = load.getType()->isPointerTy() && is_in_functor(load, functor, size);
    return is_capture ? offset_in_functor(load, functor) : std::nullopt;
}

}  // namespace

llvm::SmallVector<std::uint64_t> stored_captures(llvm::Function& kernel, std::uint64_t functor_size) {
    if (may_write(*kernel.getArg(0))) return {};
    std::set<std::uint64_t> offsets;
    for (llvm::Instruction& i : llvm::instructions(kernel)) {
        const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&i);
        if (store == nullptr) continue;
        const auto* const pointer =
            llvm::dyn_cast<llvm::LoadInst>(llvm::getUnderlyingObject(store->getPointerOperand(), 0));
        if (pointer == nullptr) continue;
        if (const auto offset = capture_offset(*pointer, *kernel.getArg(0), functor_size)) offsets.insert(*offset);
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
