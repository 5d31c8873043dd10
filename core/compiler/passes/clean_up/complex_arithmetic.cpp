#include "compiler/passes/clean_up/complex_arithmetic.hpp"

#include <llvm/ADT/APFloat.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/builtins.hpp"

namespace ndweave::compiler {
namespace {

using llvm::Value;

struct complex_value {
    Value *re, *im;
};

/// Operations on the parts of complex numbers at one place.
class complex_builder {
public:
    complex_builder(llvm::IRBuilder<>& builder, llvm::Type* real) : b_(builder), real_(real) {}

    complex_value multiply(complex_value x, complex_value y);
    complex_value divide(complex_value x, complex_value y);

private:
    Value* constant(double v) { return llvm::ConstantFP::get(real_, v); }
    Value* infinity() { return llvm::ConstantFP::getInfinity(real_); }
    Value* magnitude(Value* x) { return b_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x); }
    Value* with_sign(Value* x, Value* sign) { return b_.CreateCopySign(x, sign); }

    Value* is_nan(Value* x) { return b_.CreateFCmpUNO(x, x); }
    Value* is_infinite(Value* x) { return b_.CreateFCmpOEQ(magnitude(x), infinity()); }
    Value* is_finite(Value* x) { return b_.CreateFCmpOLT(magnitude(x), infinity()); }
    Value* is_infinite(complex_value x) { return b_.CreateOr(is_infinite(x.re), is_infinite(x.im)); }
    Value* is_finite(complex_value x) { return b_.CreateAnd(is_finite(x.re), is_finite(x.im)); }
    Value* is_nan(complex_value x) { return b_.CreateAnd(is_nan(x.re), is_nan(x.im)); }

    /// 1 for infinities and 0 for others, with their signs: a point of the unit square.
    Value* boxed(Value* x) { return with_sign(b_.CreateSelect(is_infinite(x), constant(1), constant(0)), x); }
    Value* without_nan(Value* x) { return b_.CreateSelect(is_nan(x), with_sign(constant(0), x), x); }
    complex_value boxed(complex_value x) { return {boxed(x.re), boxed(x.im)}; }
    complex_value without_nan(complex_value x) { return {without_nan(x.re), without_nan(x.im)}; }

    complex_value choose(Value* if_true, complex_value x, complex_value y) {
        return {b_.CreateSelect(if_true, x.re, y.re), b_.CreateSelect(if_true, x.im, y.im)};
    }
    complex_value scaled(complex_value x, Value* by) { return {b_.CreateFMul(x.re, by), b_.CreateFMul(x.im, by)}; }
    /// x·y and x·conj(y).
    complex_value product(complex_value x, complex_value y) {
        return {b_.CreateFSub(b_.CreateFMul(x.re, y.re), b_.CreateFMul(x.im, y.im)),
                b_.CreateFAdd(b_.CreateFMul(x.re, y.im), b_.CreateFMul(x.im, y.re))};
    }
    complex_value product_with_conjugate(complex_value x, complex_value y) {
        return {b_.CreateFAdd(b_.CreateFMul(x.re, y.re), b_.CreateFMul(x.im, y.im)),
                b_.CreateFSub(b_.CreateFMul(x.im, y.re), b_.CreateFMul(x.re, y.im))};
    }
    Value* inverse_power_of_two(Value* x);

    llvm::IRBuilder<>& b_;
    llvm::Type* real_;
};

complex_value complex_builder::multiply(complex_value x, complex_value y) {
    const complex_value plain = product(x, y);
    Value* overflows = is_infinite(complex_value{b_.CreateFMul(x.re, y.re), b_.CreateFMul(x.im, y.im)});
    overflows = b_.CreateOr(overflows, is_infinite({b_.CreateFMul(x.re, y.im), b_.CreateFMul(x.im, y.re)}));
    Value* const x_infinite = is_infinite(x);
    Value* const y_infinite = is_infinite(y);
    Value* const infinite = b_.CreateOr(x_infinite, y_infinite);
    complex_value u = choose(x_infinite, boxed(x), x), v = choose(y_infinite, boxed(y), y);
    // A NaN beside an infinity, or in a product that overflows, counts as a zero.
    Value* const recovers = b_.CreateOr(infinite, overflows);
    u = choose(recovers, without_nan(u), u);
    v = choose(recovers, without_nan(v), v);
    return choose(b_.CreateAnd(recovers, is_nan(plain)), scaled(product(u, v), infinity()), plain);
}

/// A power of two that brings `x`, not negative, near to 1: its exponent's opposite, as far as that is a normal number.
Value* complex_builder::inverse_power_of_two(Value* x) {
    const llvm::fltSemantics& format = real_->getFltSemantics();
    const unsigned fraction = llvm::APFloat::semanticsPrecision(format) - 1;
    const auto bias = static_cast<std::uint64_t>(llvm::APFloat::semanticsMaxExponent(format));
    llvm::Type* const bits = b_.getIntNTy(real_->getScalarSizeInBits());
    Value* exponent = b_.CreateLShr(b_.CreateBitCast(x, bits), fraction);
    exponent = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, exponent, llvm::ConstantInt::get(bits, 1));
    exponent = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, exponent, llvm::ConstantInt::get(bits, 2 * bias - 1));
    Value* const opposite = b_.CreateSub(llvm::ConstantInt::get(bits, 2 * bias), exponent);
    return b_.CreateBitCast(b_.CreateShl(opposite, fraction), real_);
}

