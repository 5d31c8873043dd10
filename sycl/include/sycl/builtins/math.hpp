/// SYCL 2020's mathematical functions (4.17.5): of half, float and double, one or the elements of vec, swizzles and
/// marray. Single numbers may be mixed: whole numbers follow the others. Precision: OpenCL 3.0, table 7.4.
#pragma once

#include "sycl/builtins/detail/scalar_math.hpp"

namespace sycl {

#define NDWEAVE_DETAIL_REAL_1(name)                                                 \
    template <detail::real_argument A>                                              \
    auto name(A x) {                                                                \
        return detail::map_real([](auto a) { return detail::scalar::name(a); }, x); \
    }
#define NDWEAVE_DETAIL_REAL_2(name)                                                               \
    template <detail::real_argument A, detail::real_argument B>                                   \
    requires detail::same_lanes<A, B> auto name(A x, B y) {                                       \
        return detail::map_real([](auto a, auto b) { return detail::scalar::name(a, b); }, x, y); \
    }
NDWEAVE_DETAIL_REAL_1(acos)
NDWEAVE_DETAIL_REAL_1(acosh)
NDWEAVE_DETAIL_REAL_1(acospi)
NDWEAVE_DETAIL_REAL_1(asin)
NDWEAVE_DETAIL_REAL_1(asinh)
NDWEAVE_DETAIL_REAL_1(asinpi)
NDWEAVE_DETAIL_REAL_1(atan)
NDWEAVE_DETAIL_REAL_1(atanh)
NDWEAVE_DETAIL_REAL_1(atanpi)
NDWEAVE_DETAIL_REAL_1(cbrt)
NDWEAVE_DETAIL_REAL_1(ceil)
NDWEAVE_DETAIL_REAL_1(cos)
NDWEAVE_DETAIL_REAL_1(cosh)
NDWEAVE_DETAIL_REAL_1(cospi)
NDWEAVE_DETAIL_REAL_1(erf)
NDWEAVE_DETAIL_REAL_1(erfc)
NDWEAVE_DETAIL_REAL_1(exp)
NDWEAVE_DETAIL_REAL_1(exp10)
NDWEAVE_DETAIL_REAL_1(exp2)
NDWEAVE_DETAIL_REAL_1(expm1)
NDWEAVE_DETAIL_REAL_1(floor)
NDWEAVE_DETAIL_REAL_1(ilogb)
NDWEAVE_DETAIL_REAL_1(lgamma)
NDWEAVE_DETAIL_REAL_1(log)
NDWEAVE_DETAIL_REAL_1(log10)
NDWEAVE_DETAIL_REAL_1(log1p)
NDWEAVE_DETAIL_REAL_1(log2)
NDWEAVE_DETAIL_REAL_1(logb)
NDWEAVE_DETAIL_REAL_1(rint)
NDWEAVE_DETAIL_REAL_1(round)
NDWEAVE_DETAIL_REAL_1(rsqrt)
NDWEAVE_DETAIL_REAL_1(sin)
NDWEAVE_DETAIL_REAL_1(sinh)
NDWEAVE_DETAIL_REAL_1(sinpi)
NDWEAVE_DETAIL_REAL_1(sqrt)
NDWEAVE_DETAIL_REAL_1(tan)
NDWEAVE_DETAIL_REAL_1(tanh)
NDWEAVE_DETAIL_REAL_1(tanpi)
NDWEAVE_DETAIL_REAL_1(tgamma)
NDWEAVE_DETAIL_REAL_1(trunc)
NDWEAVE_DETAIL_REAL_2(atan2)
NDWEAVE_DETAIL_REAL_2(atan2pi)
NDWEAVE_DETAIL_REAL_2(fdim)
NDWEAVE_DETAIL_REAL_2(fmod)
NDWEAVE_DETAIL_REAL_2(hypot)
NDWEAVE_DETAIL_REAL_2(maxmag)
NDWEAVE_DETAIL_REAL_2(minmag)
NDWEAVE_DETAIL_REAL_2(pow)
NDWEAVE_DETAIL_REAL_2(powr)
NDWEAVE_DETAIL_REAL_2(remainder)
#undef NDWEAVE_DETAIL_REAL_1
#undef NDWEAVE_DETAIL_REAL_2

// Half itself has these.
template <detail::real_argument A>
auto fabs(A x) {
    return detail::map_real_in_pairs([](auto a) { return detail::scalar::fabs(a); }, x);
}
#define NDWEAVE_DETAIL_OF_HALF_2(name, map)                                                  \
    template <detail::real_argument A, detail::real_argument B>                              \
    requires detail::same_lanes<A, B> auto name(A x, B y) {                                  \
        return detail::map([](auto a, auto b) { return detail::scalar::name(a, b); }, x, y); \
    }
NDWEAVE_DETAIL_OF_HALF_2(copysign, map_real_itself)
NDWEAVE_DETAIL_OF_HALF_2(fmax, map_real_in_pairs)
NDWEAVE_DETAIL_OF_HALF_2(fmin, map_real_in_pairs)
NDWEAVE_DETAIL_OF_HALF_2(nextafter, map_real_itself)
#undef NDWEAVE_DETAIL_OF_HALF_2

/// x · y + z, rounded once.
template <detail::real_argument A, detail::real_argument B, detail::real_argument C>
requires detail::same_lanes<A, B, C> auto fma(A x, B y, C z) {
    return detail::map_real_in_pairs([](auto a, auto b, auto c) { return detail::scalar::fma(a, b, c); }, x, y, z);
}
/// x · y + z, rounded once or twice.
template <detail::real_argument A, detail::real_argument B, detail::real_argument C>
requires detail::same_lanes<A, B, C> auto mad(A x, B y, C z) {
    return detail::map_real([](auto a, auto b, auto c) { return detail::scalar::mad(a, b, c); }, x, y, z);
}
#define NDWEAVE_DETAIL_REAL_INT(name)                                                                \
    template <detail::real_argument A, detail::exponent_argument N>                                  \
    auto name(A x, N n) {                                                                            \
        return detail::map_with_int([](auto a, int b) { return detail::scalar::name(a, b); }, x, n); \
    }
NDWEAVE_DETAIL_REAL_INT(ldexp)
NDWEAVE_DETAIL_REAL_INT(pown)
NDWEAVE_DETAIL_REAL_INT(rootn)
#undef NDWEAVE_DETAIL_REAL_INT

namespace detail {
/// Never defined.
std::uint16_t code_of(std::uint16_t);
std::uint32_t code_of(std::uint32_t);
std::uint64_t code_of(std::uint64_t);
}  // namespace detail

/// The quiet NaN with that code: half of 16 bits, float of 32, double of 64.
template <detail::integer_argument A>
auto nan(A code) {
    using E = detail::element_of<A>;
    using real = std::conditional_t<sizeof(E) == 8, double, std::conditional_t<sizeof(E) == 4, float, half>>;
    static_assert(sizeof(E) >= 2, "nan: codes have 16, 32 or 64 bits");
    return detail::map_lanes<detail::unsigned_of<E>>([](auto c) { return detail::scalar::nan_of<real>(c); },
                                                     detail::plain_value(code));
}

/// Of what converts to one of these codes.
template <class A>
requires(!detail::argument<A> && requires(const A& a) { detail::code_of(a); }) auto nan(A code) {
    return nan(static_cast<decltype(detail::code_of(code))>(code));
}

// Functions of two results: the second one goes through a pointer or multi_ptr.

template <detail::real_argument A, detail::result_pointer P>
auto fract(A x, P whole) {
    *whole = floor(x);
    return detail::map_real_itself([](auto a) { return detail::scalar::fract(a); }, x);
}
template <detail::real_argument A, detail::result_pointer P>
auto frexp(A x, P exponent) {
    *exponent = detail::map_real([](auto a) { return detail::scalar::frexp_exponent(a); }, x);
    return detail::map_real([](auto a) { return detail::scalar::frexp_fraction(a); }, x);
}
template <detail::real_argument A, detail::result_pointer P>
auto lgamma_r(A x, P sign) {
    *sign = detail::map_real([](auto a) { return detail::scalar::gamma_sign(a); }, x);
    return lgamma(x);
}
template <detail::real_argument A, detail::result_pointer P>
auto modf(A x, P whole) {
    *whole = trunc(x);
    return detail::map_real([](auto a) { return detail::scalar::modf_fraction(a); }, x);
}
template <detail::real_argument A, detail::real_argument B, detail::result_pointer P>
requires detail::same_lanes<A, B> auto remquo(A x, B y, P quotient) {
    *quotient = detail::map_real([](auto a, auto b) { return detail::scalar::remainder_quotient(a, b); }, x, y);
    return remainder(x, y);
}
/// Returns the sine. GPUs reduce the argument once for both; loops of CPUs have vectors of either.
template <detail::real_argument A, detail::result_pointer P>
auto sincos(A x, P cosine) {
    if (!detail::on_gpu()) {
        *cosine = cos(x);
        return sin(x);
    }
    constexpr std::size_t lanes = detail::shape_of<detail::plain<A>>::lanes;
    detail::computed_in<detail::real_element<A>> cosines[lanes > 0 ? lanes : 1];
    std::size_t k = 0;
    const auto sine = detail::map_real([&](auto a) { return detail::scalar::sincos(a, cosines[k++]); }, x);
    k = 0;
    *cosine = detail::map_real([&](auto) { return cosines[k++]; }, x);
    return sine;
}

// Of a number, the pointer's is the first template argument (4.17.5), should it be given. What is deduced goes to the
// functions above, which have no pack of parameters behind.
#define NDWEAVE_DETAIL_BY_POINTER(name)                                                            \
    template <detail::result_pointer P, detail::real_argument A, class... None>                    \
    requires(!detail::has_elements<A> && sizeof...(None) == 0) auto name(A x, P result, None...) { \
        return name(x, result);                                                                    \
    }
NDWEAVE_DETAIL_BY_POINTER(fract)
NDWEAVE_DETAIL_BY_POINTER(frexp)
NDWEAVE_DETAIL_BY_POINTER(lgamma_r)
NDWEAVE_DETAIL_BY_POINTER(modf)
NDWEAVE_DETAIL_BY_POINTER(sincos)
#undef NDWEAVE_DETAIL_BY_POINTER
template <detail::result_pointer P, detail::real_argument A, detail::real_argument B, class... None>
requires(!detail::has_elements<A> && !detail::has_elements<B> && sizeof...(None) == 0)
auto remquo(A x, B y, P quotient, None...) {
    return remquo(x, y, quotient);
}

}  // namespace sycl
