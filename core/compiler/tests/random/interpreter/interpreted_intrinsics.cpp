#include <llvm/ADT/APInt.h>
#include <llvm/ADT/bit.h>
#include <llvm/IR/Intrinsics.h>

#include "interpreted_operations.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

namespace {

APInt of_numbers(const IntrinsicInst& call, const APInt& a, const APInt& b) {
    switch (call.getIntrinsicID()) {
        case Intrinsic::abs:
            return a.abs();
        case Intrinsic::uadd_sat:
            return a.uadd_sat(b);
        case Intrinsic::usub_sat:
            return a.usub_sat(b);
        case Intrinsic::sadd_sat:
            return a.sadd_sat(b);
        case Intrinsic::ssub_sat:
            return a.ssub_sat(b);
        case Intrinsic::umin:
            return APIntOps::umin(a, b);
        case Intrinsic::umax:
            return APIntOps::umax(a, b);
        case Intrinsic::smin:
            return APIntOps::smin(a, b);
        case Intrinsic::smax:
            return APIntOps::smax(a, b);
        case Intrinsic::bswap:
            return a.byteSwap();
        case Intrinsic::bitreverse:
            return a.reverseBits();
        case Intrinsic::ctpop:
            return APInt(a.getBitWidth(), a.popcount());
        case Intrinsic::ctlz:
            return APInt(a.getBitWidth(), a.countl_zero());
        case Intrinsic::cttz:
            return APInt(a.getBitWidth(), a.countr_zero());
        default:
            refuse(call);
    }
}

/// With the sign bit of `number` as `negative` says.
std::uint64_t with_sign_bit(std::uint64_t number, unsigned bits, bool negative) {
    const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
    return negative ? number | sign : number & ~sign;
}

}  // namespace

std::uint64_t apply_of_passes(const IntrinsicInst& call, ArrayRef<std::uint64_t> of) {
    const Type& type = *call.getType();
    const auto* vector = dyn_cast<FixedVectorType>(&type);
    const unsigned bits = type.getScalarSizeInBits();
    const Intrinsic::ID id = call.getIntrinsicID();
    if (id == Intrinsic::fabs && !vector) return with_sign_bit(of[0], bits, false);
    if (id == Intrinsic::copysign && !vector) return with_sign_bit(of[0], bits, of[1] >> (bits - 1) & 1);
    if (id == Intrinsic::fshr && !vector) {
        const std::uint64_t by = of[2] % bits;
        return by == 0 ? of[1] : of[0] << (bits - by) | of[1] >> by;
    }
    if (!type.isIntOrIntVectorTy()) refuse(call);
    const unsigned lanes = vector ? vector->getNumElements() : 1;
    std::uint64_t all = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
        const auto part = [&](unsigned n) {
            const bool is_there = n < of.size() && call.getArgOperand(n)->getType() == &type;
            return APInt(bits, !is_there ? 0 : cut(of[n] >> (lane * bits), *type.getScalarType()));
        };
        all |= of_numbers(call, part(0), part(1)).getZExtValue() << (lane * bits);
    }
    return all;
}

}  // namespace ndweave::compiler::testing
