/// llvm.* intrinsics on integers as C expressions, lane by lane.
#include "compiler/codegen/c_source/text/emission.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

using llvm::Intrinsic::ID;
namespace Intrinsic = llvm::Intrinsic;

/// Operands of one lane: texts of `bits`-wide integers.
struct integers {
    unsigned bits;
    std::vector<std::string> text;

    const std::string& a() const { return text[0]; }
    const std::string& b() const { return text[1]; }
    std::string wide_a() const { return wide(bits, text[0]); }
    std::string wide_b() const { return wide(bits, text[1]); }
    std::string signed_a() const { return as_signed(bits, text[0]); }
    std::string signed_b() const { return as_signed(bits, text[1]); }
    unsigned word() const { return bits > 32 ? 64 : 32; }
    std::string literal(const llvm::APInt& number) const { return bits_literal(number.zextOrTrunc(word())); }
    std::string all_ones() const { return literal(llvm::APInt::getAllOnes(bits)); }
    std::string signed_limit() const {  // the saturated result of a signed operation, by the sign of a
        return "(" + signed_a() + " < 0 ? " + literal(llvm::APInt::getSignedMinValue(bits)) + " : " +
               literal(llvm::APInt::getSignedMaxValue(bits)) + ")";
    }
};

std::string wrapped(const integers& x, const char* sign) {
    return "(" + wrap(x.bits, "(" + x.wide_a() + " " + sign + " " + x.wide_b() + ")") + ")";
}

std::string choose(const std::string& condition, const std::string& a, const std::string& b) {
    return "(" + condition + " ? " + a + " : " + b + ")";
}

std::string sign_bit(const integers& x, const std::string& text) {
    return "(((" + text + ") >> " + std::to_string(x.bits - 1) + " & 1u) != 0u)";
}

std::string multiply_overflows(emission& e, const integers& x, bool is_signed) {
    if (x.bits <= 32) {
        if (!is_signed) return "((u64)" + x.a() + " * (u64)" + x.b() + " > " + x.all_ones() + ")";
        const std::string product = "((i64)" + x.signed_a() + " * (i64)" + x.signed_b() + ")";
        return "(" + product + " != (i64)" + as_signed(x.bits, wrapped(x, "*")) + ")";
    }
    if (is_signed) {
        if (x.bits != 64) return {};
        return "(" + helper(e, "smulh", 64) + "((i64)" + x.a() + ", (i64)" + x.b() + ") != ((i64)" + wrapped(x, "*") +
               " >> 63))";
    }
    return "(" + helper(e, "umulh", 64) + "(" + x.a() + ", " + x.b() + ") != 0ul || " + x.a() + " * " + x.b() + " > " +
           x.all_ones() + ")";
}

/// Whether the operation of a with.overflow or saturating intrinsic overflows; empty where there is no form.
std::string overflows(emission& e, ID id, const integers& x) {
    switch (id) {
        case Intrinsic::uadd_with_overflow:
        case Intrinsic::uadd_sat:
            return "(" + wrapped(x, "+") + " < " + x.a() + ")";
        case Intrinsic::usub_with_overflow:
        case Intrinsic::usub_sat:
            return "(" + x.a() + " < " + x.b() + ")";
        case Intrinsic::sadd_with_overflow:
        case Intrinsic::sadd_sat:
            return sign_bit(x, "(" + x.a() + " ^ " + wrapped(x, "+") + ") & (" + x.b() + " ^ " + wrapped(x, "+") + ")");
        case Intrinsic::ssub_with_overflow:
        case Intrinsic::ssub_sat:
            return sign_bit(x, "(" + x.a() + " ^ " + x.b() + ") & (" + x.a() + " ^ " + wrapped(x, "-") + ")");
        case Intrinsic::umul_with_overflow:
            return multiply_overflows(e, x, false);
        case Intrinsic::smul_with_overflow:
            return multiply_overflows(e, x, true);
        default:
            return {};
    }
}

std::string result_of(ID id, const integers& x) {
    switch (id) {
        case Intrinsic::uadd_with_overflow:
        case Intrinsic::sadd_with_overflow:
        case Intrinsic::uadd_sat:
        case Intrinsic::sadd_sat:
            return wrapped(x, "+");
        case Intrinsic::usub_with_overflow:
        case Intrinsic::ssub_with_overflow:
        case Intrinsic::usub_sat:
        case Intrinsic::ssub_sat:
            return wrapped(x, "-");
        default:
            return wrapped(x, "*");
    }
}

/// Moves the low `bits` of a word to its top, for functions that work on whole words.
std::string at_top(const integers& x) {
    const unsigned gap = x.word() - x.bits;
    return gap ? "(" + x.wide_a() + " << " + std::to_string(gap) + ")" : x.a();
}

