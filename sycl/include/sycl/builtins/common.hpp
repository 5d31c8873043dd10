/// SYCL 2020's common functions (4.17.7), and max, min and clamp of whole numbers (4.17.6).
#pragma once

#include "sycl/builtins/integer.hpp"
#include "sycl/builtins/math.hpp"

namespace sycl {

namespace detail {

/// Numbers of different types become one, as those of operators do, but for half beside whole numbers alone: SYCL's
/// functions are ambiguous for them, and programs have functions of their own of these names.
template <class... A>
concept mixable = same_lanes<A...> && (!(... || is_half<plain<A>>) || !(... || std::is_integral_v<plain<A>>) ||
                                       (... || !(is_half<plain<A>> || std::is_integral_v<plain<A>>)));

}  // namespace detail

template <detail::argument A, detail::argument B>
requires detail::mixable<A, B> constexpr auto max(A x, B y) {
    return detail::map_number_in_pairs([](auto a, auto b) { return detail::scalar::larger(a, b); }, x, y);
}
template <detail::argument A, detail::argument B>
requires detail::mixable<A, B> constexpr auto min(A x, B y) {
    return detail::map_number_in_pairs([](auto a, auto b) { return detail::scalar::smaller(a, b); }, x, y);
}
/// x, or the limit beyond which it is.
template <detail::argument A, detail::argument B, detail::argument C>
requires detail::mixable<A, B, C> constexpr auto clamp(A x, B low, C high) {
    return detail::map_number_in_pairs(
        [](auto a, auto l, auto h) { return detail::scalar::smaller(detail::scalar::larger(a, l), h); }, x, low, high);
}
/// |x| of real numbers: fabs.
template <detail::real_argument A>
requires(!detail::integer_argument<A>) auto abs(A x) {
    return fabs(x);
}

template <detail::real_argument A>
auto degrees(A radians) {
    return detail::map_real([](auto a) { return a * static_cast<decltype(a)>(57.295779513082320877); }, radians);
}
template <detail::real_argument A>
auto radians(A degrees) {
    return detail::map_real([](auto a) { return a * static_cast<decltype(a)>(0.017453292519943295769); }, degrees);
}
/// x + (y - x) · a.
template <detail::real_argument A, detail::real_argument B, detail::real_argument C>
requires detail::same_lanes<A, B, C> auto mix(A x, B y, C a) {
    return detail::map_real([](auto from, auto to, auto part) { return from + (to - from) * part; }, x, y, a);
}
/// 0 below the edge, else 1.
template <detail::real_argument A, detail::real_argument B>
requires detail::same_lanes<A, B> auto step(A edge, B x) {
    return detail::map_real([](auto e, auto a) { return static_cast<decltype(a)>(a < e ? 0 : 1); }, edge, x);
}
/// Of one edge for all elements, whose type may be given.
template <detail::real_argument B, detail::real_argument A, class... None>
requires(detail::has_elements<B> && !detail::has_elements<A> && sizeof...(None) == 0) auto step(A edge, B x, None...) {
    return step(edge, x);
}
/// From 0 at `edge0` to 1 at `edge1`, smoothly. SYCL says by which operations, of the type of the arguments: half, too.
template <detail::real_argument A, detail::real_argument B, detail::real_argument C>
requires detail::same_lanes<A, B, C> auto smoothstep(A edge0, B edge1, C x) {
    return detail::map_real_itself(
        [](auto e0, auto e1, auto a) {
            using real = decltype(a);
            const real t = (a - e0) / (e1 - e0), part = t < real(0) ? real(0) : real(1) < t ? real(1) : t;
            return part * part * (real(3) - real(2) * part);
        },
        edge0, edge1, x);
}
template <detail::real_argument C, detail::real_argument A, detail::real_argument B, class... None>
requires(detail::has_elements<C> && !detail::has_elements<A> && !detail::has_elements<B> && sizeof...(None) == 0)
auto smoothstep(A edge0, B edge1, C x, None...) {
    return smoothstep(edge0, edge1, x);
}
/// 1, -1, a zero with its sign, and 0 of NaN.
template <detail::real_argument A>
auto sign(A x) {
    return detail::map_real(
        [](auto a) {
            using real = decltype(a);
            return a > real(0) ? real(1) : a < real(0) ? real(-1) : a == real(0) ? a : real(0);
        },
        x);
}

}  // namespace sycl
