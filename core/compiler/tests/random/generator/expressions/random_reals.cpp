#include "random_reals.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

Type* random_reals::real_type(unsigned which) {
    return which == 0 ? at_.getFloatTy() : which == 1 ? at_.getDoubleTy() : half_type();
}

void random_reals::make_reals(Value* of) {
    for (unsigned which = 0; which < real_count; ++which) {
        real_[which] = variable(real_type(which), "f");
        at_.CreateStore(real(of, real_type(which)), real_[which]);
    }
}

Value* random_reals::read(unsigned which) { return at_.CreateLoad(real_type(which), real_[which]); }

Value* random_reals::real_bits(unsigned which) { return bits_of(read(which)); }

Value* random_reals::real_value() {
    const unsigned which = pick(real_count);
    if (chance(50)) return real_bits(which);
    Value* number = read(which);
    return chance(50) ? at_.CreateFPToSI(number, word())
                      : at_.CreateTrunc(at_.CreateFPToSI(number, at_.getInt64Ty()), word());
}

/// To a half only what is within its range.
Value* random_reals::converted(Value* from, Type* to) {
    if (to->isHalfTy()) {
        for (const double limit : {-2047.0, 2047.0}) {
            Value* bound = ConstantFP::get(from->getType(), limit);
            Value* beyond = limit < 0 ? at_.CreateFCmpOLT(from, bound) : at_.CreateFCmpOGT(from, bound);
            from = at_.CreateSelect(beyond, bound, from);
        }
    }
    return at_.CreateFPCast(from, to);
}

Value* random_reals::operand(unsigned which, Value* word) {
    const unsigned other = (which + 1 + pick(real_count - 1)) % real_count;
    return chance(70) ? real(word, real_type(which)) : converted(read(other), real_type(which));
}

Value* random_reals::rounded(Value* x) {
    static constexpr Intrinsic::ID functions[] = {Intrinsic::floor, Intrinsic::ceil, Intrinsic::trunc, Intrinsic::fabs};
    return at_.CreateUnaryIntrinsic(functions[pick(std::size(functions))], x);
}

Value* random_reals::mixed(Value* x, Value* y) {
    Value* const half = ConstantFP::get(x->getType(), 0.5);
    Value* half_x = at_.CreateFMul(x, half);
    switch (pick(6)) {
        case 0:
            return at_.CreateIntrinsic(x->getType(), Intrinsic::fma, {y, half, half_x});
        case 1:
        case 2:
            return at_.CreateFSub(half_x, at_.CreateFMul(y, half));
        default:
            return at_.CreateFAdd(half_x, at_.CreateFMul(y, half));
    }
}

void random_reals::assign_real_from(Value* word) {
    const unsigned which = pick(real_count);
    Value* x = read(which);
    Value* y = operand(which, word);
    Value* made = mixed(x, y);
    if (chance(25)) made = at_.CreateSelect(at_.CreateFCmpOGT(x, y), x, made);
    if (chance(15)) made = at_.CreateSelect(at_.CreateFCmpOLE(made, y), made, y);
    if (chance(20)) made = rounded(made);
    at_.CreateStore(made, real_[which]);
}

}  // namespace ndweave::compiler::testing
