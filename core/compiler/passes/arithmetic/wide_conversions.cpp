#include "compiler/passes/arithmetic/wide_conversions.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace ndweave::compiler {
namespace {

using namespace llvm;

unsigned bits_of(const Value* number) { return number->getType()->getScalarSizeInBits(); }

Value* half_of_wide(IRBuilder<>& at, Value* wide, bool is_signed, Type* half) {
    Value* const narrow = at.CreateTrunc(wide, wide->getType()->getWithNewType(at.getInt32Ty()));
    Value* const fits = at.CreateICmpEQ(at.CreateIntCast(narrow, wide->getType(), is_signed), wide, "fits");
    Value* const number = is_signed ? at.CreateSIToFP(narrow, half) : at.CreateUIToFP(narrow, half);
    Value* infinite = ConstantFP::getInfinity(half);
    if (is_signed) {
        Value* const negative = at.CreateICmpSLT(wide, Constant::getNullValue(wide->getType()));
        infinite = at.CreateSelect(negative, ConstantFP::getInfinity(half, true), infinite);
    }
    return at.CreateSelect(fits, number, infinite);
}

Value* wide_of_half(IRBuilder<>& at, Value* half, bool is_signed, Type* wide) {
    Type* const narrow = wide->getWithNewType(at.getInt32Ty());
    Value* const number = is_signed ? at.CreateFPToSI(half, narrow) : at.CreateFPToUI(half, narrow);
    return at.CreateIntCast(number, wide, is_signed);
}

/// 2 to the power of `exponent`, from 0 on, or one with which 2^23 times it is infinite.
Value* power_of_two(IRBuilder<>& at, Value* exponent, Type* real) {
    Type* const scalar = real->getScalarType();
    if (!scalar->isFloatTy() && !scalar->isDoubleTy()) {
        exponent = at.CreateZExtOrTrunc(exponent, real->getWithNewType(at.getInt32Ty()));
        return at.CreateIntrinsic(Intrinsic::ldexp, {real, exponent->getType()}, {ConstantFP::get(real, 1), exponent});
    }
    const unsigned bits = scalar->getScalarSizeInBits(), mantissa = scalar->isFloatTy() ? 23 : 52;
    const std::uint64_t bias = scalar->isFloatTy() ? 127 : 1023;
    exponent = at.CreateBinaryIntrinsic(Intrinsic::umin, exponent, ConstantInt::get(exponent->getType(), bias));
    exponent = at.CreateZExtOrTrunc(exponent, real->getWithNewType(at.getIntNTy(bits)));
    exponent = at.CreateShl(at.CreateAdd(exponent, ConstantInt::get(exponent->getType(), bias)), mantissa);
    return at.CreateBitCast(exponent, real);
}

/// `real` is rounded from `kept` bits of the number: more than its own precision by two at least, or exact.
Value* real_of_wide(IRBuilder<>& at, Value* wide, bool is_signed, Type* real, unsigned kept) {
    Type* const type = wide->getType();
    Value* const zero = Constant::getNullValue(type);
    Value* const negative = is_signed ? at.CreateICmpSLT(wide, zero) : nullptr;
    Value* const magnitude = is_signed ? at.CreateSelect(negative, at.CreateNeg(wide), wide) : wide;
    Value* const zeros = at.CreateBinaryIntrinsic(Intrinsic::ctlz, magnitude, at.getFalse());
    Value* const below =
        at.CreateBinaryIntrinsic(Intrinsic::usub_sat, ConstantInt::get(type, bits_of(wide) - kept), zeros);
    Value* const high = at.CreateLShr(magnitude, below);
    Value* const lost = at.CreateICmpNE(at.CreateShl(high, below), magnitude);
    Type* const chunk = type->getWithNewType(at.getIntNTy(std::max(kept, 32u)));
    Value* const digits = at.CreateOr(at.CreateZExtOrTrunc(high, chunk), at.CreateZExt(lost, chunk));
    Value* const made = at.CreateFMul(at.CreateUIToFP(digits, real), power_of_two(at, below, real));
    return is_signed ? at.CreateSelect(negative, at.CreateFNeg(made), made) : made;
}

/// Of a float, a double or a bfloat.
Value* wide_of_real(IRBuilder<>& at, Value* number, bool is_signed, Type* wide) {
    Type* const word = wide->getWithNewType(at.getInt64Ty());
    number = at.CreateFPCast(number, wide->getWithNewType(at.getDoubleTy()));
    const auto of_word = [&](std::int64_t n) { return ConstantInt::getSigned(word, n); };
    Value* const bits = at.CreateBitCast(number, word);
    Value* const exponent = at.CreateAnd(at.CreateLShr(bits, 52), of_word(0x7ff));
    Value* const digits = at.CreateOr(at.CreateAnd(bits, of_word((1ll << 52) - 1)), of_word(1ll << 52));
    Value* const up = at.CreateSub(exponent, of_word(1075));
    Value* const last = of_word(wide->getScalarSizeInBits() - 1);
    Value* const left = at.CreateBinaryIntrinsic(Intrinsic::umin, up, last);
    Value* const right = at.CreateBinaryIntrinsic(Intrinsic::umin, at.CreateNeg(up), of_word(63));
    Value* const large = at.CreateShl(at.CreateZExt(digits, wide), at.CreateZExtOrTrunc(left, wide));
    Value* const small = at.CreateZExt(at.CreateLShr(digits, right), wide);
    Value* const made = at.CreateSelect(at.CreateICmpSGE(up, of_word(0)), large, small);
    if (!is_signed) return made;
    return at.CreateSelect(at.CreateICmpSLT(bits, of_word(0)), at.CreateNeg(made), made);
}

/// `amount` modulo the width, 32 bits at a time.
Value* amount_modulo_width(IRBuilder<>& at, Value* amount) {
    const unsigned bits = bits_of(amount);
    Type* const word = amount->getType()->getWithNewType(at.getInt64Ty());
    Value* left = Constant::getNullValue(word);
    for (unsigned from = (bits - 1) / 32 * 32;; from -= 32) {
        Value* const part = at.CreateAnd(at.CreateTrunc(at.CreateLShr(amount, from), word), 0xffffffff);
        left = at.CreateURem(at.CreateOr(at.CreateShl(left, 32), part), ConstantInt::get(word, bits));
        if (from == 0) return at.CreateZExt(left, amount->getType());
    }
}

class narrowing {
public:
    narrowing(Function& function, unsigned widest) : widest_(widest) {
        for (Instruction& i : instructions(function)) {
            if (isa<CastInst>(i) || isa<IntrinsicInst>(i)) left_.push_back(&i);
        }
    }

