#include "compiler/tests/c_source/random/random_operations.hpp"

#include <algorithm>
#include <cmath>

namespace ndweave::compiler::testing {

using llvm::Intrinsic::ID;
namespace Intrinsic = llvm::Intrinsic;

random_operations::random_operations(llvm::Module& module, std::uint64_t seed)
    : module_(module), b_(module.getContext()), random_(seed) {
    for (const unsigned bits : {1u, 7u, 8u, 16u, 24u, 32u, 33u, 64u}) integers_.push_back(b_.getIntNTy(bits));
    floats_ = {b_.getFloatTy(), b_.getDoubleTy()};
    vectors_ = {llvm::FixedVectorType::get(b_.getInt32Ty(), 4), llvm::FixedVectorType::get(b_.getFloatTy(), 2),
                llvm::FixedVectorType::get(b_.getInt8Ty(), 8)};
}

llvm::Value* random_operations::constant(Type* type) {
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
        std::vector<llvm::Constant*> elements;
        for (unsigned i = 0; i < vector->getNumElements(); ++i) {
            elements.push_back(llvm::cast<llvm::Constant>(constant(vector->getElementType())));
        }
        return llvm::ConstantVector::get(elements);
    }
    if (type->isIntegerTy()) return llvm::ConstantInt::get(type, pick(2) ? random_() : pick(5));
    const double numbers[] = {0.0, -0.0, 1.0, -1.5, 0x1p-1030, 0x1.8p-130, 1e30, 3.1415926535, INFINITY, 0.1};
    return llvm::ConstantFP::get(type, numbers[pick(10)]);
}

llvm::Value* random_operations::number(Value* a) {
    return b_.CreateSelect(b_.CreateFCmpORD(a, a), a, llvm::ConstantFP::get(a->getType(), 2.0));
}

llvm::Value* random_operations::shift_amount(Type* type) {
    const unsigned bits = type->getScalarSizeInBits();
    return b_.CreateURem(any(type), llvm::ConstantInt::get(type, bits == 1 ? 1 : std::min(bits, 60u)));
}

llvm::Value* random_operations::integer_arithmetic(Type* type) {
    Value *a = any(type), *c = any(type);
    switch (pick(12)) {
        case 0:
            return b_.CreateAdd(a, c);
        case 1:
            return b_.CreateSub(a, c);
        case 2:
            return b_.CreateMul(a, c);
        case 3:
            return b_.CreateAnd(a, c);
        case 4:
            return b_.CreateOr(a, c);
        case 5:
            return b_.CreateXor(a, c);
        case 6:
            return b_.CreateShl(a, shift_amount(type));
        case 7:
            return b_.CreateLShr(a, shift_amount(type));
        case 8:
            return b_.CreateAShr(a, shift_amount(type));
        case 9:
            return divide(type, a, c);
        case 10:
            return b_.CreateSelect(any(b_.getInt1Ty()), a, c);
        default:
            return b_.CreateFreeze(a);
    }
}

llvm::Value* random_operations::divide(Type* type, Value* a, Value* c) {
    const unsigned bits = type->getScalarSizeInBits();
    if (bits == 1) return a;
    Value* divisor = b_.CreateOr(c, llvm::ConstantInt::get(type, 1));
    if (pick(2)) return pick(2) ? b_.CreateUDiv(a, divisor) : b_.CreateURem(a, divisor);
    divisor = b_.CreateAnd(divisor, llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits)));
    return pick(2) ? b_.CreateSDiv(a, divisor) : b_.CreateSRem(a, divisor);
}

llvm::Value* random_operations::integer_intrinsic(Type* type) {
    const ID two[] = {Intrinsic::smax,     Intrinsic::smin,     Intrinsic::umax,     Intrinsic::umin,
                      Intrinsic::uadd_sat, Intrinsic::usub_sat, Intrinsic::sadd_sat, Intrinsic::ssub_sat};
    switch (pick(6)) {
        case 0:
            return b_.CreateBinaryIntrinsic(two[pick(8)], any(type), any(type));
        case 1:
            return b_.CreateUnaryIntrinsic(pick(2) ? Intrinsic::ctpop : Intrinsic::bitreverse, any(type));
        case 2:
            return b_.CreateIntrinsic(pick(2) ? Intrinsic::ctlz : Intrinsic::cttz, {type}, {any(type), b_.getFalse()});
        case 3:
            return b_.CreateIntrinsic(pick(2) ? Intrinsic::fshl : Intrinsic::fshr, {type},
                                      {any(type), any(type), any(type)});
        case 4:
            return b_.CreateIntrinsic(Intrinsic::abs, {type}, {any(type), b_.getFalse()});
        default:
            return type->getScalarSizeInBits() % 16 == 0 ? b_.CreateUnaryIntrinsic(Intrinsic::bswap, any(type))
                                                         : any(type);
    }
}

