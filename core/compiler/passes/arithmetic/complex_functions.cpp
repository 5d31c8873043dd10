#include "compiler/passes/arithmetic/complex_functions.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "compiler/builtins.hpp"
#include "compiler/math_names.hpp"
#include "compiler/passes/arithmetic/complex_builder.hpp"

namespace ndweave::compiler {
namespace {

using llvm::Value;

class function_builder : public complex_builder {
public:
    function_builder(llvm::IRBuilder<>& b, llvm::Type* real) : complex_builder(b, real), wide_(real->isDoubleTy()) {}

    complex_value exp(complex_value z);
    complex_value log(complex_value z);
    complex_value sqrt(complex_value z);
    complex_value proj(complex_value z);
    complex_value sinh(complex_value z);
    complex_value cosh(complex_value z);
    complex_value tanh(complex_value z);
    // Those of i·z, turned back.
    complex_value sin(complex_value z) { return divided_by_i(sinh(times_i(z))); }
    complex_value cos(complex_value z) { return cosh(times_i(z)); }
    complex_value tan(complex_value z) { return divided_by_i(tanh(times_i(z))); }
    complex_value pow(complex_value z, complex_value w) { return exp(multiply(w, log(z))); }

private:
    Value* call(llvm::StringRef name, llvm::ArrayRef<Value*> arguments) {
        const llvm::SmallVector<llvm::Type*> types(arguments.size(), real_);
        llvm::Module& module = *b_.GetInsertBlock()->getModule();
        const auto type = llvm::FunctionType::get(real_, types, false);
        return b_.CreateCall(module.getOrInsertFunction((name + (wide_ ? "" : "f")).str(), type), arguments);
    }
    Value* is_zero(Value* x) { return b_.CreateFCmpOEQ(x, constant(0)); }
    complex_value times_i(complex_value z) { return {b_.CreateFNeg(z.im), z.re}; }
    complex_value divided_by_i(complex_value z) { return {z.im, b_.CreateFNeg(z.re)}; }

    Value* has_no_argument(complex_value z) { return b_.CreateAnd(is_infinite(z.re), b_.CreateNot(is_finite(z.im))); }

    /// x·y, where zero times anything is zero.
    Value* product_or_zero(Value* x, Value* y) {
        Value* const product = b_.CreateFMul(x, y);
        Value* const zero = b_.CreateOr(is_zero(x), is_zero(y));
        Value* const signs = b_.CreateFMul(with_sign(constant(1), x), with_sign(constant(1), y));
        return b_.CreateSelect(b_.CreateAnd(is_nan(product), zero), with_sign(constant(0), signs), product);
    }

    /// x without a part of it where that is `large`, and e^c for that, to be multiplied last.
    struct reduced {
        Value *argument, *factor;
    };
    reduced reduce(Value* x, Value* large, Value* part, double c) {
        return {b_.CreateSelect(large, b_.CreateFSub(x, part), x),
                b_.CreateSelect(large, constant(std::exp(c)), constant(1))};
    }

    struct hyperbolic {
        Value *sinh, *cosh, *factor;
    };
    hyperbolic hyperbolic_of(Value* x);

