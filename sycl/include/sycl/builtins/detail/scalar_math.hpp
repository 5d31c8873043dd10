/// The mathematical functions of one float or double. Those that C has are the compiler's built-in ones, which the
/// kernel compiler turns into each target's; the others are made of these within the bounds of OpenCL 3.0 (table 7.4),
/// without pointers, so that loops of them become vectors.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>

#include "sycl/builtins/detail/float_bits.hpp"

namespace sycl::detail::scalar {

#define NDWEAVE_DETAIL_C_1(name)                                  \
    inline float name(float x) { return __builtin_##name##f(x); } \
    inline double name(double x) { return __builtin_##name(x); }
#define NDWEAVE_DETAIL_C_2(name)                                              \
    inline float name(float x, float y) { return __builtin_##name##f(x, y); } \
    inline double name(double x, double y) { return __builtin_##name(x, y); }

NDWEAVE_DETAIL_C_1(acos)
NDWEAVE_DETAIL_C_1(acosh)
NDWEAVE_DETAIL_C_1(asin)
NDWEAVE_DETAIL_C_1(asinh)
NDWEAVE_DETAIL_C_1(atan)
NDWEAVE_DETAIL_C_1(atanh)
NDWEAVE_DETAIL_C_1(ceil)
NDWEAVE_DETAIL_C_1(cos)
NDWEAVE_DETAIL_C_1(cosh)
NDWEAVE_DETAIL_C_1(erf)
NDWEAVE_DETAIL_C_1(erfc)
NDWEAVE_DETAIL_C_1(exp)
#if __has_builtin(__builtin_exp10)
NDWEAVE_DETAIL_C_1(exp10)
#else  // clang before 19
inline float exp10(float x) { return ::exp10f(x); }
inline double exp10(double x) { return ::exp10(x); }
#endif
NDWEAVE_DETAIL_C_1(exp2)
NDWEAVE_DETAIL_C_1(expm1)
NDWEAVE_DETAIL_C_1(fabs)
NDWEAVE_DETAIL_C_1(floor)
NDWEAVE_DETAIL_C_1(lgamma)
NDWEAVE_DETAIL_C_1(log)
NDWEAVE_DETAIL_C_1(log10)
NDWEAVE_DETAIL_C_1(log1p)
NDWEAVE_DETAIL_C_1(log2)
NDWEAVE_DETAIL_C_1(rint)
NDWEAVE_DETAIL_C_1(round)
NDWEAVE_DETAIL_C_1(sin)
NDWEAVE_DETAIL_C_1(sinh)
NDWEAVE_DETAIL_C_1(sqrt)
NDWEAVE_DETAIL_C_1(tan)
NDWEAVE_DETAIL_C_1(tanh)
NDWEAVE_DETAIL_C_1(tgamma)
NDWEAVE_DETAIL_C_1(trunc)
NDWEAVE_DETAIL_C_2(atan2)
NDWEAVE_DETAIL_C_2(copysign)
NDWEAVE_DETAIL_C_2(fdim)
NDWEAVE_DETAIL_C_2(fmax)
NDWEAVE_DETAIL_C_2(fmin)
NDWEAVE_DETAIL_C_2(fmod)
NDWEAVE_DETAIL_C_2(hypot)
NDWEAVE_DETAIL_C_2(pow)
NDWEAVE_DETAIL_C_2(remainder)
#undef NDWEAVE_DETAIL_C_1
#undef NDWEAVE_DETAIL_C_2

inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
/// Returns the sine.
inline float sincos(float x, float& cosine) {
    float sine;
    ::sincosf(x, &sine, &cosine);
    return sine;
}
inline double sincos(double x, double& cosine) {
    double sine;
    ::sincos(x, &sine, &cosine);
    return sine;
}

// Of half, what needs no float: sign bits, and on GPUs instructions that compilers other than clang have no name for.
template <std::same_as<half> T>
T fabs(T x) {
    return from_bits<T>(size_bits(x));
}
template <std::same_as<half> T>
T copysign(T x, T y) {
    return from_bits<T>(static_cast<std::uint16_t>(size_bits(x) | (bits_of(y) & sign_bit<T>)));
}
template <std::same_as<half> T>
T fmax(T x, T y) {
#if defined(__clang__)
    if (on_gpu()) {
        const auto a = __builtin_bit_cast(_Float16, x), b = __builtin_bit_cast(_Float16, y);
        return __builtin_bit_cast(T, static_cast<_Float16>(__builtin_elementwise_max(a, b)));
    }
#endif
    return static_cast<T>(fmax(static_cast<float>(x), static_cast<float>(y)));
}
template <std::same_as<half> T>
T fmin(T x, T y) {
#if defined(__clang__)
    if (on_gpu()) {
        const auto a = __builtin_bit_cast(_Float16, x), b = __builtin_bit_cast(_Float16, y);
        return __builtin_bit_cast(T, static_cast<_Float16>(__builtin_elementwise_min(a, b)));
    }
#endif
    return static_cast<T>(fmin(static_cast<float>(x), static_cast<float>(y)));
}
/// The product of two half is exact in float. Its sum with the third is rounded to odd there, by its error, so that
/// rounding to half is the first rounding that counts.
template <std::same_as<half> T>
T fma(T x, T y, T z) {
#if defined(__clang__) && __has_builtin(__builtin_elementwise_fma)  // since 17
    if (on_gpu()) {
        const auto a = __builtin_bit_cast(_Float16, x), b = __builtin_bit_cast(_Float16, y);
        const auto c = __builtin_bit_cast(_Float16, z);
        return __builtin_bit_cast(T, static_cast<_Float16>(__builtin_elementwise_fma(a, b, c)));
    }
#endif
    const float product = static_cast<float>(x) * static_cast<float>(y), addend = static_cast<float>(z);
    const float sum = product + addend, rest = sum - product;
    const float error = (product - (sum - rest)) + (addend - rest);
    std::uint32_t bits = bits_of(sum);
    if ((error < 0 || error > 0) && bits % 2 == 0) bits += (error > 0) == (sum > 0) ? 1u : ~0u;
    return static_cast<T>(from_bits<float>(bits));
}

#if defined(__clang__)
template <int N>
half_lanes<N> fabs(half_lanes<N> x) {
    using bits = std::uint16_t __attribute__((ext_vector_type(N)));
    return __builtin_bit_cast(half_lanes<N>, __builtin_bit_cast(bits, x) & std::uint16_t(0x7fff));
}
template <int N>
half_lanes<N> fmax(half_lanes<N> x, half_lanes<N> y) {
    return __builtin_elementwise_max(x, y);
}
template <int N>
half_lanes<N> fmin(half_lanes<N> x, half_lanes<N> y) {
    return __builtin_elementwise_min(x, y);
}
template <int N, class T = half>
half_lanes<N> fma(half_lanes<N> x, half_lanes<N> y, half_lanes<N> z) {
#if __has_builtin(__builtin_elementwise_fma)
    return __builtin_elementwise_fma(x, y, z);
#else  // clang before 17
    half_lanes<N> result;
    const auto scalar = [](_Float16 lane) { return __builtin_bit_cast(T, lane); };
    for (int n = 0; n < N; ++n) result[n] = __builtin_bit_cast(_Float16, fma(scalar(x[n]), scalar(y[n]), scalar(z[n])));
    return result;
#endif
}
#endif

/// The larger number; of a NaN, either. GPUs have an instruction for fmax, CPUs for the comparison.
template <class T>
constexpr T larger(T x, T y) {
#if defined(__clang__)
    if constexpr (!std::is_integral_v<T>) {
        if (!__builtin_is_constant_evaluated() && on_gpu()) return fmax(x, y);
    }
#endif
    return x < y ? y : x;
}
template <class T>
constexpr T smaller(T x, T y) {
#if defined(__clang__)
    if constexpr (!std::is_integral_v<T>) {
        if (!__builtin_is_constant_evaluated() && on_gpu()) return fmin(x, y);
    }
#endif
    return y < x ? y : x;
}

inline float ldexp(float x, int k) { return __builtin_ldexpf(x, k); }
inline double ldexp(double x, int k) { return __builtin_ldexp(x, k); }

inline float cbrt(float x) { return __builtin_cbrtf(x); }
/// C's may be four units off: a step of Newton's, whose residual has all bits.
inline double cbrt(double x) {
    const double root = __builtin_cbrt(x), square = root * root;
    const double residual = __builtin_fma(-square, root, x) - __builtin_fma(root, root, -square) * root;
    return is_normal(x) ? root + residual / (3 * square) : root;
}

template <std::floating_point T>
T mad(T x, T y, T z) {
    return x * y + z;
}

template <std::floating_point T>
inline constexpr T pi = static_cast<T>(3.14159265358979323846);
template <std::floating_point T>
inline constexpr T infinite = std::numeric_limits<T>::infinity();
template <std::floating_point T>
inline constexpr T one_over_pi = static_cast<T>(0.318309886183790671538);

template <std::floating_point T>
T acospi(T x) {
    return acos(x) * one_over_pi<T>;
}
template <std::floating_point T>
T asinpi(T x) {
    return asin(x) * one_over_pi<T>;
}
template <std::floating_point T>
T atanpi(T x) {
    return atan(x) * one_over_pi<T>;
}
template <std::floating_point T>
T atan2pi(T y, T x) {
    return atan2(y, x) * one_over_pi<T>;
}

/// x less the nearest even number, in [-1, 1]: exact, as are the differences from 1 and 1/2 of what is near them.
template <std::floating_point T>
T half_turns(T x) {
    return x - 2 * rint(x * T(0.5));
}
template <std::floating_point T>
T sinpi(T x) {
    if (!(fabs(x) <= std::numeric_limits<T>::max())) return x - x;
    const T turns = half_turns(x), size = fabs(turns);
    const T folded = size > T(0.5) ? 1 - size : size;
    return copysign(sin(pi<T> * folded), size == 0 || size == 1 ? x : turns);
}
template <std::floating_point T>
T cospi(T x) {
    if (!(fabs(x) <= std::numeric_limits<T>::max())) return x - x;
    return sin(pi<T> * (T(0.5) - fabs(half_turns(x)))) + T(0);
}
template <std::floating_point T>
T tanpi(T x) {
    if (!(fabs(x) <= std::numeric_limits<T>::max())) return x - x;
    const T whole = rint(x), turns = x - whole;
    if (turns == 0) return (fabs(half_turns(whole)) == 1) == !is_negative(x) ? T(-0.0) : T(0);
    if (fabs(turns) == T(0.5)) return floor(x) == 2 * floor(x * T(0.5)) ? infinite<T> : -infinite<T>;
    if (fabs(turns) <= T(0.25)) return tan(pi<T> * turns);
    return 1 / tan(pi<T> * (copysign(T(0.5), turns) - turns));
}

/// The result is of the function of a positive number: `odd` powers and roots of negative ones are negative.
template <std::floating_point T>
T with_sign_of_odd(T positive, T x, int n) {
    return n % 2 != 0 ? copysign(positive, x) : positive;
}

/// Few factors are multiplied: fewer than 16, each of which rounds by half a unit, or half as many reciprocals. Larger
/// exponents that float does not hold are divided, so that their powers have the bits that rounding the exponent loses.
template <std::floating_point T>
T pown(T x, int n) {
    constexpr int few = 16, low_part = 256, beyond_float = 1 << 24;
    if (-few / 2 < n && n < few) {
        const unsigned count = static_cast<unsigned>(n < 0 ? -n : n);
        T power = n < 0 ? 1 / x : x;
        T result = (count & 1) != 0 ? power : T(1);
        power *= power;
        result = (count & 2) != 0 ? result * power : result;
        power *= power;
        result = (count & 4) != 0 ? result * power : result;
        power *= power;
        return (count & 8) != 0 ? result * power : result;
    }
    const T size = fabs(x);
    if constexpr (sizeof(T) == sizeof(float)) {
        if (n > beyond_float || n < -beyond_float) {
            const int low = n % low_part;
            const T power = pow(size, static_cast<T>(n - low)) * pow(size, static_cast<T>(low));
            return with_sign_of_odd(power, x, n);
        }
    }
    return with_sign_of_odd(pow(size, static_cast<T>(n)), x, n);
}

template <std::floating_point T>
T powr(T x, T y) {
    const T size = fabs(y);
    const bool none =
        x < 0 || x != x || y != y || (y == 0 && (x == 0 || x == infinite<T>)) || (x == 1 && size == infinite<T>);
    return none ? std::numeric_limits<T>::quiet_NaN() : pow(fabs(x), y);
}

/// GPUs have an instruction that is good to two units in the last place; the one of CPUs is not.
inline float inverse_root(float x) {
#if defined(__clang__) && __clang_major__ >= 18
#pragma clang fp reciprocal(on)
#endif
    return 1.0f / __builtin_sqrtf(x);
}
inline float rsqrt(float x) { return on_gpu() ? inverse_root(x) : 1.0f / sqrt(x); }
inline double rsqrt(double x) { return 1 / sqrt(x); }

/// pow with the exponent 1/n: what rounding it loses is given back to first order.
template <std::floating_point T>
T rootn(T x, int n) {
    if (n == 0 || (x < 0 && n % 2 == 0)) return std::numeric_limits<T>::quiet_NaN();
    if (n == 1) return x;
    if (n == -1) return 1 / x;
    if (n == 2) return x == 0 ? T(0) : sqrt(x);
    if (n == 3) return cbrt(x);
    const T size = fabs(x), exponent = 1 / static_cast<T>(n);
    T root = pow(size, exponent);
    if (size > 0 && size <= std::numeric_limits<T>::max()) {
        const T lost = fma(-static_cast<T>(n), exponent, T(1)) * exponent;
        root = fma(root, lost * log(size), root);
    }
    return with_sign_of_odd(root, x, n);
}

template <std::floating_point T>
T maxmag(T x, T y) {
    return fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y);
}
template <std::floating_point T>
T minmag(T x, T y) {
    return fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y);
}

/// What is left of x below its floor: less than 1 even after rounding.
template <std::floating_point T>
T fract(T x) {
    if (fabs(x) == infinite<T>) return copysign(T(0), x);
    constexpr T below_one = 1 - std::numeric_limits<T>::epsilon() / 2;
    const T left = x - floor(x);
    return x != x ? x : left > below_one ? below_one : copysign(left, x >= 0 ? x : left);
}

template <std::same_as<half> T>
T fract(T x) {
    const T left = static_cast<T>(fract(static_cast<float>(x)));
    return size_bits(left) == bits_of(T(1.0f)) ? from_bits<T>(static_cast<std::uint16_t>(bits_of(left) - 1)) : left;
}

/// The fraction of modf; its whole number is trunc.
template <std::floating_point T>
T modf_fraction(T x) {
    return copysign(fabs(x) == infinite<T> ? T(0) : x - trunc(x), x);
}

/// The sign of the gamma function, which lgamma_r gives.
template <std::floating_point T>
int gamma_sign(T x) {
    const T below = floor(x);
    if (x == 0) return is_negative(x) ? -1 : 1;
    return x < 0 && x != below && 2 * floor(below * T(0.5)) != below ? -1 : 1;
}

/// The lowest seven bits of the quotient whose remainder is remainder(x, y), with its sign; 0 where there is none.
template <std::floating_point T>
int remainder_quotient(T x, T y) {
    constexpr int quotients = 128;
    const T size = fabs(x), divisor = fabs(y);
    if (!(size <= std::numeric_limits<T>::max() && divisor > 0 && divisor <= std::numeric_limits<T>::max())) return 0;
    const T turn = divisor * quotients;
    const T left = turn <= std::numeric_limits<T>::max() ? fmod(size, turn) : size;
    const int quotient = static_cast<int>(rint((left - remainder(size, divisor)) / divisor)) & (quotients - 1);
    return is_negative(x) != is_negative(y) ? -quotient : quotient;
}

}  // namespace sycl::detail::scalar
