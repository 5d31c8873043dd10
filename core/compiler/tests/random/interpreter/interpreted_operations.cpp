#include "interpreted_operations.hpp"

#include <llvm/ADT/bit.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <cmath>
#include <stdexcept>

#include "illegal_kernel.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

unsigned width(const Type& type) {
    if (!type.isPointerTy() && (!type.isSized() || type.getPrimitiveSizeInBits().getFixedValue() - 1 > 63))
        throw unknown_operation("the interpreter does not know types of more than 64 bits");
    return type.isPointerTy() ? 64 : static_cast<unsigned>(type.getPrimitiveSizeInBits().getFixedValue());
}

std::uint64_t ones(unsigned bits) { return maskTrailingOnes<std::uint64_t>(bits); }

std::int64_t with_sign(std::uint64_t value, unsigned bits) { return SignExtend64(value, bits); }

bool fits(int128 exact, unsigned bits, bool is_signed) {
    const int128 values = int128{1} << bits;
    return is_signed ? exact >= -values / 2 && exact < values / 2 : exact >= 0 && exact < values;
}

/// What `+`, `-`, `*` or `<<` gives without a limit to the bits, unsigned or signed; negative where an unsigned product
/// has all 128.
int128 exact(Instruction::BinaryOps operation, unsigned bits, bool is_signed, std::uint64_t a, std::uint64_t b) {
    const int128 x = is_signed ? int128{with_sign(a, bits)} : int128{a};
    const int128 y = is_signed ? int128{with_sign(b, bits)} : int128{b};
    switch (operation) {
        case Instruction::Add:
            return x + y;
        case Instruction::Sub:
            return x - y;
        case Instruction::Mul:
            return static_cast<int128>(static_cast<uint128>(x) * static_cast<uint128>(y));
        default:
            return static_cast<int128>(static_cast<uint128>(x) << b);
    }
}

void expect_no_wrap(const BinaryOperator& i, unsigned bits, std::uint64_t a, std::uint64_t b) {
    if (!isa<OverflowingBinaryOperator>(i)) return;
    for (const bool is_signed : {false, true}) {
        if (!(is_signed ? i.hasNoSignedWrap() : i.hasNoUnsignedWrap())) continue;
        if (!fits(exact(i.getOpcode(), bits, is_signed, a, b), bits, is_signed)) {
            throw illegal_kernel("an operation overflows that may not");
        }
    }
}

void expect_defined(const BinaryOperator& i, unsigned bits, std::uint64_t a, std::uint64_t b) {
    if (i.isShift() && b >= bits) throw illegal_kernel("a shift by the number's width or more");
    const bool is_signed = i.getOpcode() == Instruction::SDiv || i.getOpcode() == Instruction::SRem;
    if (is_signed && with_sign(b, bits) == -1 && !fits(-int128{with_sign(a, bits)}, bits, true)) {
        throw illegal_kernel("a division that overflows");
    }
    expect_no_wrap(i, bits, a, b);
}

/// Of integers of `bits` bits.
std::uint64_t combine(const BinaryOperator& i, unsigned bits, std::uint64_t a, std::uint64_t b) {
    if (i.isIntDivRem() && b == 0) throw illegal_kernel("a division by zero");
    if (i.isShift() && b >= bits) return 0;
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
            return b == ones(bits) ? -a : static_cast<std::uint64_t>(with_sign(a, bits) / with_sign(b, bits));
        case Instruction::SRem:
            return b == ones(bits) ? 0 : static_cast<std::uint64_t>(with_sign(a, bits) % with_sign(b, bits));
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

_Float16 as_half(std::uint64_t bits) { return bit_cast<_Float16>(static_cast<std::uint16_t>(bits)); }
float as_float(std::uint64_t bits) { return bit_cast<float>(static_cast<std::uint32_t>(bits)); }
double as_double(std::uint64_t bits) { return bit_cast<double>(bits); }

double as_real(const Type& type, std::uint64_t bits) {
    if (type.isHalfTy()) return static_cast<double>(as_half(bits));
    return type.isFloatTy() ? as_float(bits) : as_double(bits);
}

std::uint64_t bits(_Float16 value) { return bit_cast<std::uint16_t>(value); }
std::uint64_t bits(float value) { return bit_cast<std::uint32_t>(value); }
std::uint64_t bits(double value) { return bit_cast<std::uint64_t>(value); }

/// From a number of any type at once: by way of double, a float would be rounded twice.
template <class Number>
std::uint64_t to_real(const Type& type, Number of) {
    if (type.isHalfTy()) return bits(static_cast<_Float16>(of));
    return type.isFloatTy() ? bits(static_cast<float>(of)) : bits(static_cast<double>(of));
}

bool fits_integer(const CastInst& cast, double of) {
    const double limit = std::ldexp(1.0, static_cast<int>(width(*cast.getDestTy())) - 1);
    return std::trunc(of) >= -limit && std::trunc(of) < limit;
}

std::uint64_t to_integer(const CastInst& cast, double of) {
    return fits_integer(cast, of) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(of)) : 0;
}