llvm::Value* random_operations::overflow() {
    const ID all[] = {Intrinsic::uadd_with_overflow, Intrinsic::usub_with_overflow, Intrinsic::umul_with_overflow,
                      Intrinsic::sadd_with_overflow, Intrinsic::ssub_with_overflow, Intrinsic::smul_with_overflow};
    Type* types[] = {b_.getInt8Ty(), b_.getInt16Ty(), b_.getInt32Ty(), b_.getInt64Ty()};
    Type* type = types[pick(4)];
    Value* pair = b_.CreateBinaryIntrinsic(all[pick(6)], any(type), any(type));
    keep(b_.CreateExtractValue(pair, {1}));
    return b_.CreateExtractValue(pair, {0});
}

llvm::Value* random_operations::float_arithmetic(Type* type) {
    Value *a = any(type), *c = any(type);
    switch (pick(12)) {
        case 0:
            return b_.CreateFAdd(a, c);
        case 1:
            return b_.CreateFSub(a, c);
        case 2:
            return b_.CreateFMul(a, c);
        case 3:
            return b_.CreateFDiv(a, c);
        case 4:
            return b_.CreateFNeg(a);
        case 5:
            return b_.CreateIntrinsic(Intrinsic::fma, {type}, {a, c, any(type)});
        case 6:
            return b_.CreateUnaryIntrinsic(Intrinsic::fabs, a);
        case 7:
            return b_.CreateUnaryIntrinsic(pick(2) ? Intrinsic::floor : Intrinsic::ceil, a);
        case 8:
            return b_.CreateUnaryIntrinsic(pick(2) ? Intrinsic::rint : Intrinsic::trunc, a);
        case 9:
            return b_.CreateBinaryIntrinsic(pick(2) ? Intrinsic::minimum : Intrinsic::maximum, a, c);
        case 10:
            return b_.CreateSelect(any(b_.getInt1Ty()), a, c);
        default:
            return b_.CreateBinaryIntrinsic(Intrinsic::copysign, number(a), number(c));
    }
}

llvm::Value* random_operations::convert() {
    Type *from = any_integer(), *to = any_integer(), *real = any_float();
    switch (pick(6)) {
        case 0:
            return pick(2) ? b_.CreateZExtOrTrunc(any(from), to) : b_.CreateSExtOrTrunc(any(from), to);
        case 1:
            return pick(2) ? b_.CreateUIToFP(any(from), real) : b_.CreateSIToFP(any(from), real);
        case 2:
            return b_.CreateIntrinsic(pick(2) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat, {to, real}, {any(real)});
        case 3:
            return pick(2) ? bits_of(any(real))
                           : b_.CreateIntrinsic(Intrinsic::is_fpclass, {real},
                                                {number(any(real)), b_.getInt32(pick(1024))});
        case 4:
            return b_.CreateBitCast(any(b_.getInt64Ty()), pick(2) ? b_.getDoubleTy() : vectors_[1 + pick(2)]);
        default:
            return b_.CreateFPCast(any(real), real->isFloatTy() ? b_.getDoubleTy() : b_.getFloatTy());
    }
}

