#include "compiler/passes/check/check_accesses.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/abi.h"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/check/captured_memory.hpp"
#include "compiler/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// Which numbers are accessed, in the bits of ndw_check_access.
std::uint32_t numbers_of(Type* type, const DataLayout& layout) {
    Type* const one = type->getScalarType();
    const bool known =
        one->isIntegerTy() || one->isPointerTy() || one->isHalfTy() || one->isFloatTy() || one->isDoubleTy();
    if (!known) return 0;
    const std::uint64_t bytes = layout.getTypeStoreSize(one).getFixedValue();
    return bytes > 8 ? 0 : bytes * NDW_CHECK_ELEMENT | (one->isFloatingPointTy() ? NDW_CHECK_FLOAT : 0);
}

std::uint32_t alignment_bits(Align alignment) { return std::min(Log2(alignment), 15u) * NDW_CHECK_ALIGNMENT; }

std::uint32_t order_of(AtomicOrdering order) {
    return (isAcquireOrStronger(order) ? NDW_CHECK_ACQUIRE : 0) | (isReleaseOrStronger(order) ? NDW_CHECK_RELEASE : 0);
}

/// What an access of one object is, beside its size.
std::uint32_t description_of(const Instruction& i) {
    if (const auto* load = dyn_cast<LoadInst>(&i)) {
        return alignment_bits(load->getAlign()) | order_of(load->getOrdering());
    }
    if (const auto* store = dyn_cast<StoreInst>(&i)) {
        return NDW_CHECK_WRITE | alignment_bits(store->getAlign()) | order_of(store->getOrdering());
    }
    if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) {
        return NDW_CHECK_WRITE | alignment_bits(update->getAlign()) | order_of(update->getOrdering());
    }
    const auto& exchange = cast<AtomicCmpXchgInst>(i);
    return NDW_CHECK_WRITE | alignment_bits(exchange.getAlign()) | order_of(exchange.getMergedOrdering());
}

/// The bits of a number of at most 8 bytes; null for others.
Value* bits_of(IRBuilderBase& at, Value* written, const DataLayout& layout) {
    Type* const type = written->getType();
    const bool number = type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy();
    if (!number || layout.getTypeSizeInBits(type) > 64) return nullptr;
    if (type->isPointerTy()) return at.CreatePtrToInt(written, at.getInt64Ty());
    Value* const bits = at.CreateBitCast(written, at.getIntNTy(layout.getTypeSizeInBits(type)));
    return at.CreateZExt(bits, at.getInt64Ty());
}

class checker {
public:
    explicit checker(Function& kernel) : layout_(kernel.getDataLayout()), memory_(kernel) {
        for (GlobalVariable& global : kernel.getParent()->globals()) {
            if (global.isConstant() && global.hasInitializer()) tables_.push_back(&global);
        }
    }

    void look_at(Instruction& i) {
        if (auto* load = dyn_cast<LoadInst>(&i)) return access(i, load->getPointerOperandIndex(), load->getType());
        if (auto* store = dyn_cast<StoreInst>(&i)) {
            return access(i, store->getPointerOperandIndex(), store->getValueOperand()->getType());
        }
        if (auto* update = dyn_cast<AtomicRMWInst>(&i)) {
            return access(i, update->getPointerOperandIndex(), update->getType());
        }
        if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
            return access(i, exchange->getPointerOperandIndex(), exchange->getNewValOperand()->getType());
        }
        auto* bulk = dyn_cast<MemIntrinsic>(&i);
        if (!bulk) return;
        range(i, 0, bulk->getLength(), NDW_CHECK_WRITE, nullptr);
        if (isa<MemTransferInst>(bulk)) range(i, 1, bulk->getLength(), 0, nullptr);
    }

private:
    void access(Instruction& i, unsigned operand, Type* type) {
        std::uint32_t what = description_of(i) | numbers_of(type, layout_);
        if (i.isAtomic()) what |= NDW_CHECK_ATOMIC;
        if (i.isVolatile()) what |= NDW_CHECK_VOLATILE;
        auto* store = dyn_cast<StoreInst>(&i);
        range(i, operand, IRBuilder<>(&i).getInt64(layout_.getTypeStoreSize(type)), what,
              store ? store->getValueOperand() : nullptr);
    }

    /// `written`: the value that is, null where it is not known.
    void range(Instruction& i, unsigned operand, Value* bytes, std::uint32_t what, Value* written) {
        Value* address = i.getOperand(operand);
        SmallVector<const Value*> objects;
        getUnderlyingObjects(address, objects, nullptr, 0);
        if (all_of(objects, is_own_object)) return;
        if (all_of(objects, [](const Value* object) { return calls(*object, builtin::local_memory); }))
            what |= NDW_CHECK_LOCAL;
        IRBuilder<> at(&i);
        bytes = at.CreateZExtOrTrunc(bytes, at.getInt64Ty());
        Value* value = written ? bits_of(at, written, layout_) : nullptr;
        if (value) what |= NDW_CHECK_VALUE;
        what |= position_of(*address, i);
        if (!value) value = at.getInt64(0);
        if (!(what & NDW_CHECK_WRITE) && !tables_.empty()) at.SetInsertPoint(outside_tables(i, *address, *bytes));
        CallInst* looked_at =
            call_builtin(at, builtin::check_access, at.getPtrTy(),
                         {address, bytes, at.getInt32(what), value, place_constant(at, place_text(i.getDebugLoc()))});
        i.setOperand(operand, looked_at->getParent() == i.getParent() ? looked_at : merged(i, *address, *looked_at));
    }

    /// NDW_CHECK_CAPTURE times what it says, for ordinary reads of a known size.
    std::uint32_t position_of(const Value& address, const Instruction& i) {
        const bool reads = isa<LoadInst>(i) && !i.isAtomic() && !i.isVolatile();
        if (!reads || !memory_.written()) return 0;
        const auto capture = memory_.capture_of(address);
        if (!capture || is_contained(*memory_.written(), *capture)) return 0;
        if (!is_contained(read_, *capture)) read_.push_back(*capture);
        const auto position = static_cast<std::uint32_t>(find(read_, *capture) - read_.begin());
        return position < NDW_CHECK_CAPTURES ? (position + 1) * NDW_CHECK_CAPTURE : 0;
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
    const captured_memory memory_;
    SmallVector<std::uint64_t> read_;      // captures that are only read through
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
