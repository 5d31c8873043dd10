#include "compiler/codegen/c_source/pointers/pointer_arrays.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;

/// Collects the accesses by `pointer`; false where it is used for anything else.
bool collect(const Value& pointer, std::vector<const Instruction*>& accesses) {
    return all_of(pointer.uses(), [&](const Use& use) {
        const auto* user = cast<Instruction>(use.getUser());
        const bool reads = isa<LoadInst>(user);
        if (reads || (isa<StoreInst>(user) && use.getOperandNo() == StoreInst::getPointerOperandIndex())) {
            accesses.push_back(user);
            return true;
        }
        if (const auto* call = dyn_cast<IntrinsicInst>(user)) return call->isLifetimeStartOrEnd();
        return isa<GetElementPtrInst>(user) && collect(*user, accesses);
    });
}

Type* type_of(const Instruction& access) { return getLoadStoreType(const_cast<Instruction*>(&access)); }

}  // namespace

pointer_arrays::pointer_arrays(Function& kernel) {
    for (const Instruction& i : instructions(kernel)) {
        const auto* array = dyn_cast<AllocaInst>(&i);
        std::vector<const Instruction*> accesses;
        if (!array || !collect(*array, accesses)) continue;
        // Only pointers, whole: no part of one is written as something else.
        if (!all_of(accesses, [](const Instruction* access) { return type_of(*access)->isPointerTy(); })) continue;
        std::vector<const Value*>& stored = stored_[array];
        for (const Instruction* access : accesses) {
            array_of_[access] = array;
            if (const auto* store = dyn_cast<StoreInst>(access)) stored.push_back(store->getValueOperand());
        }
    }
}

}  // namespace ndweave::compiler::c_source_detail