template <class T>
T rounded(const IntrinsicInst& call, T a, T b, T c) {
    switch (call.getIntrinsicID()) {
        case Intrinsic::sqrt:
            return std::sqrt(a);
        case Intrinsic::fma:
            return std::fma(a, b, c);
        case Intrinsic::floor:
            return std::floor(a);
        case Intrinsic::ceil:
            return std::ceil(a);
        case Intrinsic::trunc:
            return std::trunc(a);
        case Intrinsic::fabs:
            return std::fabs(a);
        default:
            refuse(call);
    }
}

/// A half's results are exact as a double, but for sqrt and fma, whose second rounding is harmless.
std::uint64_t of_reals(const IntrinsicInst& call, ArrayRef<std::uint64_t> of) {
    const Type& type = *call.getType();
    const auto operand = [&](unsigned n) { return n < of.size() ? of[n] : 0; };
    if (type.isHalfTy()) {
        const auto half = [&](unsigned n) { return static_cast<double>(as_half(operand(n))); };
        return bits(static_cast<_Float16>(rounded(call, half(0), half(1), half(2))));
    }
    if (type.isFloatTy()) {
        return bits(rounded(call, as_float(operand(0)), as_float(operand(1)), as_float(operand(2))));
    }
    return bits(rounded(call, as_double(operand(0)), as_double(operand(1)), as_double(operand(2))));
}

}  // namespace

void refuse(const Instruction& unknown) {
    std::string text = "the interpreter does not know";
    raw_string_ostream(text) << unknown;
    throw unknown_operation(text);
}

void expect_defined(const Instruction& i, ArrayRef<std::uint64_t> operands, std::uint64_t result) {
    const Type& type = *i.getType();
    const bool computes_real = type.isFloatingPointTy() && isa<BinaryOperator, CallBase>(i);
    if (computes_real && std::isnan(as_real(type, result))) throw illegal_kernel("a NaN is computed");
    const auto* binary = dyn_cast<BinaryOperator>(&i);
    if (binary && type.isIntegerTy()) expect_defined(*binary, width(type), operands[0], operands[1]);
    const auto* cast = dyn_cast<FPToSIInst>(&i);
    if (cast && !fits_integer(*cast, as_real(*cast->getSrcTy(), operands[0]))) {
        throw illegal_kernel("a conversion to an integer overflows");
    }
}

std::uint64_t cut(std::uint64_t value, const Type& type) {
    return value & maskTrailingOnes<std::uint64_t>(width(type));
}

std::uint64_t with_sign(std::uint64_t value, const Type& type) {
    return static_cast<std::uint64_t>(with_sign(value, width(type)));
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
    if (type.isHalfTy()) return bits(combine(i, as_half(a), as_half(b)));
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
            return to_integer(cast, as_real(from, of));
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
    if (type.isFloatingPointTy() && call.getIntrinsicID() != Intrinsic::copysign) {
        return of_reals(call, of);
    }
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
        default:
            return apply_of_passes(call, of);
    }
}

std::pair<std::uint64_t, bool> apply(const WithOverflowInst& operation, std::uint64_t a, std::uint64_t b) {
    const unsigned bits = width(*operation.getLHS()->getType());
    const int128 result = exact(operation.getBinaryOp(), bits, operation.isSigned(), a, b);
    return {static_cast<std::uint64_t>(result), !fits(result, bits, operation.isSigned())};
}

std::uint64_t apply(const AtomicRMWInst& update, std::uint64_t old, std::uint64_t operand) {
    const unsigned bits = width(*update.getType());
    const bool less = with_sign(old, bits) < with_sign(operand, bits);
    switch (update.getOperation()) {
        case AtomicRMWInst::Xchg:
            return operand;
        case AtomicRMWInst::Add:
            return old + operand;
        case AtomicRMWInst::Sub:
            return old - operand;
        case AtomicRMWInst::And:
            return old & operand;
        case AtomicRMWInst::Or:
            return old | operand;
        case AtomicRMWInst::Xor:
            return old ^ operand;
        case AtomicRMWInst::UMax:
            return std::max(old, operand);
        case AtomicRMWInst::UMin:
            return std::min(old, operand);
        case AtomicRMWInst::Max:
            return less ? operand : old;
        case AtomicRMWInst::Min:
            return less ? old : operand;
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
