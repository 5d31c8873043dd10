#include "compiler/codegen/ptx/passes/functor_pointers.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/codegen/ptx/passes/address_space.hpp"

namespace ndweave::compiler::ptx {

using namespace llvm;

namespace {

bool is_param_pointer(const Value& value) {
    return value.getType()->isPointerTy() && value.getType()->getPointerAddressSpace() == param_space;
}

/// What is computed from the functor's address, and whether LLVM takes a generic one for any of it.
struct derived_pointers {
    SetVector<Instruction*> all;
    SetVector<Instruction*> users;
    bool generic = false;

    explicit derived_pointers(Argument& functor) {
        follow(functor);
        for (unsigned i = 0; i < all.size(); ++i) follow(*all[i]);
    }

private:
    void follow(Value& pointer) {
        for (User* user : pointer.users()) {
            auto* const i = cast<Instruction>(user);
            users.insert(i);
            if (isa<LoadInst, MemTransferInst>(i)) continue;
            generic |= !isa<AddrSpaceCastInst, GetElementPtrInst>(i);
            if (i->getType()->isPointerTy()) all.insert(i);
        }
    }
};

/// A copy from or to a pointer of another space is another intrinsic.
void copy_again(MemTransferInst& copy) {
    IRBuilder<> at(&copy);
    const bool move = isa<MemMoveInst>(copy);
    Value *to = copy.getRawDest(), *from = copy.getRawSource(), *bytes = copy.getLength();
    if (move) {
        at.CreateMemMove(to, copy.getDestAlign(), from, copy.getSourceAlign(), bytes, copy.isVolatile());
    } else {
        at.CreateMemCpy(to, copy.getDestAlign(), from, copy.getSourceAlign(), bytes, copy.isVolatile());
    }
    copy.eraseFromParent();
}

}  // namespace

void reach_functor_generically(Function& kernel) {
    const derived_pointers found(*kernel.getArg(0));
    if (!found.generic) return;
    Type* const generic = PointerType::get(kernel.getContext(), generic_space);
    for (Instruction* user : found.users) {
        for (Use& operand : user->operands()) {
            auto* const constant = dyn_cast<Constant>(&operand);
            if (!constant || !is_param_pointer(*constant)) continue;
            operand.set(isa<UndefValue>(constant) ? UndefValue::get(generic)
                                                  : ConstantExpr::getAddrSpaceCast(constant, generic));
        }
    }
    for (Instruction* pointer : found.all) {
        if (is_param_pointer(*pointer)) pointer->mutateType(generic);
    }
    for (Instruction* user : found.users) {
        if (auto* copy = dyn_cast<MemTransferInst>(user)) copy_again(*copy);
    }
    for (Instruction* pointer : found.all) {
        if (!isa<AddrSpaceCastInst>(pointer) || pointer->getOperand(0)->getType() != pointer->getType()) continue;
        pointer->replaceAllUsesWith(pointer->getOperand(0));
        pointer->eraseFromParent();
    }
}

}  // namespace ndweave::compiler::ptx
