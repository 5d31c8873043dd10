/// SYCL 2020's relational functions (4.17.9). Of numbers they give bool, of vec and swizzles integers as wide as the
/// elements, -1 where it is so, and of marray bool in each element.
#pragma once

#include "sycl/builtins/detail/float_bits.hpp"

namespace sycl {

namespace detail {

template <class F, class... A>
auto map_relation(const F& f, const A&... a) {
    using E = real_element<A...>;
    using first = typename first_with_elements<A...>::type;
    return map_lanes<std::conditional_t<true, E, A>...>(
        [&](auto... x) {
            if constexpr (shape_of<first>::is_vec) {
                return static_cast<signed_of<E>>(-static_cast<int>(f(x...)));
            } else {
                return static_cast<bool>(f(x...));
            }
        },
        plain_value(a)...);
}

/// Whether an element, all that there is to a number, counts as true.
template <class E>
constexpr bool is_true(E x) {
    if constexpr (std::is_same_v<E, bool>) {
        return x;
    } else {
        return static_cast<signed_of<E>>(x) < 0;
    }
}

}  // namespace detail

#define NDWEAVE_DETAIL_RELATION_1(name, relation)                          \
    template <detail::real_argument A>                                     \
    auto name(A x) {                                                       \
        return detail::map_relation([](auto a) { return (relation); }, x); \
    }
#define NDWEAVE_DETAIL_RELATION_2(name, relation)                                     \
    template <detail::real_argument A, detail::real_argument B>                       \
    requires detail::same_lanes<A, B> auto name(A x, B y) {                           \
        return detail::map_relation([](auto a, auto b) { return (relation); }, x, y); \
    }
NDWEAVE_DETAIL_RELATION_1(isfinite, detail::scalar::is_finite(a))
NDWEAVE_DETAIL_RELATION_1(isinf, detail::scalar::is_infinite(a))
NDWEAVE_DETAIL_RELATION_1(isnan, detail::scalar::is_nan(a))
NDWEAVE_DETAIL_RELATION_1(isnormal, detail::scalar::is_normal(a))
NDWEAVE_DETAIL_RELATION_1(signbit, detail::scalar::is_negative(a))
NDWEAVE_DETAIL_RELATION_2(isequal, a == b)
NDWEAVE_DETAIL_RELATION_2(isnotequal, a != b)
NDWEAVE_DETAIL_RELATION_2(isgreater, a > b)
NDWEAVE_DETAIL_RELATION_2(isgreaterequal, a >= b)
NDWEAVE_DETAIL_RELATION_2(isless, a < b)
NDWEAVE_DETAIL_RELATION_2(islessequal, a <= b)
NDWEAVE_DETAIL_RELATION_2(islessgreater, a<b || a> b)
NDWEAVE_DETAIL_RELATION_2(isordered, !(detail::scalar::is_nan(a) || detail::scalar::is_nan(b)))
NDWEAVE_DETAIL_RELATION_2(isunordered, detail::scalar::is_nan(a) || detail::scalar::is_nan(b))
#undef NDWEAVE_DETAIL_RELATION_1
#undef NDWEAVE_DETAIL_RELATION_2

/// Whether an element's most significant bit is set, or an element is true: of a vec 1 or 0.
template <detail::integer_argument A>
constexpr auto any(A x) {
    if constexpr (!detail::has_elements<A>) {
        return detail::is_true(x);
    } else {
        bool found = false;
        for (std::size_t k = 0; k < detail::shape_of<detail::plain<A>>::lanes; ++k)
            found |= detail::is_true(detail::element_at<detail::element_of<A>>(detail::plain_value(x), k));
        return static_cast<std::conditional_t<detail::shape_of<detail::plain<A>>::is_vec, int, bool>>(found);
    }
}
template <detail::integer_argument A>
constexpr auto all(A x) {
    if constexpr (!detail::has_elements<A>) {
        return detail::is_true(x);
    } else {
        bool found = true;
        for (std::size_t k = 0; k < detail::shape_of<detail::plain<A>>::lanes; ++k)
            found &= detail::is_true(detail::element_at<detail::element_of<A>>(detail::plain_value(x), k));
        return static_cast<std::conditional_t<detail::shape_of<detail::plain<A>>::is_vec, int, bool>>(found);
    }
}

/// The bits of b where c has ones, else those of a.
template <detail::argument A, detail::argument B, detail::argument C>
requires detail::same_lanes<A, B, C> constexpr auto bitselect(A a, B b, C c) {
    return detail::map_number(
        [](auto x, auto y, auto mask) {
            using E = decltype(x);
            using bits = detail::unsigned_of<E>;
            const bits m = __builtin_bit_cast(bits, mask);
            return __builtin_bit_cast(E, static_cast<bits>((__builtin_bit_cast(bits, x) & static_cast<bits>(~m)) |
                                                           (__builtin_bit_cast(bits, y) & m)));
        },
        a, b, c);
}

/// b where c holds, else a. A number c holds if it is not 0, an element of a vec if its most significant bit is set.
template <detail::argument A, detail::argument B, detail::integer_argument C>
requires(detail::same_lanes<A, B> && (!detail::has_elements<C> || detail::same_lanes<A, C>))
constexpr auto select(A a, B b, C c) {
    using E = detail::number_element<A, B>;
    if constexpr (detail::has_elements<C>) {
        return detail::map_lanes<E, E, detail::element_of<C>>(
            [](E x, E y, auto condition) { return detail::is_true(condition) ? y : x; }, detail::plain_value(a),
            detail::plain_value(b), detail::plain_value(c));
    } else {
        const bool second = c != 0;
        return detail::map_lanes<E, E>([&](E x, E y) { return second ? y : x; }, detail::plain_value(a),
                                       detail::plain_value(b));
    }
}

}  // namespace sycl
