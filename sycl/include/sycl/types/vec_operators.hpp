/// The operators of vec and its swizzles (SYCL 2020, 4.14.2.5): of two of a length, or of one and a number.
#pragma once

#include "sycl/types/detail/half_lanes.hpp"
#include "sycl/types/vec.hpp"

namespace sycl {

namespace detail {

template <class V, class S>
concept vec_and_number = vec_like<V> && number_beside<S, typename vec_traits<V>::element, vec_traits<V>::lanes>;

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

/// Returns `computed`, made of half_lanes<n>, where a GPU computes results that are half in pairs.
#if defined(__clang__)
#define NDWEAVE_DETAIL_HALF_LANES(V, result, computed)                                                        \
    if constexpr (constexpr int n = detail::vec_traits<V>::lanes;                                             \
                  detail::has_half_lanes<detail::result<V>, detail::element_of_vec<V>, n>) {                  \
        if (!__builtin_is_constant_evaluated() && detail::on_gpu()) return detail::vec_of_lanes<n>(computed); \
    }
#else
#define NDWEAVE_DETAIL_HALF_LANES(V, result, computed)
#endif
#define NDWEAVE_DETAIL_VEC_BINARY(op, result, condition, value)                                          \
    template <class A, class B>                                                                          \
    requires(detail::same_vec<A, B> && condition<detail::element_of_vec<A>>)                             \
    constexpr auto operator op(const A& a, const B& b) {                                                 \
        NDWEAVE_DETAIL_HALF_LANES(A, result, detail::half_lanes_of<n>(a) op detail::half_lanes_of<n>(b)) \
        const detail::elements_of<A> x(a);                                                               \
        const detail::elements_of<B> y(b);                                                               \
        return detail::each_lane<detail::result<A>, A>([&](int k) { return value(x[k] op y[k]); });      \
    }                                                                                                    \
    template <detail::vec_like A, class B>                                                               \
    requires(detail::vec_and_number<A, B> && condition<detail::element_of_vec<A>>)                       \
    constexpr auto operator op(const A& a, const B& b) {                                                 \
        NDWEAVE_DETAIL_HALF_LANES(A, result, detail::half_lanes_of<n>(a) op detail::half_lanes_of<n>(b)) \
        const detail::elements_of<A> x(a);                                                               \
        const auto y = detail::converted<detail::element_of_vec<A>>(b);                                  \
        return detail::each_lane<detail::result<A>, A>([&](int k) { return value(x[k] op y); });         \
    }                                                                                                    \
    template <class A, detail::vec_like B>                                                               \
    requires(detail::vec_and_number<B, A> && condition<detail::element_of_vec<B>>)                       \
    constexpr auto operator op(const A& a, const B& b) {                                                 \
        NDWEAVE_DETAIL_HALF_LANES(B, result, detail::half_lanes_of<n>(a) op detail::half_lanes_of<n>(b)) \
        const auto x = detail::converted<detail::element_of_vec<B>>(a);                                  \
        const detail::elements_of<B> y(b);                                                               \
        return detail::each_lane<detail::result<B>, B>([&](int k) { return value(x op y[k]); });         \
    }

namespace detail {
template <class T>
inline constexpr bool is_any = true;
template <class T>
inline constexpr bool has_bits = std::is_integral_v<T> || std::is_same_v<T, std::byte>;
template <class T>
inline constexpr bool is_whole = std::is_integral_v<T>;
}  // namespace detail

#define NDWEAVE_DETAIL_ITSELF(x) (x)
#define NDWEAVE_DETAIL_TRUTH(x) ((x) ? -1 : 0)
NDWEAVE_DETAIL_VEC_BINARY(+, element_of_vec, detail::is_number, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(-, element_of_vec, detail::is_number, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(*, element_of_vec, detail::is_number, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(/, element_of_vec, detail::is_number, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(%, element_of_vec, detail::is_whole, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(&, element_of_vec, detail::has_bits, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(|, element_of_vec, detail::has_bits, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(^, element_of_vec, detail::has_bits, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(<<, element_of_vec, detail::is_whole, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(>>, element_of_vec, detail::is_whole, NDWEAVE_DETAIL_ITSELF)
NDWEAVE_DETAIL_VEC_BINARY(&&, truth_of_vec, detail::is_number, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(||, truth_of_vec, detail::is_number, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(==, truth_of_vec, detail::is_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(!=, truth_of_vec, detail::is_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(<, truth_of_vec, detail::is_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(>, truth_of_vec, detail::is_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(<=, truth_of_vec, detail::is_any, NDWEAVE_DETAIL_TRUTH)
NDWEAVE_DETAIL_VEC_BINARY(>=, truth_of_vec, detail::is_any, NDWEAVE_DETAIL_TRUTH)
#undef NDWEAVE_DETAIL_VEC_BINARY
#undef NDWEAVE_DETAIL_ITSELF
#undef NDWEAVE_DETAIL_TRUTH

template <detail::vec_like A>
requires(detail::is_number<detail::element_of_vec<A>>) constexpr auto operator+(const A& a) {
    const detail::elements_of<A> x(a);
    return detail::each_lane<detail::element_of_vec<A>, A>([&](int k) { return x[k]; });
}
template <detail::vec_like A>
requires(detail::is_number<detail::element_of_vec<A>>) constexpr auto operator-(const A& a) {
    NDWEAVE_DETAIL_HALF_LANES(A, element_of_vec, -detail::half_lanes_of<n>(a))
    const detail::elements_of<A> x(a);
    return detail::each_lane<detail::element_of_vec<A>, A>([&](int k) { return -x[k]; });
}
#undef NDWEAVE_DETAIL_HALF_LANES
template <detail::vec_like A>
requires(detail::has_bits<detail::element_of_vec<A>>) constexpr auto operator~(const A& a) {
    const detail::elements_of<A> x(a);
    return detail::each_lane<detail::element_of_vec<A>, A>([&](int k) {
        if constexpr (std::is_same_v<detail::element_of_vec<A>, bool>)
            return true;  // ~ of a bool is never 0
        else
            return ~x[k];
    });
}
template <detail::vec_like A>
requires(detail::is_number<detail::element_of_vec<A>>) constexpr auto operator!(const A& a) {
    const detail::elements_of<A> x(a);
    return detail::each_lane<detail::truth_of_vec<A>, A>([&](int k) { return x[k] == 0 ? -1 : 0; });
}

}  // namespace sycl
