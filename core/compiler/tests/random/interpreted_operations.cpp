#include "interpreted_operations.hpp"

#include <llvm/ADT/bit.h>
#include <llvm/IR/Constants.h>
#include <llvm/Support/raw_ostream.h>

#include <cmath>
#include <stdexcept>

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

unsigned width(const Type& type) {
    if (!type.isPointerTy() && (!type.isSized() || type.getPrimitiveSizeInBits().getFixedValue() - 1 > 63))
        throw unknown_operation("the interpreter does not know types of more than 64 bits");
    return type.isPointerTy() ? 64 : static_cast<unsigned>(type.getPrimitiveSizeInBits().getFixedValue());
}

std::int64_t with_sign(std::uint64_t value, unsigned bits) { return SignExtend64(value, bits); }

/// Of integers of `bits` bits.
std::uint64_t combine(const BinaryOperator& i, unsigned bits, std::uint64_t a, std::uint64_t b) {
    switch (i.getOpcode()) {
        case Instruction::Add:
            return a + b;
        case Instruction::Sub:
            return a - b;
        case Instruction::Mul:
            return a * b;
        case Instruction::And:
            return a & b;
        case Instruction::Or:
            return a | b;
        case Instruction::Xor:
            return a ^ b;
        case Instruction::Shl:
            return a << b;
        case Instruction::LShr:
            return a >> b;
        case Instruction::AShr:
            return static_cast<std::uint64_t>(with_sign(a, bits) >> b);
        case Instruction::UDiv:
            return a / b;
        case Instruction::URem:
            return a % b;
        case Instruction::SDiv:
            return static_cast<std::uint64_t>(with_sign(a, bits) / with_sign(b, bits));
        case Instruction::SRem:
            return static_cast<std::uint64_t>(with_sign(a, bits) % with_sign(b, bits));
        default:
            refuse(i);
    }
}

template <class T>
T combine(const BinaryOperator& i, T a, T b) {
    switch (i.getOpcode()) {
        case Instruction::FAdd:
            return a + b;
        case Instruction::FSub:
            return a - b;
        case Instruction::FMul:
            return a * b;
        case Instruction::FDiv:
            return a / b;
        default:
            refuse(i);
    }
}

float as_float(std::uint64_t bits) { return bit_cast<float>(static_cast<std::uint32_t>(bits)); }
double as_double(std::uint64_t bits) { return bit_cast<double>(bits); }
double as_real(const Type& type, std::uint64_t bits) { return type.isFloatTy() ? as_float(bits) : as_double(bits); }

std::uint64_t bits(float value) { return bit_cast<std::uint32_t>(value); }
std::uint64_t bits(double value) { return bit_cast<std::uint64_t>(value); }

/// From an integer at once: by way of double, a float would be rounded twice.
template <class Integer>
std::uint64_t to_real(const Type& type, Integer of) {
    return type.isFloatTy() ? bits(static_cast<float>(of)) : bits(static_cast<double>(of));
}

}  // namespace

void refuse(const Instruction& unknown) {
    std::string text = "the interpreter does not know";
    raw_string_ostream(text) << unknown;
    throw unknown_operation(text);
}

std::uint64_t cut(std::uint64_t value, const Type& type) {
    return value & maskTrailingOnes<std::uint64_t>(width(type));
}

std::uint64_t bits_of(const Constant& value) {
    if (isa<UndefValue>(value) || value.isNullValue()) return 0;
    if (const auto* number = dyn_cast<ConstantInt>(&value)) return number->getZExtValue();
    if (const auto* number = dyn_cast<ConstantFP>(&value)) return number->getValueAPF().bitcastToAPInt().getZExtValue();
    if (const auto* vector = dyn_cast<FixedVectorType>(value.getType())) {
        std::uint64_t all = 0;
        for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
            if (const Constant* one = value.getAggregateElement(lane))
                all = with_element(*vector, all, bits_of(*one), lane);
        }
        return all;
    }
    std::string text = "the interpreter does not know the constant ";
    raw_string_ostream(text) << value;
    throw unknown_operation(text);
}

std::uint64_t element(const Type& vector, std::uint64_t of, std::uint64_t index) {
    const Type& type = *cast<FixedVectorType>(vector).getElementType();
    return cut(of >> (index * width(type)), type);
}

std::uint64_t with_element(const Type& vector, std::uint64_t of, std::uint64_t made, std::uint64_t index) {
    const unsigned bits = width(*cast<FixedVectorType>(vector).getElementType());
    const std::uint64_t mask = maskTrailingOnes<std::uint64_t>(bits) << (index * bits);
    return (of & ~mask) | ((made << (index * bits)) & mask);
}

