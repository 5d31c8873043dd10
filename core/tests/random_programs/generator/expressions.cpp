#include "expressions.hpp"

#include <algorithm>
#include <array>

namespace random_programs {

expression random_expressions::any_constant() {
    static constexpr long long values[] = {0, 1, 2, 3, 5, 7, 8, 12, 31, 100, 127, 255, 1000, 32767, 65537, 2147483647};
    const type t = chance(50) ? type::i32 : any_integer();
    const wide value = values[pick(chance(70) ? 8 : std::size(values))];
    const wide sign = is_signed(t) && chance(20) ? -1 : 1;
    return constant(range_of(t).contains(value) ? sign * value : 1, t);
}

expression random_expressions::leaf(bool uniform, bool reals, unsigned depth) {
    const auto fits = [&](const auto& one, bool same) { return is_real(one.of) == reals && (same || !uniform); };
    std::vector<const variable*> variables;
    for (const variable& v : variables_) {
        if (fits(v, v.uniform)) variables.push_back(&v);
    }
    std::vector<const array*> arrays;
    for (const array& a : arrays_) {
        if (fits(a, a.shared)) arrays.push_back(&a);
    }
    const unsigned dice = pick(100);
    if (depth > 0 && dice < 25 && !arrays.empty()) {
        const array& from = *any(arrays);
        return {element(from, uniform), from.of, from.range, reals ? 2u : 0u};
    }
    if (dice < 88 && !variables.empty()) return as_expression(*any(variables));
    if (!reals) return any_constant();
    static constexpr const char* literals[] = {"0.25", "0.5", "1.0", "1.5", "3.0", "-2.0", "-0.75", "10.0"};
    const type t = any_real();
    return {name_of(t) + "(" + literals[pick(std::size(literals))] + ")", t, {-10, 10}, 2};
}

expression random_expressions::call(const function& f, unsigned depth) {
    std::string text = f.name + "(" + f.table;
    for (std::size_t p = 0; p < f.parameters.size(); ++p) {
        text += (p || !f.table.empty() ? ", " : "") + value(f.parameters[p], depth).text;
    }
    return {text + ")", f.result, range_of(f.result), is_real(f.result) ? 2u : 0u};
}

expression random_expressions::integer(unsigned depth, bool uniform) {
    if (depth == 0) return leaf(uniform, false, 0);
    const auto sub = [&] { return integer(pick(depth + 1) == 0 ? 0 : depth - 1, uniform); };
    switch (pick(18)) {
        case 0:
        case 1:
        case 2:
            return sum(sub(), '+', sub());
        case 3:
        case 4:
            return sum(sub(), '-', sub());
        case 5:
        case 6:
            return sum(sub(), '*', sub());
        case 7:
        case 8:
            return bitwise(sub(), "&|^"[pick(3)], sub());
        case 9:
            return shift(sub(), sub());
        case 10:
            return quotient(sub(), sub());
        case 11:
            return unary(sub());
        case 12:
            return chosen(condition(depth - 1, uniform), sub(), sub());
        case 13:
            return converted(sub(), any_integer());
        case 14:
            return library_call(sub(), sub());
        case 15: {
            const expression of = real(any_real(), depth - 1, uniform);
            return {cast(type::i32, of.text), type::i32, {of.range.low, of.range.high}};
        }
        case 16:
            if (!uniform && !functions_.empty()) {
                const expression result = call(any(functions_), depth - 1);
                return is_real(result.of) ? expression{cast(type::i32, result.text), type::i32, result.range} : result;
            }
            [[fallthrough]];
        default:
            return leaf(uniform, false, depth);
    }
}

expression random_expressions::real(type t, unsigned depth, bool uniform) {
    expression made;
    if (depth == 0)
        made = leaf(uniform, true, 0);
    else if (chance(25))
        made = real_of(integer(depth - 1, uniform), t);
    else if (chance(60))
        made = real_operation(real(t, depth - 1, uniform), real(t, depth - 1, uniform));
    else
        made = leaf(uniform, true, depth);
    if (made.of == t) return made;
    return {cast(t, made.text), t, made.range, made.fraction};
}

expression random_expressions::value(type t, unsigned depth, bool uniform) {
    if (!is_real(t)) return converted(integer(depth, uniform), t);
    const expression made = real(t, depth, uniform);
    if (made.range.within(range_of(t)) && made.fraction <= 2) return made;
    return {cast(t, "(" + cast(type::i32, made.text) + " % 32)"), t, {-31, 31}};
}

std::string random_expressions::condition(unsigned depth, bool uniform) {
    const auto compared = [&](const std::string& a, const std::string& b) {
        static constexpr const char* operators[] = {" < ", " == ", " != ", " > ", " <= ", " >= "};
        return "(" + a + operators[pick(6)] + b + ")";
    };
    switch (pick(8)) {
        case 0:
            if (depth > 0) return compared(integer(depth - 1, uniform).text, integer(depth - 1, uniform).text);
            [[fallthrough]];
        case 1:
            return compared(real(type::f32, depth, uniform).text, leaf(uniform, true, 0).text);
        case 2:
            if (depth > 0)
                return "(" + condition(depth - 1, uniform) + (chance(50) ? " && " : " || ") +
                       condition(depth - 1, uniform) + ")";
            [[fallthrough]];
        case 3:
            if (depth > 0) return "(!" + condition(depth - 1, uniform) + ")";
            [[fallthrough]];
        case 4:
            if (!uniform) return condition_of_ids();
            [[fallthrough]];
        default: {  // true now and then
            const wide end = 2 + pick(6);
            return compared(reduced(integer(depth, uniform), end).text, std::to_string(pick(end)));
        }
    }
}

std::string random_expressions::condition_of_ids() {
    std::vector<const variable*> ids;
    for (const variable& v : variables_) {
        if (!v.uniform && !v.assignable && !is_real(v.of)) ids.push_back(&v);
    }
    if (ids.empty()) return "(" + reduced(integer(1), 4).text + " == 1)";
    const variable& id = *any(ids);
    const auto bound = pick(static_cast<std::size_t>(std::min<wide>(id.range.high, 300)) + 2);
    if (chance(30)) return "(" + id.text + " % 5 == " + std::to_string(pick(5)) + ")";
    return "(" + id.text + (chance(70) ? " < " : " >= ") +
           constant(bound, is_signed(id.of) ? type::i32 : type::u32).text + ")";
}

std::string random_expressions::uniform_quotient(std::size_t end) {
    const expression divided = quotient(integer(1, true), integer(0, true));
    return reduced(divided, static_cast<wide>(end)).text;
}

std::string random_expressions::index(std::size_t end, bool uniform) {
    const wide all = static_cast<wide>(end);
    const bounds legal{0, all - 1};
    std::vector<const variable*> counters;  // ids and counters of loops
    for (const variable& v : variables_) {
        if (!v.assignable && !is_real(v.of) && (v.uniform || !uniform) && v.range.low >= 0) counters.push_back(&v);
    }
    if (counters.empty() || chance(20)) return reduced(integer(1, uniform), all).text;
    if (chance(8)) return uniform_quotient(end);
    expression at = as_expression(*any(counters));
    if (chance(20)) at = converted(at, any_index_type());
    switch (pick(6)) {
        case 0:
            at = sum(at, "+-"[pick(2)], constant(pick(9), type::i32));
            break;
        case 1:
            at = sum(sum(at, '*', constant(1 + pick(4), type::i32)), '+', as_expression(*any(counters)));
            break;
        case 2:
            at = sum(constant(all - 1, type::i32), '-', at);
            break;
        case 3:
            at = sum(at, '+', reduced(integer(1, uniform), 8));
            break;
        default:
            break;
    }
    return at.range.within(legal) ? at.text : reduced(at, all).text;
}

std::string random_expressions::element(const array& of, bool uniform) {
    std::string text = of.name;
    for (const std::size_t extent : of.extents) text += "[" + index(extent, uniform) + "]";
    return text + of.member;
}

}  // namespace random_programs