complex_value complex_builder::divide(complex_value x, complex_value y) {
    Value* const re = magnitude(y.re);
    Value* const im = magnitude(y.im);
    Value* const largest = b_.CreateSelect(b_.CreateFCmpOGT(re, im), re, im);
    Value* const scale = inverse_power_of_two(magnitude(largest));
    const complex_value w = scaled(y, scale);
    Value* const square = product_with_conjugate(w, w).re;
    const complex_value numerator = product_with_conjugate(x, w);
    const complex_value plain =
        scaled({b_.CreateFDiv(numerator.re, square), b_.CreateFDiv(numerator.im, square)}, scale);

    Value* const by_zero = b_.CreateAnd(b_.CreateFCmpOEQ(square, constant(0)), b_.CreateNot(is_nan(x)));
    Value* const of_infinity = b_.CreateAnd(is_infinite(x), is_finite(y));
    Value* const by_infinity = b_.CreateAnd(is_infinite(y), is_finite(x));
    complex_value rescued = choose(by_infinity, scaled(product_with_conjugate(x, boxed(y)), constant(0)), plain);
    rescued = choose(of_infinity, scaled(product_with_conjugate(boxed(x), w), infinity()), rescued);
    rescued = choose(by_zero, scaled(x, with_sign(infinity(), y.re)), rescued);
    return choose(is_nan(plain), rescued, plain);
}

/// A complex number as x86-64's calling convention returns it: two doubles, or a vector of two floats.
Value* packed(llvm::IRBuilder<>& b, complex_value x, llvm::Type* type) {
    Value* const none = llvm::PoisonValue::get(type);
    if (type->isVectorTy()) {
        return b.CreateInsertElement(b.CreateInsertElement(none, x.re, std::uint64_t{0}), x.im, std::uint64_t{1});
    }
    return b.CreateInsertValue(b.CreateInsertValue(none, x.re, 0), x.im, 1);
}

using complex_operation = complex_value (complex_builder::*)(complex_value, complex_value);

void expand(llvm::Module& module, llvm::StringRef name, complex_operation operation) {
    replace_calls(module, name, [&](llvm::CallBase& call, llvm::IRBuilder<>& b) -> Value* {
        complex_builder numbers(b, call.getArgOperand(0)->getType());
        const complex_value x{call.getArgOperand(0), call.getArgOperand(1)};
        const complex_value y{call.getArgOperand(2), call.getArgOperand(3)};
        return packed(b, (numbers.*operation)(x, y), call.getType());
    });
}

/// `name` of a complex number becomes `real_name` of its parts, the imaginary one first where `swapped`.
void call_of_parts(llvm::Module& module, llvm::StringRef name, llvm::StringRef real_name, bool swapped) {
    replace_calls(module, name, [&](llvm::CallBase& call, llvm::IRBuilder<>& b) -> Value* {
        const bool vector = call.arg_size() == 1;
        Value* const x = call.getArgOperand(0);
        Value* const re = vector ? b.CreateExtractElement(x, std::uint64_t{0}) : x;
        Value* const im = vector ? b.CreateExtractElement(x, std::uint64_t{1}) : call.getArgOperand(1);
        llvm::Type* const real = call.getType();
        const auto function = module.getOrInsertFunction(real_name, real, real, real);
        return b.CreateCall(function, {swapped ? im : re, swapped ? re : im});
    });
}

}  // namespace

void expand_complex_arithmetic(llvm::Module& module) {
    for (const llvm::StringRef name : {"__muldc3", "__mulsc3"}) expand(module, name, &complex_builder::multiply);
    for (const llvm::StringRef name : {"__divdc3", "__divsc3"}) expand(module, name, &complex_builder::divide);
    call_of_parts(module, "cabs", "hypot", false);
    call_of_parts(module, "cabsf", "hypotf", false);
    call_of_parts(module, "carg", "atan2", true);
    call_of_parts(module, "cargf", "atan2f", true);
}

}  // namespace ndweave::compiler