    void run() {
        while (!left_.empty()) {
            Instruction& i = *left_.pop_back_val();
            IRBuilder<> at(&i);
            Value* const made = narrow(at, i);
            if (made == nullptr) continue;
            i.replaceAllUsesWith(made);
            i.eraseFromParent();
        }
    }

private:
    Value* narrow(IRBuilder<>& at, Instruction& i) {
        Value* const from = i.getNumOperands() > 0 ? i.getOperand(0) : nullptr;
        switch (i.getOpcode()) {
            case Instruction::SIToFP:
            case Instruction::UIToFP:
                return to_real(at, from, i.getOpcode() == Instruction::SIToFP, i.getType());
            case Instruction::FPToSI:
            case Instruction::FPToUI:
                return to_integer(at, from, i.getOpcode() == Instruction::FPToSI, i.getType());
            case Instruction::Call:
                return call(at, cast<CallInst>(i));
            default:
                return nullptr;
        }
    }

    Value* to_real(IRBuilder<>& at, Value* from, bool is_signed, Type* real) const {
        const Type* const scalar = real->getScalarType();
        const unsigned bits = bits_of(from);
        if (scalar->isHalfTy()) return bits > 64 ? half_of_wide(at, from, is_signed, real) : nullptr;
        if (scalar->isBFloatTy()) {
            if (bits <= 24) return nullptr;
            Type* const single = real->getWithNewType(at.getFloatTy());
            return at.CreateFPTrunc(real_of_wide(at, from, is_signed, single, 24), real);
        }
        if (bits <= widest_) return nullptr;
        if (scalar->isFloatTy() || scalar->isDoubleTy()) return real_of_wide(at, from, is_signed, real, 64);
        return scalar->isX86_FP80Ty() && bits > 128 ? real_of_wide(at, from, is_signed, real, 128) : nullptr;
    }