std::uint64_t apply(const BinaryOperator& i, std::uint64_t a, std::uint64_t b) {
    const Type& type = *i.getType();
    if (type.isFloatTy()) return bits(combine(i, as_float(a), as_float(b)));
    if (type.isDoubleTy()) return bits(combine(i, as_double(a), as_double(b)));
    const auto* vector = dyn_cast<FixedVectorType>(&type);
    if (!vector) return combine(i, width(type), a, b);
    std::uint64_t all = 0;
    for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
        const std::uint64_t made =
            combine(i, width(*vector->getElementType()), element(type, a, lane), element(type, b, lane));
        all = with_element(type, all, made, lane);
    }
    return all;
}

std::uint64_t apply(const CmpInst& comparison, std::uint64_t a, std::uint64_t b) {
    const Type& type = *comparison.getOperand(0)->getType();
    if (type.isVectorTy()) refuse(comparison);
    if (isa<FCmpInst>(comparison)) {
        return FCmpInst::compare(APFloat(as_real(type, a)), APFloat(as_real(type, b)), comparison.getPredicate());
    }
    const unsigned bits = width(type);
    return ICmpInst::compare(APInt(bits, a), APInt(bits, b), comparison.getPredicate());
}

std::uint64_t apply(const CastInst& cast, std::uint64_t of) {
    const Type &from = *cast.getSrcTy(), &to = *cast.getDestTy();
    if (to.isVectorTy() && !isa<BitCastInst>(cast)) refuse(cast);
    switch (cast.getOpcode()) {
        case Instruction::ZExt:
        case Instruction::Trunc:
        case Instruction::BitCast:
        case Instruction::PtrToInt:
        case Instruction::IntToPtr:
            return of;
        case Instruction::SExt:
            return static_cast<std::uint64_t>(with_sign(of, width(from)));
        case Instruction::UIToFP:
            return to_real(to, of);
        case Instruction::SIToFP:
            return to_real(to, with_sign(of, width(from)));
        case Instruction::FPToSI:
            return static_cast<std::uint64_t>(static_cast<std::int64_t>(as_real(from, of)));
        case Instruction::FPExt:
        case Instruction::FPTrunc:
            return to_real(to, as_real(from, of));
        default:
            refuse(cast);
    }
}

std::uint64_t apply(const IntrinsicInst& call, ArrayRef<std::uint64_t> of) {
    const Type& type = *call.getType();
    if (type.isVectorTy()) return apply_of_passes(call, of);
    const auto less = [&] { return with_sign(of[0], width(type)) < with_sign(of[1], width(type)); };
    switch (call.getIntrinsicID()) {
        case Intrinsic::umin:
            return std::min(of[0], of[1]);
        case Intrinsic::umax:
            return std::max(of[0], of[1]);
        case Intrinsic::smin:
            return less() ? of[0] : of[1];
        case Intrinsic::smax:
            return less() ? of[1] : of[0];
        case Intrinsic::ctpop:
            return static_cast<std::uint64_t>(popcount(of[0]));
        case Intrinsic::fshl: {
            const std::uint64_t by = of[2] % width(type);
            return by == 0 ? of[0] : of[0] << by | of[1] >> (width(type) - by);
        }
        case Intrinsic::sqrt:
            return type.isFloatTy() ? bits(std::sqrt(as_float(of[0]))) : bits(std::sqrt(as_double(of[0])));
        default:
            return apply_of_passes(call, of);
    }
}

std::uint32_t apply(const AtomicRMWInst& update, std::uint32_t old, std::uint32_t operand) {
    switch (update.getOperation()) {
        case AtomicRMWInst::Add:
            return old + operand;
        case AtomicRMWInst::Or:
            return old | operand;
        case AtomicRMWInst::Xor:
            return old ^ operand;
        case AtomicRMWInst::UMax:
            return std::max(old, operand);
        case AtomicRMWInst::Max:
            return static_cast<std::int32_t>(old) < static_cast<std::int32_t>(operand) ? operand : old;
        default:
            refuse(update);
    }
}

std::uint64_t apply(const ShuffleVectorInst& shuffle, std::uint64_t a, std::uint64_t b) {
    const Type& from = *shuffle.getOperand(0)->getType();
    const unsigned lanes = cast<FixedVectorType>(from).getNumElements();
    std::uint64_t all = 0;
    for (unsigned i = 0; i < shuffle.getShuffleMask().size(); ++i) {
        const unsigned lane = static_cast<unsigned>(shuffle.getMaskValue(i));
        all = with_element(*shuffle.getType(), all, element(from, lane < lanes ? a : b, lane % lanes), i);
    }
    return all;
}

}  // namespace ndweave::compiler::testing
