/// DPC++'s sycl_ext_oneapi_bfloat16_math_functions: those of float, rounded to bfloat16; of one or of an marray.
#pragma once

#include "sycl/builtins/math.hpp"
#include "sycl/types/bfloat16.hpp"
#include "sycl/types/marray.hpp"

namespace sycl {

namespace detail {
template <class A>
concept bfloat_argument = std::is_same_v<element_of<A>, ext::oneapi::bfloat16>;

template <class F, class... A>
auto map_bfloat(const F& f, const A&... a) {
    using ext::oneapi::bfloat16;
    const auto lane = [&](auto... x) {
        using result = decltype(f(static_cast<float>(x)...));
        using rounded = std::conditional_t<std::is_same_v<result, float>, bfloat16, result>;
        return static_cast<rounded>(f(static_cast<float>(x)...));
    };
    return map_lanes<std::conditional_t<true, bfloat16, A>...>(lane, a...);
}
}  // namespace detail

namespace ext::oneapi::experimental {

#define NDWEAVE_DETAIL_BFLOAT_1(name)                                                  \
    template <detail::bfloat_argument A>                                               \
    auto name(A x) {                                                                   \
        return detail::map_bfloat([](float v) { return detail::scalar::name(v); }, x); \
    }
NDWEAVE_DETAIL_BFLOAT_1(ceil)
NDWEAVE_DETAIL_BFLOAT_1(cos)
NDWEAVE_DETAIL_BFLOAT_1(exp)
NDWEAVE_DETAIL_BFLOAT_1(exp10)
NDWEAVE_DETAIL_BFLOAT_1(exp2)
NDWEAVE_DETAIL_BFLOAT_1(fabs)
NDWEAVE_DETAIL_BFLOAT_1(floor)
NDWEAVE_DETAIL_BFLOAT_1(log)
NDWEAVE_DETAIL_BFLOAT_1(log10)
NDWEAVE_DETAIL_BFLOAT_1(log2)
NDWEAVE_DETAIL_BFLOAT_1(rint)
NDWEAVE_DETAIL_BFLOAT_1(rsqrt)
NDWEAVE_DETAIL_BFLOAT_1(sin)
NDWEAVE_DETAIL_BFLOAT_1(sqrt)
NDWEAVE_DETAIL_BFLOAT_1(tanh)
NDWEAVE_DETAIL_BFLOAT_1(trunc)
#undef NDWEAVE_DETAIL_BFLOAT_1

template <detail::bfloat_argument A>
auto isnan(A x) {
    return detail::map_bfloat([](float v) { return detail::scalar::is_nan(v); }, x);
}
template <detail::bfloat_argument A>
auto fmin(A x, A y) {
    return detail::map_bfloat([](float a, float b) { return detail::scalar::fmin(a, b); }, x, y);
}
template <detail::bfloat_argument A>
auto fmax(A x, A y) {
    return detail::map_bfloat([](float a, float b) { return detail::scalar::fmax(a, b); }, x, y);
}
template <detail::bfloat_argument A>
auto fma(A x, A y, A z) {
    return detail::map_bfloat([](float a, float b, float c) { return detail::scalar::fma(a, b, c); }, x, y, z);
}

}  // namespace ext::oneapi::experimental
}  // namespace sycl