    Value* to_integer(IRBuilder<>& at, Value* from, bool is_signed, Type* integer) const {
        const Type* const scalar = from->getType()->getScalarType();
        const unsigned bits = integer->getScalarSizeInBits();
        if (scalar->isHalfTy()) return bits > 64 ? wide_of_half(at, from, is_signed, integer) : nullptr;
        if (bits <= widest_ || scalar->getPrimitiveSizeInBits() > 64) return nullptr;
        return wide_of_real(at, from, is_signed, integer);
    }

    Value* call(IRBuilder<>& at, CallInst& i) {
        switch (i.getIntrinsicID()) {
            case Intrinsic::fptosi_sat:
                return i.getType()->getScalarSizeInBits() > widest_ ? saturated(at, i, true) : nullptr;
            case Intrinsic::fptoui_sat:
                return i.getType()->getScalarSizeInBits() > widest_ ? saturated(at, i, false) : nullptr;
            case Intrinsic::fshl:
            case Intrinsic::fshr:
                return i.getType()->getScalarSizeInBits() > 64 ? shifted(at, i) : nullptr;
            default:
                return nullptr;
        }
    }

    Value* saturated(IRBuilder<>& at, CallInst& i, bool is_signed) {
        Value* const x = i.getArgOperand(0);
        Type *const real = x->getType(), *const integer = i.getType();
        const unsigned bits = integer->getScalarSizeInBits();
        const APInt least = is_signed ? APInt::getSignedMinValue(bits) : APInt(bits, 0);
        const APInt most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
        APFloat end(
            real->getScalarType()->getFltSemantics());  // 2^(bits - 1) or 2^bits, infinite where it is too large
        end.convertFromAPInt(APInt::getOneBitSet(bits + 1, is_signed ? bits - 1 : bits), false,
                             APFloat::rmNearestTiesToEven);
        const APFloat beginning = is_signed ? -end : APFloat::getZero(end.getSemantics());
        Value* made = at.CreateCast(is_signed ? Instruction::FPToSI : Instruction::FPToUI, x, integer);
        if (auto* const conversion = dyn_cast<Instruction>(made)) left_.push_back(conversion);
        const auto choose = [&](Value* condition, const APInt& number) {
            made = at.CreateSelect(condition, ConstantInt::get(integer, number), made);
        };
        choose(at.CreateFCmpOGE(x, ConstantFP::get(real, end)), most);
        choose(at.CreateFCmpOLE(x, ConstantFP::get(real, beginning)), least);
        choose(at.CreateFCmpUNO(x, x), APInt(bits, 0));
        return made;
    }

    static Value* shifted(IRBuilder<>& at, CallInst& i) {
        Value *const high = i.getArgOperand(0), *const low = i.getArgOperand(1), *amount = i.getArgOperand(2);
        const unsigned bits = bits_of(amount);
        if (isPowerOf2_32(bits) || isa<Constant>(amount)) return nullptr;
        amount = amount_modulo_width(at, amount);
        Value* const last = ConstantInt::get(amount->getType(), bits - 1);
        Value* const rest = at.CreateSub(last, amount);
        if (i.getIntrinsicID() == Intrinsic::fshl)
            return at.CreateOr(at.CreateShl(high, amount), at.CreateLShr(at.CreateLShr(low, 1), rest));
        return at.CreateOr(at.CreateShl(at.CreateShl(high, 1), rest), at.CreateLShr(low, amount));
    }

    const unsigned widest_;
    SmallVector<Instruction*> left_;
};

}  // namespace

void narrow_wide_conversions(Module& module, unsigned widest) {
    for (Function& function : module) narrowing(function, widest).run();
}

}  // namespace ndweave::compiler
