#include "compiler/passes/private/private_memory.hpp"

#include <llvm/ADT/STLExtras.h>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/private/private_layout.hpp"
#include "compiler/passes/regions/group_storage.hpp"
#include "compiler/passes/regions/region_plan.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// Between the copies of two neighbours, as a type: each copy is aligned as the array was, which may be more than its
/// elements are.
Type* distance(const private_array& array) {
    AllocaInst& memory = *array.memory;
    Type *type = memory.getAllocatedType(), *byte = Type::getInt8Ty(type->getContext());
    if (array.element_bytes != 0) return ArrayType::get(byte, array.element_bytes);
    const std::uint64_t bytes = *memory.getAllocationSize(memory.getDataLayout());
    if (!isAligned(memory.getAlign(), bytes)) return ArrayType::get(byte, alignTo(bytes, memory.getAlign()));
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

void expand_private_memory(Function& kernel) {
    const SmallVector<AllocaInst*> of_plan = region_plan::of(kernel).any;
    group_storage storage(kernel);
    for (const private_array& array : private_arrays(kernel)) {
        if (!is_contained(of_plan, array.memory)) expand(array, storage);
    }
}

}  // namespace ndweave::compiler