llvm::Value* random_operations::memory() {
    switch (pick(5)) {
        case 0: {  // a private cell, sometimes unaligned
            Value* at = b_.CreateGEP(b_.getInt8Ty(), array_, bounded(any(any_integer()), 32));
            Type* type = any_integer();
            if (pick(2)) b_.CreateAlignedStore(any(type), at, llvm::Align(1));
            return b_.CreateAlignedLoad(pick(2)                           ? b_.getInt32Ty()
                                        : type->getScalarSizeInBits() % 8 ? b_.getInt16Ty()
                                                                          : type,
                                        at, llvm::Align(1));
        }
        case 1: {
            Value* at = b_.CreateGEP(b_.getInt64Ty(), array_, bounded(any(any_integer()), 8));
            if (pick(2)) b_.CreateStore(any(b_.getInt64Ty()), at);
            return b_.CreateLoad(b_.getInt64Ty(), at);
        }
        case 2: {
            Value* at = b_.CreateGEP(b_.getInt16Ty(), table_, bounded(any(any_integer()), 16));
            return b_.CreateLoad(b_.getInt16Ty(), at);
        }
        case 3: {  // overlapping move within the array
            b_.CreateMemMove(b_.CreateConstGEP1_64(b_.getInt8Ty(), array_, pick(16)), llvm::Align(1),
                             b_.CreateConstGEP1_64(b_.getInt8Ty(), array_, pick(16)), llvm::Align(1), 1 + pick(40));
            return b_.CreateLoad(b_.getInt64Ty(), array_);
        }
        default: {
            Value* at = b_.CreateGEP(b_.getInt32Ty(), b_.CreateConstGEP1_64(b_.getInt8Ty(), function_->getArg(0), 40),
                                     bounded(any(any_integer()), 4));
            return b_.CreateLoad(b_.getInt32Ty(), at);
        }
    }
}

llvm::Value* random_operations::vector() {
    auto* type = llvm::cast<llvm::FixedVectorType>(vectors_[pick(3)]);
    Type* element = type->getElementType();
    Value* index = bounded(any(any_integer()), type->getNumElements());
    switch (pick(5)) {
        case 0:
            return b_.CreateInsertElement(any(type), any(element), index);
        case 1:
            return b_.CreateExtractElement(any(type), index);
        case 2:
            return b_.CreateShuffleVector(any(type), any(type), mask(type->getNumElements()));
        case 3:
            return element->isIntegerTy() ? integer_arithmetic_lanes(type) : b_.CreateFAdd(any(type), any(type));
        default:
            return b_.CreateInsertElement(any(type), any(element), pick(type->getNumElements()));
    }
}

llvm::Value* random_operations::integer_arithmetic_lanes(Type* type) {
    switch (pick(3)) {
        case 0:
            return b_.CreateMul(any(type), any(type));
        case 1:
            return b_.CreateBinaryIntrinsic(Intrinsic::smax, any(type), any(type));
        default:
            return b_.CreateSelect(b_.CreateICmpSLT(any(type), any(type)), any(type), any(type));
    }
}

std::vector<int> random_operations::mask(unsigned count) {
    std::vector<int> lanes(count);
    for (int& lane : lanes) lane = static_cast<int>(pick(2 * count));
    return lanes;
}

llvm::Value* random_operations::any(Type* type) {
    auto& known = values_[type];
    if (known.empty() || pick(8) == 0) return constant(type);
    return known[known.size() - 1 - pick(std::min<unsigned>(static_cast<unsigned>(known.size()), 12))];
}

llvm::Value* random_operations::bits_of(Value* v) {
    Type* type = v->getType();
    Value* ordered = b_.CreateSelect(b_.CreateFCmpORD(v, v), v, llvm::ConstantFP::get(type, 42.0));
    return b_.CreateBitCast(ordered, type->isFloatTy() ? b_.getInt32Ty() : b_.getInt64Ty());
}

llvm::Value* random_operations::bounded(Value* v, unsigned limit) {
    return b_.CreateAnd(b_.CreateZExtOrTrunc(v, b_.getInt64Ty()), b_.getInt64(limit - 1));
}

llvm::Value* random_operations::compare() {
    if (pick(3) == 0) {
        Type* type = any_float();
        return b_.CreateFCmp(static_cast<llvm::CmpInst::Predicate>(pick(16)), any(type), any(type));
    }
    Type* type = any_integer();
    return b_.CreateICmp(static_cast<llvm::CmpInst::Predicate>(llvm::CmpInst::FIRST_ICMP_PREDICATE + pick(10)),
                         any(type), any(type));
}

void random_operations::operation() {
    switch (pick(10)) {
        case 0:
            return keep(integer_intrinsic(any_integer()));
        case 1:
            return keep(overflow());
        case 2:
            return keep(compare());
        case 3:
        case 4:
            return keep(float_arithmetic(any_float()));
        case 5:
            return keep(convert());
        case 6:
            return keep(memory());
        case 7:
            return keep(vector());
        default:
            return keep(integer_arithmetic(any_integer()));
    }
}

}  // namespace ndweave::compiler::testing
