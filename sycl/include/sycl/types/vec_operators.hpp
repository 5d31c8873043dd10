/// The operators of vec and its swizzles (SYCL 2020, 4.14.2.5): of two of a length, or of one and a number.
#pragma once

#include "sycl/types/vec.hpp"

namespace sycl {

namespace detail {

template <class A, class B>
concept same_vec = vec_like<A> && vec_like<B> && vec_traits<A>::lanes == vec_traits<B>::lanes &&
                   std::is_same_v<typename vec_traits<A>::element, typename vec_traits<B>::element>;

/// A number beside a vec of `T`.
template <class S, class T>
concept number_beside = !vec_like<S> && std::is_convertible_v<const S&, T>;
template <class V, class S>
concept vec_and_number = vec_like<V> && number_beside<S, typename vec_traits<V>::element>;

template <class V>
using element_of_vec = typename vec_traits<V>::element;
/// What relations give: -1 or 0 as wide as the elements.
template <class V>
using truth_of_vec = signed_of<element_of_vec<V>>;

template <class R, class V, class F>
constexpr auto each_lane(const F& f) {
    return vec_of<R, vec_traits<V>::lanes>([&](int k) { return static_cast<R>(f(k)); });
}

}  // namespace detail

#define NDWEAVE_DETAIL_VEC_BINARY(op, result, condition, value)                                     \
    template <class A, class B>                                                                     \
    requires(detail::same_vec<A, B> && condition<detail::element_of_vec<A>>)                        \
    constexpr auto operator op(const A& a, const B& b) {                                            \
        return detail::each_lane<detail::result<A>, A>([&](int k) { return value(a[k] op b[k]); }); \
    }                                                                                               \
    template <detail::vec_like A, class B>                                                          \
    requires(detail::vec_and_number<A, B> && condition<detail::element_of_vec<A>>)                  \
    constexpr auto operator op(const A& a, const B& b) {                                            \
        const auto y = detail::converted<detail::element_of_vec<A>>(b);                             \
        return detail::each_lane<detail::result<A>, A>([&](int k) { return value(a[k] op y); });    \
    }                                                                                               \
    template <class A, detail::vec_like B>                                                          \
    requires(detail::vec_and_number<B, A> && condition<detail::element_of_vec<B>>)                  \
    constexpr auto operator op(const A& a, const B& b) {                                            \
        const auto x = detail::converted<detail::element_of_vec<B>>(a);                             \
        return detail::each_lane<detail::result<B>, B>([&](int k) { return value(x op b[k]); });    \
    }

namespace detail {
template <class T>
inline constexpr bool of_any = true;
template <class T>
inline constexpr bool of_numbers = !std::is_same_v<T, bool>;
template <class T>
inline constexpr bool of_integers = std::is_integral_v<T>;
}  // namespace detail

#define NDWEAVE_DETAIL_ITSELF(x) (x)
#define NDWEAVE_DETAIL_TRUTH(x) ((x) ? -1 : 0)
NDWEAVE_DETAIL_VEC_BINARY(+, element_of_vec, detail::of_numbers, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(-, element_of_vec, detail::of_numbers, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(*, element_of_vec, detail::of_numbers, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(/, element_of_vec, detail::of_numbers, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(%, element_of_vec, detail::of_integers, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(&, element_of_vec, detail::of_integers, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(|, element_of_vec, detail::of_integers, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(^, element_of_vec, detail::of_integers, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(<<, element_of_vec, detail::of_integers, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(>>, element_of_vec, detail::of_integers, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(&&, truth_of_vec, detail::of_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(||, truth_of_vec, detail::of_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(==, truth_of_vec, detail::of_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(!=, truth_of_vec, detail::of_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(<, truth_of_vec, detail::of_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(>, truth_of_vec, detail::of_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(<=, truth_of_vec, detail::of_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(>=, truth_of_vec, detail::of_any, NDWEAVE_DETAIL_TRUTH)
#undef NDWEAVE_DETAIL_VEC_BINARY
#undef NDWEAVE_DETAIL_ITSELF
#undef NDWEAVE_DETAIL_TRUTH

template <detail::vec_like A>
constexpr auto operator+(const A& a) {
    return detail::each_lane<detail::element_of_vec<A>, A>([&](int k) { return a[k]; });
}
template <detail::vec_like A>
constexpr auto operator-(const A& a) {
    return detail::each_lane<detail::element_of_vec<A>, A>([&](int k) { return -a[k]; });
}
template <detail::vec_like A>
requires std::is_integral_v<detail::element_of_vec<A>> constexpr auto operator~(const A& a) {
    return detail::each_lane<detail::element_of_vec<A>, A>([&](int k) { return ~a[k]; });
}
template <detail::vec_like A>
constexpr auto operator!(const A& a) {
    return detail::each_lane<detail::truth_of_vec<A>, A>([&](int k) { return a[k] == 0 ? -1 : 0; });
}

}  // namespace sycl
