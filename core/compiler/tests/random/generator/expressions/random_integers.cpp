#include "random_integers.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

Value* random_integers::resized(Value* of, Type* type) {
    return chance(50) ? at_.CreateSExtOrTrunc(of, type) : at_.CreateZExtOrTrunc(of, type);
}

Value* random_integers::compare(Value* a, Value* b) {
    static constexpr CmpInst::Predicate orders[] = {
        CmpInst::ICMP_ULT, CmpInst::ICMP_ULE, CmpInst::ICMP_UGT, CmpInst::ICMP_UGE, CmpInst::ICMP_SLT,
        CmpInst::ICMP_SLE, CmpInst::ICMP_SGT, CmpInst::ICMP_SGE, CmpInst::ICMP_EQ,  CmpInst::ICMP_NE};
    return at_.CreateICmp(orders[pick(std::size(orders))], a, b);
}

Value* random_integers::combine_integers(Value* a, Value* b) {
    switch (pick(10)) {
        case 0:
        case 1:
            return shift(a, b);
        case 2:
            return divide(a, b);
        case 3:
            return without_wrap(a, b);
        case 4:
            return of_bits(a, b);
        case 5:
            return limited(a, b);
        case 6:
            return chance(50) ? overflowing(a, b) : at_.CreateSelect(compare(a, b), a, b);
        default:
            return plain(a, b);
    }
}

Value* random_integers::plain(Value* a, Value* b) {
    static constexpr Instruction::BinaryOps operations[] = {Instruction::Add, Instruction::Add, Instruction::Sub,
                                                            Instruction::Mul, Instruction::And, Instruction::Or,
                                                            Instruction::Xor};
    return at_.CreateBinOp(operations[pick(std::size(operations))], a, b);
}

Value* random_integers::shift(Value* a, Value* b) {
    static constexpr Instruction::BinaryOps operations[] = {Instruction::Shl, Instruction::LShr, Instruction::AShr};
    Type* const type = a->getType();
    const unsigned bits = type->getIntegerBitWidth();
    Value* by = chance(50) ? ConstantInt::get(type, pick(bits)) : at_.CreateAnd(b, ConstantInt::get(type, bits - 1));
    return at_.CreateBinOp(operations[pick(std::size(operations))], a, by);
}

Instruction::BinaryOps random_integers::any_division() {
    static constexpr Instruction::BinaryOps divisions[] = {Instruction::UDiv, Instruction::URem, Instruction::SDiv,
                                                           Instruction::SRem};
    return divisions[pick(std::size(divisions))];
}

Value* random_integers::not_zero(Value* of) {
    Constant* const one = ConstantInt::get(of->getType(), 1);
    switch (pick(6)) {
        case 0:
            return at_.CreateSelect(at_.CreateIsNull(of), one, of);
        case 1:
            return at_.CreateBinaryIntrinsic(Intrinsic::umax, of, one);
        default:
            return at_.CreateOr(of, one);
    }
}

/// By a positive number where signs count: nothing overflows.
Value* random_integers::divide(Value* a, Value* b) {
    Type* const type = a->getType();
    const auto number = [&](unsigned n) { return ConstantInt::get(type, n); };
    switch (pick(6)) {
        case 0:
            return at_.CreateUDiv(a, number(1 + pick(100)));
        case 1:
            return at_.CreateSRem(a, number(1 + pick(100)));
        case 2:
            return at_.CreateUDiv(a, not_zero(b));
        case 3:
            return at_.CreateURem(a, not_zero(b));
        case 4:
            return at_.CreateSDiv(a, not_zero(at_.CreateAnd(b, number(0x7f))));
        default:
            return at_.CreateSRem(a, not_zero(at_.CreateAnd(b, number(0x7f))));
    }
}

/// As C++'s signed arithmetic promises it: of numbers so small that it holds.
Value* random_integers::without_wrap(Value* a, Value* b) {
    Type* const type = a->getType();
    Value* mask = ConstantInt::get(type, (std::uint64_t{1} << (type->getIntegerBitWidth() / 2 - 1)) - 1);
    Value *x = at_.CreateAnd(a, mask), *y = at_.CreateAnd(b, mask);
    switch (pick(4)) {
        case 0:
            return at_.CreateAdd(x, y, "", true, true);
        case 1:
            return at_.CreateSub(x, y, "", false, true);
        case 2:
            return at_.CreateMul(x, y, "", true, true);
        default:
            return at_.CreateShl(x, ConstantInt::get(type, pick(type->getIntegerBitWidth() / 2)), "", true, true);
    }
}

Value* random_integers::of_bits(Value* a, Value* b) {
    Type* const type = a->getType();
    switch (pick(7)) {
        case 0:
            return at_.CreateUnaryIntrinsic(Intrinsic::ctpop, a);
        case 1:
            return at_.CreateIntrinsic(type, Intrinsic::ctlz, {a, at_.getFalse()});
        case 2:
            return at_.CreateIntrinsic(type, Intrinsic::cttz, {a, at_.getFalse()});
        case 3:
            return at_.CreateUnaryIntrinsic(type->isIntegerTy(8) ? Intrinsic::bitreverse : Intrinsic::bswap, a);
        case 4:
            return at_.CreateUnaryIntrinsic(Intrinsic::bitreverse, a);
        case 5:
            return at_.CreateIntrinsic(type, Intrinsic::fshr, {a, b, b});
        default:
            return at_.CreateIntrinsic(type, Intrinsic::fshl, {a, chance(50) ? a : b, b});
    }
}

Value* random_integers::limited(Value* a, Value* b) {
    static constexpr Intrinsic::ID of_two[] = {Intrinsic::umin,     Intrinsic::umax,     Intrinsic::smin,
                                               Intrinsic::smax,     Intrinsic::uadd_sat, Intrinsic::usub_sat,
                                               Intrinsic::sadd_sat, Intrinsic::ssub_sat};
    if (chance(15)) return at_.CreateIntrinsic(a->getType(), Intrinsic::abs, {a, at_.getFalse()});
    return at_.CreateBinaryIntrinsic(of_two[pick(std::size(of_two))], a, b);
}

/// `__builtin_add_overflow(a, b, &c) ? a : c`
Value* random_integers::overflowing(Value* a, Value* b) {
    static constexpr Intrinsic::ID checked[] = {Intrinsic::uadd_with_overflow, Intrinsic::sadd_with_overflow,
                                                Intrinsic::usub_with_overflow, Intrinsic::ssub_with_overflow,
                                                Intrinsic::umul_with_overflow, Intrinsic::smul_with_overflow};
    Value* both = at_.CreateBinaryIntrinsic(checked[pick(std::size(checked))], a, b);
    Value* overflow = at_.CreateExtractValue(both, 1);
    return at_.CreateSelect(overflow, a, at_.CreateExtractValue(both, 0));
}

}  // namespace ndweave::compiler::testing