    const bool wide_;
};

/// A part of e^x may be finite where e^x is not: e^c, with c near the end of the range, is multiplied last.
complex_value function_builder::exp(complex_value z) {
    const double c = wide_ ? 700 : 80;
    Value* const large = b_.CreateFCmpOGT(z.re, constant(c));
    const reduced x = reduce(z.re, large, constant(c), c);
    // e^-inf is zero, whatever the angle.
    Value* const vanishes = b_.CreateFCmpOEQ(z.re, constant(-HUGE_VAL));
    Value* const y = b_.CreateSelect(b_.CreateAnd(vanishes, has_no_argument(z)), constant(0), z.im);
    Value* const size = call("exp", {x.argument});
    const complex_value scaled_parts =
        scaled({product_or_zero(size, call("cos", {y})), product_or_zero(size, call("sin", {y}))}, x.factor);
    Value* const unbounded = b_.CreateAnd(has_no_argument(z), b_.CreateNot(vanishes));
    Value* const re = b_.CreateSelect(unbounded, infinity(), scaled_parts.re);
    return {re, b_.CreateSelect(is_zero(z.im), z.im, scaled_parts.im)};
}

/// log |z|: near the unit circle by |z|² - 1, which is small and cancels less than |z|; |z| itself of half of z where
/// it might overflow.
complex_value function_builder::log(complex_value z) {
    const double largest = wide_ ? 0x1p1022 : 0x1p126;
    Value* const re = magnitude(z.re);
    Value* const im = magnitude(z.im);
    Value* const wider = b_.CreateFCmpOGT(re, im);
    Value* const a = b_.CreateSelect(wider, re, im);
    Value* const b = b_.CreateSelect(wider, im, re);
    Value* const square_less_1 =
        b_.CreateFAdd(b_.CreateFMul(b_.CreateFSub(a, constant(1)), b_.CreateFAdd(a, constant(1))), b_.CreateFMul(b, b));
    Value* const near =
        b_.CreateAnd(b_.CreateFCmpOGT(square_less_1, constant(-0.5)), b_.CreateFCmpOLT(square_less_1, constant(1)));
    // Elsewhere its argument would be a domain error.
    Value* const safe = b_.CreateSelect(near, square_less_1, constant(0));
    Value* const by_square = b_.CreateFMul(call("log1p", {safe}), constant(0.5));

    Value* const huge = b_.CreateFCmpOGT(a, constant(largest));
    Value* const half = b_.CreateSelect(huge, constant(0.5), constant(1));
    Value* const size = call("hypot", {b_.CreateFMul(re, half), b_.CreateFMul(im, half)});
    Value* const plain =
        b_.CreateFAdd(call("log", {size}), b_.CreateSelect(huge, constant(0.69314718055994530942), constant(0)));
    return {b_.CreateSelect(near, by_square, plain), call("atan2", {z.im, z.re})};
}

/// t = sqrt((|x| + |z|) / 2) is one part and y / (2·t) the other. Very large and very small numbers are scaled by
/// 2^±2k, the root by 2^∓k.
complex_value function_builder::sqrt(complex_value z) {
    const double largest = wide_ ? 0x1p1020 : 0x1p124, least = wide_ ? 0x1p-960 : 0x1p-66;
    Value* const both[] = {magnitude(z.re), magnitude(z.im)};
    Value* const a = b_.CreateSelect(b_.CreateFCmpOGT(both[0], both[1]), both[0], both[1]);
    Value* const large = b_.CreateFCmpOGT(a, constant(largest));
    Value* const small = b_.CreateFCmpOLT(a, constant(least));
    Value* const up = wide_ ? constant(0x1p110) : constant(0x1p50);
    Value* const back = wide_ ? constant(0x1p-55) : constant(0x1p-25);
    Value* const scale = b_.CreateSelect(large, constant(0x1p-4), b_.CreateSelect(small, up, constant(1)));
    Value* const unscale = b_.CreateSelect(large, constant(4), b_.CreateSelect(small, back, constant(1)));
    const complex_value w = scaled(z, scale);
    Value* const x = magnitude(w.re);
    Value* const t = call("sqrt", {b_.CreateFMul(b_.CreateFAdd(x, call("hypot", {w.re, w.im})), constant(0.5))});
    Value* const other = b_.CreateFDiv(w.im, b_.CreateFMul(t, constant(2)));
    Value* const left = b_.CreateFCmpOLT(w.re, constant(0));
    complex_value root{b_.CreateSelect(left, magnitude(other), t), b_.CreateSelect(left, with_sign(t, w.im), other)};
    root = scaled(root, unscale);
    const complex_value of_zero{constant(0), z.im}, of_infinity{infinity(), z.im};
    root = choose(b_.CreateAnd(is_zero(z.re), is_zero(z.im)), of_zero, root);
    return choose(is_infinite(z.im), of_infinity, root);
}

complex_value function_builder::proj(complex_value z) {
    return choose(is_infinite(z), {infinity(), with_sign(constant(0), z.im)}, z);
}

/// sinh x and cosh x without a factor that is to be multiplied last: where they overflow, both are e^|x| / 2 to the
/// last place.
function_builder::hyperbolic function_builder::hyperbolic_of(Value* x) {
    const double end = wide_ ? 709 : 88, c = wide_ ? 600 : 60;
    Value* const large = b_.CreateFCmpOGT(magnitude(x), constant(end));
    const reduced nearer = reduce(x, large, with_sign(constant(c), x), c);
    return {call("sinh", {nearer.argument}), call("cosh", {nearer.argument}), nearer.factor};
}

/// An infinite real part stays, whatever becomes of the angle.
complex_value function_builder::sinh(complex_value z) {
    const hyperbolic x = hyperbolic_of(z.re);
    const complex_value parts =
        scaled({product_or_zero(x.sinh, call("cos", {z.im})), product_or_zero(x.cosh, call("sin", {z.im}))}, x.factor);
    return {b_.CreateSelect(has_no_argument(z), z.re, parts.re), parts.im};
}

complex_value function_builder::cosh(complex_value z) {
    const hyperbolic x = hyperbolic_of(z.re);
    const complex_value parts =
        scaled({product_or_zero(x.cosh, call("cos", {z.im})), product_or_zero(x.sinh, call("sin", {z.im}))}, x.factor);
    return {b_.CreateSelect(has_no_argument(z), infinity(), parts.re), parts.im};
}

/// With t = tan y, s = sinh x: (β·ρ·s + i·t) / (1 + β·s²), β = 1 + t², ρ = sqrt(1 + s²). Where x is so large that tanh
/// x rounds to 1, the imaginary part is 4·sin y·cos y·e^(-2|x|).
complex_value function_builder::tanh(complex_value z) {
    Value* const size = magnitude(z.re);
    Value* const flat = b_.CreateFCmpOGT(size, constant(wide_ ? 22 : 11));
    Value* const x = b_.CreateSelect(flat, constant(0), z.re);
    Value* const s = call("sinh", {x});
    Value* const t = call("tan", {z.im});
    const auto one_more = [&](Value* v) { return b_.CreateFAdd(constant(1), v); };
    Value* const beta = one_more(b_.CreateFMul(t, t));
    Value* const square = b_.CreateFMul(s, s);
    Value* const below = one_more(b_.CreateFMul(beta, square));
    Value* const above = b_.CreateFMul(b_.CreateFMul(beta, call("sqrt", {one_more(square)})), s);

    Value* const y = b_.CreateSelect(has_no_argument(z), constant(0), z.im);
    Value* const angle = b_.CreateFMul(call("sin", {y}), call("cos", {y}));
    Value* const decay = call("exp", {b_.CreateFMul(size, constant(-2))});
    const complex_value limit{with_sign(constant(1), z.re), b_.CreateFMul(b_.CreateFMul(constant(4), angle), decay)};
    Value* const re = b_.CreateSelect(is_zero(z.re), z.re, b_.CreateFDiv(above, below));
    Value* const im = b_.CreateSelect(is_zero(z.im), z.im, b_.CreateFDiv(t, below));
    return choose(flat, limit, {re, im});
}

/// The complex numbers that a call passes: each as two numbers, or as a vector of them.
llvm::SmallVector<complex_value, 2> operands_of(llvm::CallBase& call, llvm::IRBuilder<>& b) {
    llvm::SmallVector<complex_value, 2> found;
    for (unsigned i = 0; i < call.arg_size(); ++i) {
        Value* const x = call.getArgOperand(i);
        if (x->getType()->isVectorTy()) {
            found.push_back({b.CreateExtractElement(x, std::uint64_t{0}), b.CreateExtractElement(x, std::uint64_t{1})});
        } else {
            found.push_back({x, call.getArgOperand(i + 1)});
            ++i;
        }
    }
    return found;
}

template <class Function>
void expand(llvm::Module& module, llvm::StringRef name, unsigned numbers, const Function& function) {
    llvm::LLVMContext& context = module.getContext();
    for (llvm::Type* real : {llvm::Type::getDoubleTy(context), llvm::Type::getFloatTy(context)}) {
        const std::string each = (name + (real->isFloatTy() ? "f" : "")).str();
        const auto* const type = llvm::FunctionType::get(packed_type(real), passed_types(real, numbers), false);
        if (!declares(module, each, type)) continue;
        replace_calls(module, each, [&](llvm::CallBase& call, llvm::IRBuilder<>& b) -> Value* {
            function_builder functions(b, real);
            return packed(b, function(functions, operands_of(call, b)), call.getType());
        });
    }
}

using complex_function = complex_value (function_builder::*)(complex_value);

}  // namespace

void expand_complex_functions(llvm::Module& module) {
    const std::pair<const char*, complex_function> functions[] = {
        {"cexp", &function_builder::exp},   {"clog", &function_builder::log},   {"csqrt", &function_builder::sqrt},
        {"cproj", &function_builder::proj}, {"csinh", &function_builder::sinh}, {"ccosh", &function_builder::cosh},
        {"ctanh", &function_builder::tanh}, {"csin", &function_builder::sin},   {"ccos", &function_builder::cos},
        {"ctan", &function_builder::tan}};
    for (const auto& [name, function] : functions) {
        expand(module, name, 1, [f = function](function_builder& b, const auto& z) { return (b.*f)(z[0]); });
    }
    expand(module, "cpow", 2, [](function_builder& b, const auto& z) { return b.pow(z[0], z[1]); });
}

}  // namespace ndweave::compiler
