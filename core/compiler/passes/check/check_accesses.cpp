#include "compiler/passes/check/check_accesses.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

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
    explicit checker(Function& kernel) : layout_(kernel.getDataLayout()) {
        for (GlobalVariable& global : kernel.getParent()->globals()) {
            if (global.isConstant() && global.hasInitializer()) tables_.push_back(&global);
        }
    }

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
        bytes = at.CreateZExtOrTrunc(bytes, at.getInt64Ty());
        if (!(what & NDW_CHECK_WRITE) && !tables_.empty()) at.SetInsertPoint(outside_tables(i, *address, *bytes));
        CallInst* looked_at =
            call_builtin(at, builtin::check_access, at.getPtrTy(),
                         {address, bytes, at.getInt32(what), place_constant(at, place_text(i.getDebugLoc()))});
        i.setOperand(operand, looked_at->getParent() == i.getParent() ? looked_at : merged(i, *address, *looked_at));
    }

    /// Before `i`, the end of a block that runs where the bytes are in no constant table: an address that was kept over
    /// a barrier does not tell any more that it leads into one, which check_private_accesses has looked at.
    Instruction* outside_tables(Instruction& i, Value& address, Value& bytes) {
        IRBuilder<> at(&i);
        Value* inside = at.getFalse();
        for (GlobalVariable* table : tables_) {
            const std::uint64_t size = layout_.getTypeAllocSize(table->getValueType());
            Value* offset = at.CreatePtrDiff(at.getInt8Ty(), &address, table);
            Value* rest = at.CreateSub(at.getInt64(size), offset);
            inside = at.CreateOr(
                inside, at.CreateAnd(at.CreateICmpULE(offset, at.getInt64(size)), at.CreateICmpULE(&bytes, rest)));
        }
        return SplitBlockAndInsertIfThen(at.CreateNot(inside), i.getIterator(), false);
    }

    /// What was looked at on the way by `looked_at`, else `address`.
    static Value* merged(Instruction& i, Value& address, CallInst& looked_at) {
        IRBuilder<> at(i.getParent(), i.getParent()->begin());
        PHINode* either = at.CreatePHI(address.getType(), 2);
        for (BasicBlock* from : predecessors(i.getParent())) {
            either->addIncoming(from == looked_at.getParent() ? &looked_at : &address, from);
        }
        return either;
    }

    const DataLayout& layout_;
    SmallVector<GlobalVariable*> tables_;  // of the kernel, without those that the checks add
};

}  // namespace

void check_accesses(Function& kernel) {
    checker check(kernel);
    SmallVector<Instruction*> all;
    for (Instruction& i : instructions(kernel)) all.push_back(&i);
    for (Instruction* i : all) check.look_at(*i);
}

}  // namespace ndweave::compiler
