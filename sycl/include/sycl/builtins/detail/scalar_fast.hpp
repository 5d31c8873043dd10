/// Functions that may be less exact (SYCL 2020, 4.17.5, native and half_precision): of float by what the target has for
/// them, of double the exact ones.
#pragma once

#include "sycl/builtins/detail/scalar_math.hpp"

namespace sycl::detail::fast {

// The flags that this gives each operation ask for an approximation. Each function is one operation: the flags also
// promise that nothing is NaN or infinite, which the kernel compiler drops from calls and divisions.
#if defined(__clang__)
#pragma float_control(push)
#pragma float_control(precise, off)
#endif
inline float cos(float x) { return __builtin_cosf(x); }
inline float exp(float x) { return __builtin_expf(x); }
inline float exp2(float x) { return __builtin_exp2f(x); }
inline float log(float x) { return __builtin_logf(x); }
inline float log10(float x) { return __builtin_log10f(x); }
inline float log2(float x) { return __builtin_log2f(x); }
inline float sin(float x) { return __builtin_sinf(x); }
inline float sqrt(float x) { return __builtin_sqrtf(x); }
inline float tan(float x) { return __builtin_tanf(x); }
inline float divide(float x, float y) { return x / y; }
inline float recip(float x) { return 1.0f / x; }
inline float rsqrt(float x) { return 1.0f / __builtin_sqrtf(x); }
#if defined(__clang__)
#pragma float_control(pop)
#endif

inline float exp10(float x) { return fast::exp2(x * 3.3219280948873623479f); }
inline float powr(float x, float y) { return fast::exp2(y * fast::log2(x)); }
inline float tanh(float x) { return 1.0f - fast::divide(2.0f, fast::exp(2.0f * x) + 1.0f); }

#define NDWEAVE_DETAIL_EXACT_1(name) \
    inline double name(double x) { return scalar::name(x); }
NDWEAVE_DETAIL_EXACT_1(cos)
NDWEAVE_DETAIL_EXACT_1(exp)
NDWEAVE_DETAIL_EXACT_1(exp10)
NDWEAVE_DETAIL_EXACT_1(exp2)
NDWEAVE_DETAIL_EXACT_1(log)
NDWEAVE_DETAIL_EXACT_1(log10)
NDWEAVE_DETAIL_EXACT_1(log2)
NDWEAVE_DETAIL_EXACT_1(rsqrt)
NDWEAVE_DETAIL_EXACT_1(sin)
NDWEAVE_DETAIL_EXACT_1(sqrt)
NDWEAVE_DETAIL_EXACT_1(tan)
NDWEAVE_DETAIL_EXACT_1(tanh)
#undef NDWEAVE_DETAIL_EXACT_1
inline double divide(double x, double y) { return x / y; }
inline double powr(double x, double y) { return scalar::powr(x, y); }
inline double recip(double x) { return 1 / x; }

}  // namespace sycl::detail::fast
