/// What complex arithmetic and complex functions are made of.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace ndweave::compiler {

/// The parts of a complex number.
struct complex_value {
    llvm::Value *re, *im;
};

/// Operations on the parts of complex numbers at one place.
class complex_builder {
public:
    complex_builder(llvm::IRBuilder<>& builder, llvm::Type* real) : b_(builder), real_(real) {}

    complex_value multiply(complex_value x, complex_value y);
    complex_value divide(complex_value x, complex_value y);

    llvm::Value* constant(double v) { return llvm::ConstantFP::get(real_, v); }
    llvm::Value* infinity() { return llvm::ConstantFP::getInfinity(real_); }
    llvm::Value* magnitude(llvm::Value* x) { return b_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x); }
    llvm::Value* with_sign(llvm::Value* x, llvm::Value* sign) { return b_.CreateCopySign(x, sign); }

    llvm::Value* is_nan(llvm::Value* x) { return b_.CreateFCmpUNO(x, x); }
    llvm::Value* is_infinite(llvm::Value* x) { return b_.CreateFCmpOEQ(magnitude(x), infinity()); }
    llvm::Value* is_finite(llvm::Value* x) { return b_.CreateFCmpOLT(magnitude(x), infinity()); }
    llvm::Value* is_infinite(complex_value x) { return b_.CreateOr(is_infinite(x.re), is_infinite(x.im)); }
    llvm::Value* is_finite(complex_value x) { return b_.CreateAnd(is_finite(x.re), is_finite(x.im)); }
    llvm::Value* is_nan(complex_value x) { return b_.CreateAnd(is_nan(x.re), is_nan(x.im)); }

    /// 1 for infinities and 0 for others, with their signs: a point of the unit square.
    llvm::Value* boxed(llvm::Value* x) {
        return with_sign(b_.CreateSelect(is_infinite(x), constant(1), constant(0)), x);
    }
    llvm::Value* without_nan(llvm::Value* x) { return b_.CreateSelect(is_nan(x), with_sign(constant(0), x), x); }
    complex_value boxed(complex_value x) { return {boxed(x.re), boxed(x.im)}; }
    complex_value without_nan(complex_value x) { return {without_nan(x.re), without_nan(x.im)}; }

    complex_value choose(llvm::Value* if_true, complex_value x, complex_value y) {
        return {b_.CreateSelect(if_true, x.re, y.re), b_.CreateSelect(if_true, x.im, y.im)};
    }
    complex_value scaled(complex_value x, llvm::Value* by) {
        return {b_.CreateFMul(x.re, by), b_.CreateFMul(x.im, by)};
    }
    /// x·y and x·conj(y).
    complex_value product(complex_value x, complex_value y) {
        return {b_.CreateFSub(b_.CreateFMul(x.re, y.re), b_.CreateFMul(x.im, y.im)),
                b_.CreateFAdd(b_.CreateFMul(x.re, y.im), b_.CreateFMul(x.im, y.re))};
    }
    complex_value product_with_conjugate(complex_value x, complex_value y) {
        return {b_.CreateFAdd(b_.CreateFMul(x.re, y.re), b_.CreateFMul(x.im, y.im)),
                b_.CreateFSub(b_.CreateFMul(x.im, y.re), b_.CreateFMul(x.re, y.im))};
    }
    /// A power of two that brings `x`, not negative, near to 1: its exponent's opposite, as far as that is a normal
    /// number.
    llvm::Value* inverse_power_of_two(llvm::Value* x);

protected:
    llvm::IRBuilder<>& b_;
    llvm::Type* real_;
};

/// A complex number as x86-64's calling convention returns it: two doubles, or a vector of two floats.
llvm::Value* packed(llvm::IRBuilder<>&, complex_value, llvm::Type* type);
/// That type.
llvm::Type* packed_type(llvm::Type* real);
/// How that convention passes so many complex numbers: each as two doubles, or as a vector of two floats.
llvm::SmallVector<llvm::Type*> passed_types(llvm::Type* real, unsigned numbers);

}  // namespace ndweave::compiler
