/// Calls of mathematical functions and floating-point intrinsics.
#include "compiler/codegen/c_source/calls/math_functions.hpp"
#include "compiler/codegen/c_source/text/emission.hpp"
#include "llvm/IR/Operator.h"

namespace ndweave::compiler::c_source_detail {
namespace {

namespace Intrinsic = llvm::Intrinsic;

std::string device_name(emission& e, const llvm::CallInst& call, const math_function& f, bool is_double) {
    const bool fast = !is_double && (e.fast_math() || (llvm::isa<llvm::FPMathOperator>(call) && call.hasApproxFunc()));
    const std::string_view approximate = e.dialect.is_opencl ? f.fast_opencl : f.fast_cpp;
    if (fast && !approximate.empty()) return std::string(approximate);
    const std::string whole = "whole_" + std::string(f.name);
    const unsigned bits = is_double ? 64 : 32;
    if (e.runs_items_in_loops() && has_helper(e, whole, bits)) return helper(e, whole, bits);
    const std::string name(f.device.empty() ? f.name : f.device);
    return e.dialect.is_opencl || is_double ? name : name + "f";
}

std::string argument(emission& e, const llvm::CallInst& call, unsigned index, std::optional<unsigned> k) {
    const llvm::Value* operand = call.getArgOperand(index);
    return k && operand->getType()->isVectorTy() ? lane(e, operand, *k) : value(e, operand);
}

void store_through(emission& e, const llvm::Value* pointer, const std::string& type, const std::string& text) {
    e.line(access(e, space_of(e, *pointer), value(e, pointer), type, false) + " = " + text + ";");
}

/// sin and cos apart: the dialects' sincos differ, and their compilers join the two.
void emit_sincos(emission& e, const llvm::CallInst& call, bool is_double) {
    const std::string type = is_double ? "f64" : "f32", x = value(e, call.getArgOperand(0));
    for (const unsigned index : {1u, 2u}) {
        const math_function& f = *find_math_function(index == 1 ? "sin" : "cos");
        store_through(e, call.getArgOperand(index), type, device_name(e, call, f, is_double) + "(" + x + ")");
    }
}

/// frexp, modf, remquo: through a temporary, because the pointer's address space is fixed by the dialect.
void emit_with_result_pointer(emission& e, const llvm::CallInst& call, const math_function& f, bool is_double) {
    const std::string real = is_double ? "f64" : "f32";
    const bool is_int = f.signature.back() == 'I';
    const unsigned last = call.arg_size() - 1;
    std::string arguments;
    for (unsigned i = 0; i < last; ++i) arguments += value(e, call.getArgOperand(i)) + ", ";
    const std::string target = e.names.lookup(&call);
    e.line("{ " + (is_int ? "i32" : real) + " out;");
    e.line((target.empty() ? "" : target + " = ") + device_name(e, call, f, is_double) + "(" + arguments + "&out);");
    store_through(e, call.getArgOperand(last), is_int ? "u32" : real, is_int ? "(u32)out" : "out");
    e.line("}");
}

std::string call_text(emission& e, const llvm::CallInst& call, const math_function& f, bool is_double,
                      std::optional<unsigned> k) {
    std::string arguments;
    for (unsigned i = 0; i + 1 < f.signature.size(); ++i) {
        const std::string text = argument(e, call, i, k);
        arguments += (i ? ", " : "") + (f.signature[i + 1] == 'f' ? text : "(i32)" + text);
    }
    const std::string plain = device_name(e, call, f, is_double) + "(" + arguments + ")";
    if (f.signature[0] == 'f') return plain;
    const unsigned bits = call.getType()->getScalarSizeInBits();
    return wrap(bits, std::string("((") + (f.signature[0] == 'l' ? "i64" : "i32") + ")" + plain + ")");
}

/// IEEE 754-2019 minimum and maximum: NaN wins, -0 < +0.
std::string ieee_extreme(bool maximum, const std::string& a, const std::string& b, bool is_double) {
    const std::string bits = is_double ? "as_u64(" : "as_u32(";
    const std::string negative = bits + a + ") >> " + (is_double ? "63" : "31");
    const std::string equal =
        maximum ? "(" + negative + " ? " + b + " : " + a + ")" : "(" + negative + " ? " + a + " : " + b + ")";
    const std::string sign = maximum ? " > " : " < ";
    return "(" + a + " != " + a + " || " + b + " != " + b + " ? " + a + " + " + b + " : " + a + sign + b + " ? " + a +
           " : " + b + sign + a + " ? " + b + " : " + equal + ")";
}

/// 2 to the power of `exponent` as a literal.
std::string power_of_two(unsigned exponent, bool is_double) {
    return "0x1p+" + std::to_string(exponent) + (is_double ? "" : "f");
}

std::string saturating(unsigned bits, bool is_signed, bool is_double, const std::string& a) {
    const std::string converted =
        wrap(bits, std::string("((") + (is_signed ? "i" : "u") + (bits > 32 ? "64)" : "32)") + a + ")");
    const unsigned word = bits > 32 ? 64 : 32;
    const auto literal = [&](const llvm::APInt& number) { return bits_literal(number.zext(word)); };
    const llvm::APInt low = is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt(bits, 0);
    const llvm::APInt high = is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
    const std::string lowest = is_signed ? "-" + power_of_two(bits - 1, is_double) : (is_double ? "0.0" : "0.0f");
    return "(" + a + " != " + a + " ? 0u : " + a + " <= " + lowest + " ? " + literal(low) + " : " + a +
           " >= " + power_of_two(is_signed ? bits - 1 : bits, is_double) + " ? " + literal(high) + " : " + converted +
           ")";
}

std::string intrinsic_text(emission& e, const llvm::IntrinsicInst& i, bool is_double, std::optional<unsigned> k) {
    const std::string a = argument(e, i, 0, k);
    const unsigned bits = is_double ? 64 : 32;
    switch (i.getIntrinsicID()) {
        case Intrinsic::minimum:
            return ieee_extreme(false, a, argument(e, i, 1, k), is_double);
        case Intrinsic::maximum:
            return ieee_extreme(true, a, argument(e, i, 1, k), is_double);
        case Intrinsic::canonicalize:
            return "(" + a + " * " + (is_double ? "1.0)" : "1.0f)");
        case Intrinsic::powi: {
            const std::string n = "(i32)" + argument(e, i, 1, std::nullopt);
            if (e.dialect.is_opencl) return "pown(" + a + ", " + n + ")";
            return is_double ? "pow(" + a + ", (f64)" + n + ")" : "powf(" + a + ", (f32)" + n + ")";
        }
        case Intrinsic::fptosi_sat:
            return saturating(i.getType()->getScalarSizeInBits(), true, is_double, a);
        case Intrinsic::fptoui_sat:
            return saturating(i.getType()->getScalarSizeInBits(), false, is_double, a);
        case Intrinsic::is_fpclass:
            return "((" + helper(e, "fpclass", bits) + "(as_u" + std::to_string(bits) + "(" + a + ")) & " +
                   argument(e, i, 1, std::nullopt) + ") != 0u)";
        default:
            return {};
    }
}

std::string text_of(emission& e, const llvm::CallInst& call, const math_function* f, bool is_double,
                    std::optional<unsigned> k) {
    if (f) return call_text(e, call, *f, is_double, k);
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
    return intrinsic ? intrinsic_text(e, *intrinsic, is_double, k) : std::string();
}

/// llvm.frexp, whose result is {fraction, exponent}.
void emit_frexp_pair(emission& e, const llvm::CallInst& call, bool is_double) {
    const std::string self = value(e, &call);
    e.line("{ i32 out; " + self + ".f0 = " + (is_double || e.dialect.is_opencl ? "frexp(" : "frexpf(") +
           value(e, call.getArgOperand(0)) + ", &out); " + self + ".f1 = (u32)out; }");
}

}  // namespace

bool emit_math(emission& e, const llvm::CallInst& call) {
    if (call.arg_empty()) return false;
    llvm::Type* real = call.getArgOperand(0)->getType()->getScalarType();
    if (!real->isFloatTy() && !real->isDoubleTy()) return false;
    const bool is_double = real->isDoubleTy();
    const math_function* f = find_math_function(call.getCalledFunction()->getName());
    if (call.getType()->isStructTy()) {
        if (call.getIntrinsicID() != Intrinsic::frexp) return false;
        emit_frexp_pair(e, call, is_double);
        return true;
    }
    if (f && f->signature[0] == 'v') {
        emit_sincos(e, call, is_double);
        return true;
    }
    if (f && (f->signature.back() == 'I' || f->signature.back() == 'F')) {
        emit_with_result_pointer(e, call, *f, is_double);
        return true;
    }
    const bool is_vector = call.getType()->isVectorTy();
    for (unsigned k = 0; k < (is_vector ? member_count(call.getType()) : 1); ++k) {
        const std::string text = text_of(e, call, f, is_double, is_vector ? std::optional(k) : std::nullopt);
        if (text.empty()) return false;
        if (e.names.count(&call))
            e.line(value(e, &call) + (is_vector ? ".f" + std::to_string(k) : "") + " = " + text + ";");
    }
    return true;
}

}  // namespace ndweave::compiler::c_source_detail