std::string count(emission& e, ID id, const integers& x) {
    const unsigned gap = x.word() - x.bits;
    if (id == Intrinsic::ctpop) return helper(e, "ctpop", x.word()) + "(" + x.a() + ")";
    if (id == Intrinsic::ctlz)
        return "(" + helper(e, "ctlz", x.word()) + "(" + x.a() + ") - " + std::to_string(gap) + "u)";
    const std::string guard = gap ? " | " + x.literal(llvm::APInt::getOneBitSet(x.word(), x.bits)) : "";
    return helper(e, "cttz", x.word()) + "(" + x.wide_a() + guard + ")";
}

std::string funnel(ID id, const integers& x) {
    const std::string bits = std::to_string(x.bits), by = "(" + x.text[2] + " % " + bits + "u)";
    const std::string back = "(" + bits + "u - " + by + ")";
    const bool left = id == Intrinsic::fshl;
    const std::string joined =
        "(" + x.wide_a() + " << " + (left ? by : back) + " | " + x.wide_b() + " >> " + (left ? back : by) + ")";
    return choose(by + " == 0u", left ? x.a() : x.b(), wrap(x.bits, joined));
}

std::string simple(emission& e, ID id, const integers& x) {
    switch (id) {
        case Intrinsic::smax:
            return choose(x.signed_a() + " > " + x.signed_b(), x.a(), x.b());
        case Intrinsic::smin:
            return choose(x.signed_a() + " < " + x.signed_b(), x.a(), x.b());
        case Intrinsic::umax:
            return choose(x.a() + " > " + x.b(), x.a(), x.b());
        case Intrinsic::umin:
            return choose(x.a() + " < " + x.b(), x.a(), x.b());
        case Intrinsic::abs:
            return choose(x.signed_a() + " < 0", wrap(x.bits, "(0u - " + x.wide_a() + ")"), x.a());
        case Intrinsic::ctpop:
        case Intrinsic::ctlz:
        case Intrinsic::cttz:
            return wrap(x.bits, count(e, id, x));
        case Intrinsic::bswap:
            return wrap(x.bits, helper(e, "bswap", x.word()) + "(" + at_top(x) + ")");
        case Intrinsic::bitreverse:
            return wrap(x.bits, helper(e, "bitreverse", x.word()) + "(" + at_top(x) + ")");
        case Intrinsic::fshl:
        case Intrinsic::fshr:
            return funnel(id, x);
        case Intrinsic::uadd_sat:
            return choose(overflows(e, id, x), x.all_ones(), result_of(id, x));
        case Intrinsic::usub_sat:
            return choose(overflows(e, id, x), "0u", result_of(id, x));
        case Intrinsic::sadd_sat:
        case Intrinsic::ssub_sat:
            return choose(overflows(e, id, x), x.signed_limit(), result_of(id, x));
        default:
            return {};
    }
}

std::string three_way(const llvm::IntrinsicInst& i, const integers& x) {
    const bool is_signed = i.getIntrinsicID() == Intrinsic::scmp;
    const std::string a = is_signed ? x.signed_a() : x.a(), b = is_signed ? x.signed_b() : x.b();
    return wrap(i.getType()->getScalarSizeInBits(), "((" + a + " > " + b + ") - (" + a + " < " + b + "))");
}

integers operands(emission& e, const llvm::IntrinsicInst& i, std::optional<unsigned> index) {
    integers x{i.getArgOperand(0)->getType()->getScalarSizeInBits(), {}};
    for (const llvm::Value* operand : i.args()) {
        x.text.push_back(index && operand->getType()->isVectorTy() ? lane(e, operand, *index) : value(e, operand));
    }
    return x;
}

std::string expression(emission& e, const llvm::IntrinsicInst& i, const integers& x) {
    const ID id = i.getIntrinsicID();
    return id == Intrinsic::scmp || id == Intrinsic::ucmp ? three_way(i, x) : simple(e, id, x);
}

}  // namespace

bool emit_integer_intrinsic(emission& e, const llvm::IntrinsicInst& i) {
    if (i.arg_empty() || !i.getArgOperand(0)->getType()->isIntOrIntVectorTy()) return false;
    if (llvm::isa<llvm::WithOverflowInst>(i) && !i.getArgOperand(0)->getType()->isVectorTy()) {
        const integers x = operands(e, i, std::nullopt);
        const std::string overflow = overflows(e, i.getIntrinsicID(), x);
        if (overflow.empty()) return false;
        e.line(value(e, &i) + ".f1 = " + overflow + ";");
        e.line(value(e, &i) + ".f0 = " + result_of(i.getIntrinsicID(), x) + ";");
        return true;
    }
    const bool is_vector = i.getType()->isVectorTy();
    for (unsigned k = 0; k < (is_vector ? member_count(i.getType()) : 1); ++k) {
        const std::string text = expression(e, i, operands(e, i, is_vector ? std::optional(k) : std::nullopt));
        if (text.empty()) return false;
        e.line(value(e, &i) + (is_vector ? ".f" + std::to_string(k) : "") + " = " + text + ";");
    }
    return true;
}

}  // namespace ndweave::compiler::c_source_detail
