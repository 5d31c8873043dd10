#include "random_arithmetic.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

Value* random_arithmetic::combine(Value* a, Value* b) {
    switch (pick(23)) {
        case 0:
        case 1:
        case 2:
            return at_.CreateAdd(a, b);
        case 3:
            return at_.CreateSub(a, b);
        case 4:
            return at_.CreateMul(a, b);
        case 5:
            return at_.CreateXor(a, b);
        case 6:
            return at_.CreateLShr(a, at_.CreateAnd(b, constant(7)));
        case 7:
            return at_.CreateShl(a, at_.CreateAnd(b, constant(7)));
        case 8:
            return at_.CreateSelect(chance(30) ? compare_reals(a, b) : compare(a, b), a, b);
        case 9:
            return at_.CreateURem(a, not_zero(b));
        case 10:
            return at_.CreateAnd(a, at_.CreateOr(b, constant(0xff)));
        case 11:
            return at_.CreateUDiv(a, not_zero(b));
        case 12:
            return signed_operation(a, b);
        case 13:
            return intrinsic(a, b);
        case 14:
        case 15:
            return narrow(a, b);
        case 16:
            return wide(a, b);
        case 17:
        case 18:
            return floating(a, b);
        case 19:
            return in_vectors(a, b);
        default:
            return in_another_width(a, b);
    }
}

Value* random_arithmetic::in_another_width(Value* a, Value* b) {
    Type* type = any_integer();
    Value* x = resized(a, type);
    Value* y = resized(b, type);
    return resized(combine_integers(x, y), word());
}

Value* random_arithmetic::signed_operation(Value* a, Value* b) {
    Value* positive = not_zero(at_.CreateAnd(b, constant(0xff)));
    switch (pick(3)) {
        case 0:
            return at_.CreateAShr(a, at_.CreateAnd(b, constant(15)));
        case 1:
            return at_.CreateSDiv(a, positive);
        default:
            return at_.CreateSRem(a, positive);
    }
}

/// char and short, widened with their sign or without.
Value* random_arithmetic::narrow(Value* a, Value* b) {
    Type* type = chance(50) ? at_.getInt8Ty() : at_.getInt16Ty();
    Value *x = at_.CreateTrunc(a, type), *y = at_.CreateTrunc(b, type), *made = nullptr;
    switch (pick(6)) {
        case 0:
            made = at_.CreateAdd(x, y);
            break;
        case 1:
            made = at_.CreateSub(x, y);
            break;
        case 2:
            made = at_.CreateMul(x, y);
            break;
        case 3:
            made = at_.CreateAShr(x, at_.CreateAnd(y, ConstantInt::get(type, 7)));
            break;
        case 4:
            made = at_.CreateSDiv(x, at_.CreateOr(at_.CreateAnd(y, ConstantInt::get(type, 15)), 1));
            break;
        default:
            made = at_.CreateSelect(compare(x, y), x, y);
    }
    return chance(50) ? at_.CreateSExt(made, word()) : at_.CreateZExt(made, word());
}

Value* random_arithmetic::wide(Value* a, Value* b) {
    Type* type = at_.getInt64Ty();
    Value* x = chance(50) ? at_.CreateSExt(a, type) : at_.CreateZExt(a, type);
    Value* y = chance(50) ? at_.CreateSExt(b, type) : at_.CreateZExt(b, type);
    Value* made = chance(50) ? at_.CreateMul(x, y) : chance(50) ? at_.CreateAdd(x, y) : at_.CreateSub(x, y);
    if (chance(20)) made = at_.CreateURem(made, at_.CreateOr(y, 1));
    const unsigned shift = pick(33);
    return at_.CreateTrunc(chance(50) ? at_.CreateLShr(made, shift) : at_.CreateAShr(made, shift), word());
}

Value* random_arithmetic::real(Value* of, Type* type) {
    Value* some = at_.CreateAnd(of, constant(type->isHalfTy() ? 0x3ff : 0xffff));
    return chance(50) ? at_.CreateUIToFP(some, type) : at_.CreateSIToFP(some, type);
}

Value* random_arithmetic::bits_of(Value* real) {
    if (real->getType()->isHalfTy()) return at_.CreateZExt(at_.CreateBitCast(real, at_.getInt16Ty()), word());
    if (real->getType()->isFloatTy()) return at_.CreateBitCast(real, word());
    Value* bits = at_.CreateBitCast(real, at_.getInt64Ty());
    return at_.CreateXor(at_.CreateTrunc(bits, word()), at_.CreateTrunc(at_.CreateLShr(bits, 32), word()));
}

