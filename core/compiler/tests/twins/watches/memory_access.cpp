#include "memory_access.hpp"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>

namespace ndweave::compiler::testing {

using namespace llvm;

SmallVector<memory_access, 2> accesses_of(const running_item& item, const Instruction& i) {
    const auto at = [&](const Value* pointer) { return item.value(*pointer); };
    const auto size = [&](Type* type) { return i.getDataLayout().getTypeStoreSize(type).getFixedValue(); };
    if (const auto* load = dyn_cast<LoadInst>(&i))
        return {{at(load->getPointerOperand()), size(load->getType()), false, load->getAlign().value()}};
    if (const auto* store = dyn_cast<StoreInst>(&i)) {
        Type* type = store->getValueOperand()->getType();
        return {{at(store->getPointerOperand()), size(type), true, store->getAlign().value()}};
    }
    if (const auto* update = dyn_cast<AtomicRMWInst>(&i))
        return {{at(update->getPointerOperand()), size(update->getType()), true, update->getAlign().value()}};
    SmallVector<memory_access, 2> all;
    if (const auto* block = dyn_cast<MemIntrinsic>(&i)) {
        const std::uint64_t bytes = at(block->getLength());
        all.push_back({at(block->getRawDest()), bytes, true, block->getDestAlign().valueOrOne().value()});
        if (const auto* copy = dyn_cast<MemTransferInst>(block))
            all.push_back({at(copy->getRawSource()), bytes, false, copy->getSourceAlign().valueOrOne().value()});
    }
    return all;
}

}  // namespace ndweave::compiler::testing
