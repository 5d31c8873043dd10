#include "compiler/passes/clean_up/complex_arithmetic.hpp"

#include <llvm/ADT/APFloat.h>

#include "compiler/builtins.hpp"
#include "compiler/math_names.hpp"
#include "compiler/passes/clean_up/complex_builder.hpp"

namespace ndweave::compiler {

using llvm::Value;

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

Value* packed(llvm::IRBuilder<>& b, complex_value x, llvm::Type* type) {
    Value* const none = llvm::PoisonValue::get(type);
    if (type->isVectorTy()) {
        return b.CreateInsertElement(b.CreateInsertElement(none, x.re, std::uint64_t{0}), x.im, std::uint64_t{1});
    }
    return b.CreateInsertValue(b.CreateInsertValue(none, x.re, 0), x.im, 1);
}

llvm::Type* packed_type(llvm::Type* real) {
    if (real->isFloatTy()) return llvm::FixedVectorType::get(real, 2);
    return llvm::StructType::get(real, real);
}

llvm::SmallVector<llvm::Type*> passed_types(llvm::Type* real, unsigned numbers) {
    if (real->isFloatTy()) return llvm::SmallVector<llvm::Type*>(numbers, packed_type(real));
    return llvm::SmallVector<llvm::Type*>(std::size_t{2} * numbers, real);
}

namespace {

using complex_operation = complex_value (complex_builder::*)(complex_value, complex_value);

void expand(llvm::Module& module, llvm::StringRef name, llvm::Type* real, complex_operation operation) {
    if (!declares(module, name, llvm::FunctionType::get(packed_type(real), {real, real, real, real}, false))) return;
    replace_calls(module, name, [&](llvm::CallBase& call, llvm::IRBuilder<>& b) -> Value* {
        complex_builder numbers(b, real);
        const complex_value x{call.getArgOperand(0), call.getArgOperand(1)};
        const complex_value y{call.getArgOperand(2), call.getArgOperand(3)};
        return packed(b, (numbers.*operation)(x, y), call.getType());
    });
}

/// `name` of a complex number becomes `real_name` of its parts, the imaginary one first where `swapped`.
void call_of_parts(llvm::Module& module, llvm::StringRef name, llvm::Type* real, llvm::StringRef real_name,
                   bool swapped) {
    if (!declares(module, name, llvm::FunctionType::get(real, passed_types(real, 1), false))) return;
    replace_calls(module, name, [&](llvm::CallBase& call, llvm::IRBuilder<>& b) -> Value* {
        const bool vector = call.arg_size() == 1;
        Value* const x = call.getArgOperand(0);
        Value* const re = vector ? b.CreateExtractElement(x, std::uint64_t{0}) : x;
        Value* const im = vector ? b.CreateExtractElement(x, std::uint64_t{1}) : call.getArgOperand(1);
        const auto function = module.getOrInsertFunction(real_name, real, real, real);
        return b.CreateCall(function, {swapped ? im : re, swapped ? re : im});
    });
}

}  // namespace

void expand_complex_arithmetic(llvm::Module& module) {
    llvm::Type* const f64 = llvm::Type::getDoubleTy(module.getContext());
    llvm::Type* const f32 = llvm::Type::getFloatTy(module.getContext());
    expand(module, "__muldc3", f64, &complex_builder::multiply);
    expand(module, "__mulsc3", f32, &complex_builder::multiply);
    expand(module, "__divdc3", f64, &complex_builder::divide);
    expand(module, "__divsc3", f32, &complex_builder::divide);
    call_of_parts(module, "cabs", f64, "hypot", false);
    call_of_parts(module, "cabsf", f32, "hypotf", false);
    call_of_parts(module, "carg", f64, "atan2", true);
    call_of_parts(module, "cargf", f32, "atan2f", true);
}

}  // namespace ndweave::compiler
