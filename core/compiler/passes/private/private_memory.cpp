#include "compiler/passes/private/private_memory.hpp"

#include <llvm/IR/InstIterator.h>

#include "compiler/passes/analysis/builtin_calls.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// Between the copies of two neighbours, as a type.
Type* distance(const private_array& array) {
    AllocaInst& memory = *array.memory;
    Type* type = memory.getAllocatedType();
    if (array.element_bytes != 0) return ArrayType::get(Type::getInt8Ty(type->getContext()), array.element_bytes);
    if (!memory.isArrayAllocation()) return type;
    return ArrayType::get(type, cast<ConstantInt>(memory.getArraySize())->getZExtValue());
}

Value* make_storage(const private_array& array, group_storage& storage) {
    const StringRef name = array.memory->hasName() ? array.memory->getName() : "private";
    if (array.element_bytes == 0) return storage.for_every_item(distance(array), name);
    auto* rows = cast<ArrayType>(array.memory->getAllocatedType());
    Type* column = ArrayType::get(rows->getElementType(), rows->getNumElements() / array.pitch);
    return storage.for_every_item(column, name, array.pitch);
}

void expand(const private_array& array, group_storage& storage) {
    AllocaInst& memory = *array.memory;
    Value* all = make_storage(array, storage);
    DenseMap<BasicBlock*, Value*> at_end;  // a PHI must see one value from one block
    for (Use& use : make_early_inc_range(memory.uses())) {
        auto* user = cast<Instruction>(use.getUser());
        auto* phi = dyn_cast<PHINode>(user);
        Value*& end = at_end[phi ? phi->getIncomingBlock(use) : user->getParent()];
        if (phi && end) {
            use.set(end);
            continue;
        }
        IRBuilder<> at(phi ? phi->getIncomingBlock(use)->getTerminator() : user);
        Value* item = call_builtin(at, builtin::linear_id, at.getInt32Ty(), {});
        Value* own = at.CreateInBoundsGEP(distance(array), all, at.CreateZExt(item, at.getInt64Ty()), memory.getName());
        use.set(own);
        if (phi) end = own;
    }
    memory.eraseFromParent();
}

}  // namespace

Expected<SmallVector<AllocaInst*>> private_arrays(Function& kernel) {
    SmallVector<AllocaInst*> found;
    for (Instruction& i : instructions(kernel)) {
        auto* array = dyn_cast<AllocaInst>(&i);
        if (!array) continue;
        if (!isa<ConstantInt>(array->getArraySize())) {
            return createStringError("kernel '" + kernel.getName() +
                                     "': a private array of variable length: give it a constant length");
        }
        found.push_back(array);
    }
    return found;
}

void expand_private_memory(ArrayRef<private_array> arrays, group_storage& storage) {
    for (const private_array& array : arrays) expand(array, storage);
}

}  // namespace ndweave::compiler
