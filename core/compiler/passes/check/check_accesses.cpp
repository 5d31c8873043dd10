#include "compiler/passes/check/check_accesses.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/abi.h"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

bool is_private(const Value* object) {
    return isa<AllocaInst>(object) || isa<GlobalVariable>(object) || isa<Argument>(object) ||
           calls(*object, builtin::arena) || calls(*object, builtin::group_scratch);
}

/// Which numbers are accessed, in the bits of ndw_check_access.
std::uint32_t numbers_of(Type* type, const DataLayout& layout) {
    Type* const one = type->getScalarType();
    const bool known =
        one->isIntegerTy() || one->isPointerTy() || one->isHalfTy() || one->isFloatTy() || one->isDoubleTy();
    if (!known) return 0;
    const std::uint64_t bytes = layout.getTypeStoreSize(one).getFixedValue();
    return bytes > 8 ? 0 : bytes * NDW_CHECK_ELEMENT | (one->isFloatingPointTy() ? NDW_CHECK_FLOAT : 0);
}

class checker {
public:
    explicit checker(Function& kernel) : layout_(kernel.getDataLayout()) {}

    void look_at(Instruction& i) {
        if (auto* load = dyn_cast<LoadInst>(&i)) return access(i, load->getPointerOperandIndex(), load->getType(), 0);
        if (auto* store = dyn_cast<StoreInst>(&i)) {
            return access(i, store->getPointerOperandIndex(), store->getValueOperand()->getType(), NDW_CHECK_WRITE);
        }
        if (auto* update = dyn_cast<AtomicRMWInst>(&i)) {
            return access(i, update->getPointerOperandIndex(), update->getType(), NDW_CHECK_WRITE);
        }
        if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
            Type* type = exchange->getNewValOperand()->getType();
            return access(i, exchange->getPointerOperandIndex(), type, NDW_CHECK_WRITE);
        }
        auto* bulk = dyn_cast<MemIntrinsic>(&i);
        if (!bulk) return;
        range(i, 0, bulk->getLength(), NDW_CHECK_WRITE);
        if (isa<MemTransferInst>(bulk)) range(i, 1, bulk->getLength(), 0);
    }

private:
    void access(Instruction& i, unsigned operand, Type* type, std::uint32_t what) {
        if (i.isAtomic()) what |= NDW_CHECK_ATOMIC;
        what |= numbers_of(type, layout_);
        range(i, operand, IRBuilder<>(&i).getInt64(layout_.getTypeStoreSize(type)), what);
    }

    void range(Instruction& i, unsigned operand, Value* bytes, std::uint32_t what) {
        Value* address = i.getOperand(operand);
        SmallVector<const Value*> objects;
        getUnderlyingObjects(address, objects, nullptr, 0);
        if (any_of(objects, [](const Value* object) { return isa<GlobalVariable>(object); }) ||
            all_of(objects, is_private)) {
            return;
        }
        if (all_of(objects, [](const Value* object) { return calls(*object, builtin::local_memory); }))
            what |= NDW_CHECK_LOCAL;
        IRBuilder<> at(&i);
        CallInst* looked_at = call_builtin(at, builtin::check_access, at.getPtrTy(),
                                           {address, at.CreateZExtOrTrunc(bytes, at.getInt64Ty()), at.getInt32(what),
                                            place_constant(at, place_text(i.getDebugLoc()))});
        i.setOperand(operand, looked_at);
    }

    const DataLayout& layout_;
};

}  // namespace

void check_accesses(Function& kernel) {
    checker check(kernel);
    SmallVector<Instruction*> all;
    for (Instruction& i : instructions(kernel)) all.push_back(&i);
    for (Instruction* i : all) check.look_at(*i);
}

}  // namespace ndweave::compiler
