#include "compiler/passes/private_memory.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/passes/builtin_calls.hpp"

namespace ndweave::compiler {

using namespace llvm;

SmallVector<AllocaInst*> private_arrays(Function& kernel) {
    SmallVector<AllocaInst*> found;
    for (Instruction& i : instructions(kernel)) {
        if (auto* array = dyn_cast<AllocaInst>(&i)) found.push_back(array);
    }
    return found;
}

/// One memory serves all work-items from now on: its lifetime is the group's.
static void erase_lifetimes(AllocaInst& array) {
    for (User* user : make_early_inc_range(array.users())) {
        auto* i = cast<Instruction>(user);
        if (i->isLifetimeStartOrEnd()) i->eraseFromParent();
    }
}

Error expand_private_memory(Function& kernel, ArrayRef<AllocaInst*> arrays, group_storage& storage) {
    for (AllocaInst* array : arrays) {
        if (!isa<ConstantInt>(array->getArraySize())) {
            return createStringError("kernel '" + kernel.getName() +
                                     "': a private array of variable length: give it a constant length");
        }
        Type* type = array->getAllocatedType();
        if (array->isArrayAllocation()) {
            type = ArrayType::get(type, cast<ConstantInt>(array->getArraySize())->getZExtValue());
        }
        erase_lifetimes(*array);
        Value* all = storage.for_every_item(type, array->hasName() ? array->getName() : "private");
        DenseMap<BasicBlock*, Value*> at_end;  // a PHI must see one value from one block
        for (Use& use : make_early_inc_range(array->uses())) {
            auto* user = cast<Instruction>(use.getUser());
            auto* phi = dyn_cast<PHINode>(user);
            Value*& end = at_end[phi ? phi->getIncomingBlock(use) : user->getParent()];
            if (phi && end) {
                use.set(end);
                continue;
            }
            IRBuilder<> at(phi ? phi->getIncomingBlock(use)->getTerminator() : user);
            Value* item = call_builtin(at, builtin::linear_id, at.getInt32Ty(), {});
            Value* own = at.CreateInBoundsGEP(type, all, at.CreateZExt(item, at.getInt64Ty()), array->getName());
            use.set(own);
            if (phi) end = own;
        }
        array->eraseFromParent();
    }
    return Error::success();
}

}  // namespace ndweave::compiler
