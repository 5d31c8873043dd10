/// SYCL 2020's geometric functions (4.17.8): of numbers, vec, swizzles and marray of up to 4 elements. Those of half
/// are computed in float.
#pragma once

#include "sycl/builtins/native.hpp"

namespace sycl {

namespace detail {

template <class... A>
concept geometric = (... && real_argument<A>) && same_lanes<A...> &&
                    (... && (shape_of<plain<A>>::lanes <= 4 && (has_elements<A> || !std::is_integral_v<A>)));

/// In which type, and at the end to which type, sums of `A` are computed.
template <class... A>
using sum_of = computed_in<real_element<A...>>;

template <class F, class A, class... Rest>
auto sum_of_lanes(const F& f, const A& a, const Rest&... rest) {
    using E = sum_of<A, Rest...>;
    if constexpr (!has_elements<A>) {
        return f(static_cast<E>(a), static_cast<E>(rest)...);
    } else {
        return [&]<std::size_t... K>(std::index_sequence<K...>) {
            const auto lane = [&](std::size_t k) { return f(element_at<E>(a, k), element_at<E>(rest, k)...); };
            return (... + lane(K));
        }(std::make_index_sequence<shape_of<A>::lanes>());
    }
}

template <class A>
auto square_of(const A& a) {
    return sum_of_lanes([](auto x) { return x * x; }, plain_value(a));
}
template <class A, class B>
auto square_between(const A& a, const B& b) {
    return sum_of_lanes([](auto x, auto y) { return (x - y) * (x - y); }, plain_value(a), plain_value(b));
}
template <class A, class E>
auto scaled(const A& a, E factor) {
    return map_lanes<E>([&](E x) { return static_cast<real_element<A>>(x * factor); }, plain_value(a));
}

}  // namespace detail

template <detail::geometric A, detail::geometric B>
requires detail::geometric<A, B> auto dot(A a, B b) {
    const auto sum =
        detail::sum_of_lanes([](auto x, auto y) { return x * y; }, detail::plain_value(a), detail::plain_value(b));
    return static_cast<detail::real_element<A, B>>(sum);
}
/// Of 3 elements, or of 4, whose last is then 0.
template <detail::geometric A, detail::geometric B>
requires(detail::geometric<A, B> && detail::shape_of<detail::plain<A>>::lanes >= 3) auto cross(A a, B b) {
    using E = detail::sum_of<A, B>;
    using result = detail::plain<A>;
    const auto p = detail::plain_value(a), q = detail::plain_value(b);
    const auto minor = [&](std::size_t i, std::size_t k) {
        const E x = detail::element_at<E>(p, i) * detail::element_at<E>(q, k) -
                    detail::element_at<E>(p, k) * detail::element_at<E>(q, i);
        return static_cast<detail::element_of<A>>(x);
    };
    result made;
    made[0] = minor(1, 2);
    made[1] = minor(2, 0);
    made[2] = minor(0, 1);
    if constexpr (detail::shape_of<result>::lanes == 4) made[3] = static_cast<detail::element_of<A>>(0);
    return made;
}

template <detail::geometric A>
auto length(A a) {
    return static_cast<detail::real_element<A>>(detail::scalar::sqrt(detail::square_of(a)));
}
template <detail::geometric A, detail::geometric B>
requires detail::geometric<A, B> auto distance(A a, B b) {
    return static_cast<detail::real_element<A, B>>(detail::scalar::sqrt(detail::square_between(a, b)));
}
/// A vector of no length stays as it is.
template <detail::geometric A>
auto normalize(A a) {
    const auto square = detail::square_of(a);
    return detail::scaled(a, square == 0 ? decltype(square)(1) : detail::scalar::rsqrt(square));
}

template <detail::geometric A>
auto fast_length(A a) {
    return static_cast<detail::real_element<A>>(detail::fast::sqrt(detail::square_of(a)));
}
template <detail::geometric A, detail::geometric B>
requires detail::geometric<A, B> auto fast_distance(A a, B b) {
    return static_cast<detail::real_element<A, B>>(detail::fast::sqrt(detail::square_between(a, b)));
}
template <detail::geometric A>
auto fast_normalize(A a) {
    const auto square = detail::square_of(a);
    return detail::scaled(a, square == 0 ? decltype(square)(1) : detail::fast::rsqrt(square));
}

}  // namespace sycl
