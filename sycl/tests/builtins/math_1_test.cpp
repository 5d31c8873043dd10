// Mathematical functions of one argument, within the bounds of OpenCL 3.0, table 7.4 (SYCL 2020, 4.17.5).
#include "builtins/against_reference.hpp"

namespace {

using namespace ndweave::tests;

constexpr long double pi = 3.14159265358979323846264338327950288L;

#define EXPECT_CLOSE(name, units, ...)                                                                         \
    expect_close<1>(                                                                                           \
        #name, [](auto x) { return sycl::name(x); }, [](long double x) { return reference_##name(x); }, units, \
        {domain __VA_ARGS__})

#define REFERENCE(name) \
    long double reference_##name(long double x) { return std::name(x); }
REFERENCE(acos)
REFERENCE(acosh)
REFERENCE(asin)
REFERENCE(asinh)
REFERENCE(atan)
REFERENCE(atanh)
REFERENCE(cbrt)
REFERENCE(ceil)
REFERENCE(cos)
REFERENCE(cosh)
REFERENCE(erf)
REFERENCE(erfc)
REFERENCE(exp)
REFERENCE(exp2)
REFERENCE(expm1)
REFERENCE(fabs)
REFERENCE(floor)
REFERENCE(lgamma)
REFERENCE(log)
REFERENCE(log10)
REFERENCE(log1p)
REFERENCE(log2)
REFERENCE(logb)
REFERENCE(rint)
REFERENCE(round)
REFERENCE(sin)
REFERENCE(sinh)
REFERENCE(sqrt)
REFERENCE(tan)
REFERENCE(tanh)
REFERENCE(tgamma)
REFERENCE(trunc)

long double reference_acospi(long double x) { return std::acos(x) / pi; }
long double reference_asinpi(long double x) { return std::asin(x) / pi; }
long double reference_atanpi(long double x) { return std::atan(x) / pi; }
long double reference_exp10(long double x) { return ::exp10l(x); }
long double reference_rsqrt(long double x) { return 1 / std::sqrt(x); }
long double reference_sinpi(long double x) {
    const long double turns = std::remainder(x, 2.0L), size = std::fabs(turns);
    if (turns == 0 || size == 1) return std::copysign(0.0L, x);
    return std::copysign(std::sin(pi * (size > 0.5L ? 1 - size : size)), turns);
}
long double reference_cospi(long double x) { return std::sin(pi * (0.5L - std::fabs(std::remainder(x, 2.0L)))); }
long double reference_tanpi(long double x) { return reference_sinpi(x) / reference_cospi(x); }

TEST(Mathematics, Exponentials) {
    EXPECT_CLOSE(exp, 3, {-90, 90});
    EXPECT_CLOSE(exp2, 3, {-120, 120});
    EXPECT_CLOSE(exp10, 3, {-37, 38});
    EXPECT_CLOSE(expm1, 3, {-10, 80});
    EXPECT_CLOSE(log, 3, {0, 1e30L, true});
    EXPECT_CLOSE(log2, 3, {0, 1e30L, true});
    EXPECT_CLOSE(log10, 3, {0, 1e30L, true});
    EXPECT_CLOSE(log1p, 2, {-0.99L, 1e10L, true});
    EXPECT_CLOSE(logb, 0, {-1e30L, 1e30L, true});
}

TEST(Mathematics, Trigonometry) {
    EXPECT_CLOSE(sin, 4, {-1e4L, 1e4L, true});
    EXPECT_CLOSE(cos, 4, {-1e4L, 1e4L, true});
    EXPECT_CLOSE(tan, 5, {-1e4L, 1e4L, true});
    EXPECT_CLOSE(asin, 4, {-1, 1});
    EXPECT_CLOSE(acos, 4, {-1, 1});
    EXPECT_CLOSE(atan, 5, {-1e3L, 1e3L, true});
    EXPECT_CLOSE(sinh, 4, {-80, 80});
    EXPECT_CLOSE(cosh, 4, {-80, 80});
    EXPECT_CLOSE(tanh, 5, {-5, 5});
    EXPECT_CLOSE(asinh, 4, {-1e10L, 1e10L, true});
    EXPECT_CLOSE(acosh, 4, {1, 1e4L});
    EXPECT_CLOSE(atanh, 5, {-1, 1});
}

TEST(Mathematics, TrigonometryOfHalfTurns) {
    EXPECT_CLOSE(asinpi, 5, {-1, 1});
    EXPECT_CLOSE(acospi, 5, {-1, 1});
    EXPECT_CLOSE(atanpi, 5, {-1e3L, 1e3L, true});
    EXPECT_CLOSE(sinpi, 4, {-1e4L, 1e4L, true});
    EXPECT_CLOSE(cospi, 4, {-1e4L, 1e4L, true});
    expect_close<1>(
        "tanpi", [](auto x) { return sycl::tanpi(x); }, reference_tanpi, 6, {domain{-1e4L, 1e4L, true}}, false);
}

TEST(Mathematics, RootsAndWholeNumbers) {
    EXPECT_CLOSE(sqrt, 0.5L, {0, 1e30L, true});
    EXPECT_CLOSE(rsqrt, 2, {0, 1e30L, true});
    EXPECT_CLOSE(cbrt, 2, {-1e30L, 1e30L, true});
    EXPECT_CLOSE(ceil, 0, {-1e3L, 1e3L, true});
    EXPECT_CLOSE(floor, 0, {-1e3L, 1e3L, true});
    EXPECT_CLOSE(rint, 0, {-1e3L, 1e3L, true});
    EXPECT_CLOSE(round, 0, {-1e3L, 1e3L, true});
    EXPECT_CLOSE(trunc, 0, {-1e3L, 1e3L, true});
    EXPECT_CLOSE(fabs, 0, {-1e3L, 1e3L, true});
}

TEST(Mathematics, ErrorAndGammaFunctions) {
    EXPECT_CLOSE(erf, 16, {-4, 4});
    EXPECT_CLOSE(erfc, 16, {-4, 9});
    EXPECT_CLOSE(tgamma, 16, {-10, 30});
    expect_close<1>(
        "lgamma", [](auto x) { return sycl::lgamma(x); }, reference_lgamma, 16, {domain{2.5L, 1e4L}}, false);
}

}  // namespace
