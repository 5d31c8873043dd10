#include "compiler/passes/work_items/local_atomics.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {

using namespace llvm;

static const Value* atomic_address(const Instruction& i) {
    if (!i.isAtomic() || i.isVolatile()) return nullptr;
    if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) return update->getPointerOperand();
    if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) return exchange->getPointerOperand();
    return getLoadStorePointerOperand(&i);
}

static bool is_local(const Value& address) {
    SmallVector<const Value*> objects;
    getUnderlyingObjects(&address, objects, nullptr, 0);
    return all_of(objects, [](const Value* object) { return calls(*object, builtin::local_memory); });
}

static void lower(Instruction& i) {
    if (auto* load = dyn_cast<LoadInst>(&i)) return load->setAtomic(AtomicOrdering::NotAtomic);
    if (auto* store = dyn_cast<StoreInst>(&i)) return store->setAtomic(AtomicOrdering::NotAtomic);
    if (auto* update = dyn_cast<AtomicRMWInst>(&i)) return (void)lowerAtomicRMWInst(update);
    lowerAtomicCmpXchgInst(cast<AtomicCmpXchgInst>(&i));
}

void lower_local_atomics(Function& kernel) {
    for (Instruction& i : make_early_inc_range(instructions(kernel))) {
        const Value* const address = atomic_address(i);
        if (address && is_local(*address)) lower(i);
    }
}

}  // namespace ndweave::compiler
