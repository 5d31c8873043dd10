#include "arithmetic.hpp"

#include <algorithm>

namespace random_programs {

namespace {

bounds hull(std::initializer_list<wide> values) { return {std::min(values), std::max(values)}; }

wide magnitude(const bounds& of) { return std::max(of.high, -of.low); }

/// What `value` is as an operand of an operation in `t`.
bounds operand_range(const expression& value, type t) {
    return value.range.within(range_of(t)) ? value.range : range_of(t);
}

}  // namespace

std::string cast(type t, const std::string& text) {
    const bool clear = text[0] == '(' || (text[0] >= '0' && text[0] <= '9');
    return clear ? name_of(t, 1) + "(" + text + ")" : "static_cast<" + name_of(t) + ">(" + text + ")";
}

expression random_arithmetic::constant(wide value, type t) {
    static constexpr const char* suffix[] = {"", "u", "ll", "ull"};
    const std::string digits = std::to_string(static_cast<long long>(value));
    const bool brackets = value < 0;
    std::string text = (brackets ? "(" + digits : digits) + suffix[(bits_of(t) == 64) * 2 + !is_signed(t)];
    if (brackets) text += ")";
    if (bits_of(t) < 32) text = name_of(t, 1) + "(" + digits + ")";
    return {text, t, {value, value}};
}

expression random_arithmetic::converted(const expression& e, type t) {
    if (e.of == t) return e;
    return {cast(t, e.text), t, e.range.within(range_of(t)) ? e.range : range_of(t)};
}

expression random_arithmetic::reduced(const expression& e, wide end) {
    if (e.range.low >= 0 && e.range.high < end && !is_real(e.of)) return e;
    const wide mask = end - 1;
    if ((end & mask) == 0 && chance(70)) return bitwise(e, '&', constant(mask, type::i32));
    if (e.range.low >= 0 && chance(50)) return quotient_of(e, '%', constant(end, type::i32));
    const expression unsigned_one = is_signed(promoted(e.of)) ? converted(e, without_sign(promoted(e.of))) : e;
    const std::string divisor = std::to_string(static_cast<long long>(end)) + (is_signed(e.of) ? "u" : "");
    return {"(" + unsigned_one.text + " % " + divisor + ")", promoted(unsigned_one.of), {0, end - 1}};
}

expression random_arithmetic::sum(const expression& a, char op, const expression& b) {
    const type t = common(a.of, b.of);
    const bounds x = operand_range(a, t), y = operand_range(b, t);
    bounds all{};
    if (op == '+') all = {x.low + y.low, x.high + y.high};
    if (op == '-') all = {x.low - y.high, x.high - y.low};
    if (op == '*') {
        // Products of two 64-bit numbers without sign are beyond what `wide` holds.
        if (magnitude(x) > (wide{1} << 62) || magnitude(y) > (wide{1} << 62))
            all = {-1, wide{1} << 100};
        else
            all = hull({x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
    }
    const std::string middle = std::string(" ") + op + " ";
    if (all.within(range_of(t))) return {"(" + a.text + middle + b.text + ")", t, all};
    if (!is_signed(t)) return {"(" + a.text + middle + b.text + ")", t, range_of(t)};
    const type u = without_sign(t);
    return {cast(t, "(" + cast(u, a.text) + middle + cast(u, b.text) + ")"), t, range_of(t)};
}

expression random_arithmetic::bitwise(const expression& a, char op, const expression& b) {
    const type t = common(a.of, b.of);
    const bounds x = operand_range(a, t), y = operand_range(b, t);
    bounds all = range_of(t);
    if (op == '&' && y.low >= 0) all = {0, y.high};
    if (op == '&' && x.low >= 0) all = {0, std::min(x.high, all.low >= 0 ? all.high : x.high)};
    if (op != '&' && x.low >= 0 && y.low >= 0) {
        wide end = 1;
        while (end <= std::max(x.high, y.high)) end *= 2;
        all = {0, end - 1};
    }
    return {"(" + a.text + " " + op + " " + b.text + ")", t, all};
}

expression random_arithmetic::shift(const expression& a, const expression& by) {
    const type t = promoted(a.of);
    const expression bits = reduced(by, bits_of(t));
    if (chance(50)) return {"(" + a.text + " << " + bits.text + ")", t, range_of(t)};
    return {
        "(" + a.text + " >> " + bits.text + ")", t, {std::min<wide>(a.range.low, 0), std::max<wide>(a.range.high, 0)}};
}

/// The divisor is positive.
expression random_arithmetic::quotient_of(const expression& a, char op, const expression& divisor) {
    const type t = common(a.of, divisor.of);
    const bounds x = operand_range(a, t);
    const std::string text = "(" + a.text + " " + op + " " + divisor.text + ")";
    if (op == '/') return {text, t, {std::min<wide>(x.low, 0), std::max<wide>(x.high, 0)}};
    const wide most = divisor.range.high - 1;
    return {text, t, {x.low < 0 ? -most : 0, x.high > 0 ? most : 0}};
}

expression random_arithmetic::quotient(const expression& a, const expression& by) {
    const expression divisor = by.range.low > 0 ? by : sum(reduced(by, 16), '+', constant(1, type::i32));
    return quotient_of(a, "/%"[pick(2)], divisor);
}

expression random_arithmetic::unary(const expression& a) {
    if (chance(50)) return sum(constant(0, type::i32), '-', a);
    return {"(~" + a.text + ")", promoted(a.of), range_of(promoted(a.of))};
}

expression random_arithmetic::chosen(const std::string& condition, const expression& a, const expression& b) {
    const type t = a.of == b.of ? a.of : common(a.of, b.of);
    const bounds x = operand_range(a, t), y = operand_range(b, t);
    return {
        "(" + condition + " ? " + a.text + " : " + b.text + ")", t, {std::min(x.low, y.low), std::max(x.high, y.high)}};
}

expression random_arithmetic::library_call(const expression& a, const expression& b) {
    const type t = common(a.of, b.of);
    if (chance(60)) {
        const bounds x = operand_range(a, t), y = operand_range(b, t);
        return {(chance(50) ? "std::min<" : "std::max<") + name_of(t) + ">(" + a.text + ", " + b.text + ")",
                t,
                {std::min(x.low, y.low), std::max(x.high, y.high)}};
    }
    const type u = without_sign(promoted(a.of));
    const std::string argument = "(" + cast(u, a.text);
    if (chance(40))
        return {"std::rotl" + argument + ", " + converted(reduced(b, 32), type::i32).text + ")", u, range_of(u)};
    static constexpr const char* counts[] = {"std::popcount", "std::countl_zero", "std::countr_zero"};
    return {counts[pick(3)] + argument + ")", type::i32, {0, 64}};
}

expression random_arithmetic::real_of(const expression& integer, type t) {
    const expression small = magnitude(integer.range) <= exact_limit ? integer : reduced(integer, 32);
    return {cast(t, small.text), t, small.range};
}

expression random_arithmetic::cut(const expression& real) {
    if (magnitude(real.range) <= real_limit && real.fraction <= 2) return real;
    return {cast(real.of, "(" + cast(type::i32, real.text) + " % 32)"), real.of, {-31, 31}};
}

expression random_arithmetic::real_operation(const expression& a, const expression& b) {
    const type t = a.of == type::f64 || b.of == type::f64 ? type::f64 : type::f32;
    const expression x = cut(a), y = cut(b);
    const wide m = magnitude(x.range), n = magnitude(y.range);
    switch (pick(6)) {
        case 0:
            return {"(" + x.text + " * " + y.text + ")", t, {-m * n, m * n}, x.fraction + y.fraction};
        case 1: {  // a product and a sum, which may be contracted to one operation
            const std::string text = "(" + x.text + " * " + y.text + (chance(50) ? " + " : " - ") + x.text + ")";
            return {text, t, {-m * n - m, m * n + m}, x.fraction + y.fraction};
        }
        case 2:
            return {"(" + x.text + " < " + y.text + " ? " + x.text + " : " + y.text + ")",
                    t,
                    {-std::max(m, n), std::max(m, n)},
                    std::max(x.fraction, y.fraction)};
        case 3:
            return {"(" + x.text + " * " + name_of(t) + "(0.5))", t, {-m, m}, x.fraction + 1};
        default:
            return {"(" + x.text + (chance(50) ? " + " : " - ") + y.text + ")",
                    t,
                    {-m - n, m + n},
                    std::max(x.fraction, y.fraction)};
    }
}

}  // namespace random_programs