Value* random_arithmetic::compare_reals(Value* a, Value* b) {
    const bool wide = chance(30);
    Type* type = wide ? at_.getDoubleTy() : at_.getFloatTy();
    // Sign and the exponent's two upper bits; its other bits are set.
    const auto some = [&](Value* bits) {
        if (wide) bits = at_.CreateZExt(bits, at_.getInt64Ty());
        bits = at_.CreateShl(bits, wide ? 61 : 29);
        return at_.CreateBitCast(at_.CreateOr(bits, wide ? 0x1ff0000000000001 : 0x1f800001), type);
    };
    Value* x = some(a);
    Value* y = chance(40) ? x : chance(50) ? some(b) : Constant::getNullValue(type);
    return at_.CreateFCmp(static_cast<CmpInst::Predicate>(CmpInst::FCMP_OEQ + pick(14)), x, y);
}

Value* random_arithmetic::floating(Value* a, Value* b) {
    Type* type = chance(60) ? at_.getFloatTy() : at_.getDoubleTy();
    Value *x = real(a, type), *y = real(b, type), *made = nullptr;
    if (chance(30)) x = at_.CreateSIToFP(at_.CreateAShr(a, 12), type);
    switch (pick(7)) {
        case 0:
            made = at_.CreateFAdd(x, y);
            break;
        case 1:
            made = at_.CreateFSub(x, y);
            break;
        case 2:
            made = at_.CreateFMul(x, y);
            break;
        case 3:
            made = at_.CreateFDiv(x, at_.CreateFAdd(y, ConstantFP::get(type, 0.5)));
            break;
        case 4:
            made = at_.CreateSelect(at_.CreateFCmpOLT(x, y), x, y);
            break;
        case 5:
            made = at_.CreateUnaryIntrinsic(Intrinsic::sqrt, y);
            break;
        default:
            made = at_.CreateFAdd(at_.CreateFMul(x, y), real(at_.CreateXor(a, b), type));
    }
    if (chance(25)) made = at_.CreateFPCast(made, type->isFloatTy() ? at_.getDoubleTy() : at_.getFloatTy());
    if (chance(60)) return bits_of(made);
    return at_.CreateTrunc(at_.CreateFPToSI(made, at_.getInt64Ty()), word());
}

Value* random_arithmetic::intrinsic(Value* a, Value* b) {
    static constexpr Intrinsic::ID of_two[] = {Intrinsic::umin, Intrinsic::umax, Intrinsic::smin, Intrinsic::smax};
    switch (pick(4)) {
        case 0:
            return at_.CreateUnaryIntrinsic(Intrinsic::ctpop, a);
        case 1:
            return at_.CreateIntrinsic(word(), Intrinsic::fshl, {a, b, at_.CreateAnd(b, constant(31))});
        default:
            return at_.CreateBinaryIntrinsic(of_two[pick(std::size(of_two))], a, b);
    }
}

/// On vectors of 64 bits, element by element and shuffled.
Value* random_arithmetic::in_vectors(Value* a, Value* b) {
    static constexpr unsigned widths[] = {8, 16, 32};
    const unsigned bits = widths[pick(std::size(widths))], lanes = 64 / bits;
    auto* type = FixedVectorType::get(at_.getIntNTy(bits), lanes);
    const auto pack = [&](Value* x, Value* y) -> Value* {
        Value* both = at_.CreateInsertElement(
            at_.CreateInsertElement(PoisonValue::get(FixedVectorType::get(word(), 2)), x, std::uint64_t{0}), y, 1);
        return at_.CreateBitCast(both, type);
    };
    Value *x = pack(a, b), *y = pack(b, constant(pick(1000)));
    if (chance(50)) {
        SmallVector<int> order;
        for (unsigned i = 0; i < lanes; ++i) order.push_back(static_cast<int>(pick(2 * lanes)));
        y = at_.CreateShuffleVector(x, y, order);
    }
    Value* made = chance(40) ? at_.CreateAdd(x, y) : chance(50) ? at_.CreateXor(x, y) : at_.CreateMul(x, y);
    Value* lane = at_.CreateExtractElement(made, pick(lanes));
    return chance(50) ? at_.CreateZExt(lane, word()) : at_.CreateSExt(lane, word());
}

}  // namespace ndweave::compiler::testing
