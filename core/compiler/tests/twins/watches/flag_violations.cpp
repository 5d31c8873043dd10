#include "flag_violations.hpp"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

bool overflows(const Instruction& i, const APInt& a, const APInt& b, bool is_signed) {
    bool over = false;
    switch (i.getOpcode()) {
        case Instruction::Add:
            (void)(is_signed ? a.sadd_ov(b, over) : a.uadd_ov(b, over));
            return over;
        case Instruction::Sub:
            (void)(is_signed ? a.ssub_ov(b, over) : a.usub_ov(b, over));
            return over;
        case Instruction::Mul:
            (void)(is_signed ? a.smul_ov(b, over) : a.umul_ov(b, over));
            return over;
        case Instruction::Shl:
            (void)(is_signed ? a.sshl_ov(b, over) : a.ushl_ov(b, over));
            return over;
        default:
            return false;
    }
}

bool leaves_a_rest(const Instruction& i, const APInt& a, const APInt& b) {
    switch (i.getOpcode()) {
        case Instruction::UDiv:
            return a.urem(b) != 0;
        case Instruction::SDiv:
            return a.srem(b) != 0;
        default:
            return a.countr_zero() < b.getLimitedValue(a.getBitWidth()) && a != 0;
    }
}

}  // namespace

bool violates_flags(const Instruction& i, const APInt& a, const APInt& b) {
    if (i.isShift() && b.uge(b.getBitWidth())) return true;
    if (const auto* operation = dyn_cast<OverflowingBinaryOperator>(&i)) {
        if (operation->hasNoUnsignedWrap() && overflows(i, a, b, false)) return true;
        if (operation->hasNoSignedWrap() && overflows(i, a, b, true)) return true;
    }
    if (const auto* exact = dyn_cast<PossiblyExactOperator>(&i); exact && exact->isExact())
        return leaves_a_rest(i, a, b);
    if (const auto* bits = dyn_cast<PossiblyDisjointInst>(&i); bits && bits->isDisjoint()) return (a & b) != 0;
    if (const auto* cast = dyn_cast<PossiblyNonNegInst>(&i); cast && cast->hasNonNeg()) return a.isNegative();
    if (const auto* cast = dyn_cast<TruncInst>(&i)) {
        const unsigned to = cast->getDestTy()->getScalarSizeInBits();
        return (cast->hasNoUnsignedWrap() && !a.isIntN(to)) || (cast->hasNoSignedWrap() && !a.isSignedIntN(to));
    }
    if (const auto* call = dyn_cast<IntrinsicInst>(&i)) {
        const Intrinsic::ID id = call->getIntrinsicID();
        if (id == Intrinsic::abs) return a.isMinSignedValue() && b != 0;
        if (id == Intrinsic::ctlz || id == Intrinsic::cttz) return a == 0 && b != 0;
    }
    return false;
}

bool violates_facts(const Instruction& i, std::uint64_t value) {
    if (i.getType()->isPointerTy() && value == 0) {
        const auto* call = dyn_cast<CallBase>(&i);
        return i.hasMetadata(LLVMContext::MD_nonnull) || (call && call->hasRetAttr(Attribute::NonNull));
    }
    if (!i.getType()->isIntegerTy()) return false;
    const APInt number(i.getType()->getIntegerBitWidth(), value);
    if (const auto* call = dyn_cast<CallBase>(&i)) {
        if (const auto range = call->getRange(); range && !range->contains(number)) return true;
    }
    const MDNode* range = i.getMetadata(LLVMContext::MD_range);
    return range && !getConstantRangeFromMetadata(*range).contains(number);
}

}  // namespace ndweave::compiler::testing
