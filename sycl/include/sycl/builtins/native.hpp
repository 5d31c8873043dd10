/// Functions of SYCL 2020 with the precision that the device has for them, `native::`, and with 10 bits,
/// `half_precision::` (4.17.5). Of float, as SYCL has them; of half likewise, and of double as exact as the others.
#pragma once

#include "sycl/builtins/detail/scalar_fast.hpp"

namespace sycl {

#define NDWEAVE_DETAIL_FAST_1(name)                                               \
    template <detail::real_argument A>                                            \
    auto name(A x) {                                                              \
        return detail::map_real([](auto a) { return detail::fast::name(a); }, x); \
    }
#define NDWEAVE_DETAIL_FAST_2(name)                                                             \
    template <detail::real_argument A, detail::real_argument B>                                 \
    requires detail::same_lanes<A, B> auto name(A x, B y) {                                     \
        return detail::map_real([](auto a, auto b) { return detail::fast::name(a, b); }, x, y); \
    }
#define NDWEAVE_DETAIL_FAST_FUNCTIONS \
    NDWEAVE_DETAIL_FAST_1(cos)        \
    NDWEAVE_DETAIL_FAST_1(exp)        \
    NDWEAVE_DETAIL_FAST_1(exp10)      \
    NDWEAVE_DETAIL_FAST_1(exp2)       \
    NDWEAVE_DETAIL_FAST_1(log)        \
    NDWEAVE_DETAIL_FAST_1(log10)      \
    NDWEAVE_DETAIL_FAST_1(log2)       \
    NDWEAVE_DETAIL_FAST_1(recip)      \
    NDWEAVE_DETAIL_FAST_1(rsqrt)      \
    NDWEAVE_DETAIL_FAST_1(sin)        \
    NDWEAVE_DETAIL_FAST_1(sqrt)       \
    NDWEAVE_DETAIL_FAST_1(tan)        \
    NDWEAVE_DETAIL_FAST_2(divide)     \
    NDWEAVE_DETAIL_FAST_2(powr)

namespace native {
NDWEAVE_DETAIL_FAST_FUNCTIONS
}  // namespace native

namespace half_precision {
NDWEAVE_DETAIL_FAST_FUNCTIONS
}  // namespace half_precision

namespace ext::oneapi::experimental::native {
/// sycl_ext_oneapi_native_math.
NDWEAVE_DETAIL_FAST_1(exp2)
NDWEAVE_DETAIL_FAST_1(tanh)
}  // namespace ext::oneapi::experimental::native

#undef NDWEAVE_DETAIL_FAST_FUNCTIONS
#undef NDWEAVE_DETAIL_FAST_1
#undef NDWEAVE_DETAIL_FAST_2

}  // namespace sycl
