// Common and geometric functions (SYCL 2020, 4.17.7 and 4.17.8), and native:: and half_precision:: (4.17.5).
#include "builtins/against_reference.hpp"

namespace {

using namespace ndweave::tests;

constexpr long double pi = 3.14159265358979323846264338327950288L;

template <std::size_t K, class F, class Reference>
void expect_exact(const char* name, const F& f, const Reference& reference, long double units) {
    std::array<domain, K> domains;
    domains.fill({-10, 10});
    expect_close<K>(name, f, reference, units, domains, false);
}

TEST(Common, InterpolationAndAngles) {
    expect_exact<1>("degrees", [](auto x) { return sycl::degrees(x); }, [](long double x) { return x * 180 / pi; }, 2);
    expect_exact<1>("radians", [](auto x) { return sycl::radians(x); }, [](long double x) { return x * pi / 180; }, 2);
    expect_exact<2>(
        "step", [](auto x, auto y) { return sycl::step(x, y); },
        [](long double x, long double y) { return y < x ? 0 : 1; }, 0);
    expect_exact<1>(
        "sign", [](auto x) { return sycl::sign(x); }, [](long double x) { return x > 0   ? 1
                                                                                 : x < 0 ? -1
                                                                                         : 0; }, 0);
    expect_exact<2>(
        "max", [](auto x, auto y) { return sycl::max(x, y); },
        [](long double x, long double y) { return x < y ? y : x; }, 0);
    expect_exact<2>(
        "min", [](auto x, auto y) { return sycl::min(x, y); },
        [](long double x, long double y) { return y < x ? y : x; }, 0);
    expect_exact<1>(
        "clamp", [](auto x) { return sycl::clamp(x, -2, 3.5f); },
        [](long double x) { return x < -2     ? -2
                                   : x > 3.5L ? 3.5L
                                              : x; }, 0);
    expect_exact<1>("abs", [](auto x) { return sycl::abs(x); }, [](long double x) { return std::fabs(x); }, 0);
    // Without cancellation, which makes units of the result's last place of any size.
    const std::array<domain, 2> positive = {domain{1, 2}, domain{0, 1}};
    expect_close<2>(
        "mix", [](auto x, auto a) { return sycl::mix(x, 3, a); },
        [](long double x, long double a) { return x + (3 - x) * a; }, 2, positive, false);
}

#define EXPECT_FAST(name, error, ...)                                                                            \
    expect_near<float>(                                                                                          \
        "native::" #name, [](auto x) { return sycl::native::name(x); }, reference_##name, error, __VA_ARGS__);   \
    expect_near<float>(                                                                                          \
        "half_precision::" #name, [](auto x) { return sycl::half_precision::name(x); }, reference_##name, error, \
        __VA_ARGS__)

/// Relative error, and absolute error of results below 1.
template <class T, std::size_t K>
void expect_within_error(const char* name, const results<T>& got, const std::array<std::vector<T>, K>& x,
                         const exact<K>& reference, long double error, unsigned long seed) {
    for (std::size_t form = 0; form < 4; ++form) {
        for (std::size_t i = 0; i < x[0].size(); ++i) {
            const long double expected = reference(widened_at(x, i));
            EXPECT_NEAR(widened(got[form][i]), expected, error * std::max(1.0L, std::fabs(expected)))
                << name << " of a " << forms[form] << "; seed " << seed;
        }
    }
}

template <class T, std::size_t K, class F, class Reference>
void expect_near(const char* name, const F& f, const Reference& reference, long double error,
                 const std::array<domain, K>& domains) {
    const unsigned long seed = std::random_device{}();
    std::mt19937_64 random(seed);
    const auto x = arguments<T, K>(domains, random, false);
    expect_within_error<T, K>(name, on_device<T, T>(f, x), x, exactly<K>(reference), error, seed);
}

#define REFERENCE(name) \
    long double reference_##name(long double x) { return std::name(x); }
REFERENCE(cos)
REFERENCE(exp)
REFERENCE(exp2)
REFERENCE(log)
REFERENCE(log10)
REFERENCE(log2)
REFERENCE(sin)
REFERENCE(sqrt)
REFERENCE(tan)
long double reference_exp10(long double x) { return ::exp10l(x); }
long double reference_recip(long double x) { return 1 / x; }
long double reference_rsqrt(long double x) { return 1 / std::sqrt(x); }

TEST(Native, AreNearTheExactFunctions) {
    const std::array<domain, 1> angles = {domain{-3, 3}}, positive = {domain{1e-3L, 1e3L, true}},
                                small = {domain{-1, 1}};
    EXPECT_FAST(cos, 1e-5L, angles);
    EXPECT_FAST(sin, 1e-5L, angles);
    EXPECT_FAST(tan, 1e-5L, small);
    EXPECT_FAST(exp, 1e-4L, (std::array<domain, 1>{domain{-20, 20}}));
    EXPECT_FAST(exp2, 1e-4L, (std::array<domain, 1>{domain{-20, 20}}));
    EXPECT_FAST(exp10, 1e-4L, (std::array<domain, 1>{domain{-10, 10}}));
    EXPECT_FAST(log, 1e-5L, positive);
    EXPECT_FAST(log2, 1e-5L, positive);
    EXPECT_FAST(log10, 1e-5L, positive);
    EXPECT_FAST(recip, 1e-5L, positive);
    EXPECT_FAST(rsqrt, 1e-5L, positive);
    EXPECT_FAST(sqrt, 1e-5L, positive);
    const std::array<domain, 2> two = {domain{0.1L, 10}, domain{-4, 4}};
    expect_near<float>(
        "native::divide", [](auto x, auto y) { return sycl::native::divide(y, x); },
        [](long double x, long double y) { return y / x; }, 1e-5L, two);
    expect_near<float>(
        "native::powr", [](auto x, auto y) { return sycl::native::powr(x, y); },
        [](long double x, long double y) { return std::pow(x, y); }, 1e-4L, two);
    expect_near<float>(
        "native::tanh", [](auto x) { return sycl::ext::oneapi::experimental::native::tanh(x); },
        [](long double x) { return std::tanh(x); }, 1e-3L, angles);
    if (!has_half()) return;
    expect_near<sycl::half>(
        "native::exp2", [](auto x) { return sycl::ext::oneapi::experimental::native::exp2(x); },
        [](long double x) { return std::exp2(x); }, 1e-3L, angles);
    expect_near<sycl::half>(
        "native::sin", [](auto x) { return sycl::native::sin(x); }, [](long double x) { return std::sin(x); }, 1e-3L,
        angles);
}

/// Infinities are what they are to the exact functions: programs start a maximum at minus infinity.
TEST(Native, KnowInfinity) {
    sycl::queue q;
    float* const x = sycl::malloc_shared<float>(8, q);
    x[0] = -std::numeric_limits<float>::infinity();
    x[1] = 0;
    q.single_task([=] {
         x[2] = sycl::native::exp(x[0]);
         x[3] = sycl::native::log(x[1]);
         x[4] = sycl::native::divide(1.0f, x[1]);
         x[5] = sycl::native::exp(x[0] - x[0]);
         x[6] = sycl::native::powr(x[1], 2.0f);
         x[7] = sycl::native::recip(x[0]);
     }).wait();
    EXPECT_EQ(x[2], 0);
    EXPECT_EQ(x[3], x[0]);
    EXPECT_EQ(x[4], -x[0]);
    EXPECT_TRUE(std::isnan(x[5]));
    EXPECT_EQ(x[6], 0);
    EXPECT_EQ(x[7], 0);
    sycl::free(x, q);
}

/// Vectors in kernels, against sums of long double. `Container` is a vec or marray of 3 or 4.
template <class T, class Container, int N>
void expect_geometry() {
    SCOPED_TRACE(N);
    SCOPED_TRACE(sizeof(T));
    constexpr int n = 200, results = 15;
    std::mt19937_64 random(std::random_device{}());
    sycl::queue q;
    T* const in = sycl::malloc_shared<T>(2 * N * n, q);
    T* const out = sycl::malloc_shared<T>(results * n, q);
    for (int i = 0; i < 2 * N * n; ++i) in[i] = rounded<T>(domain{-4, 4}.draw(random));
    for (int k = 0; k < N; ++k) in[k] = rounded<T>(0);
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
         Container a, b;
         for (int k = 0; k < N; ++k) {
             a[k] = in[2 * N * id[0] + k];
             b[k] = in[2 * N * id[0] + N + k];
         }
         T* const to = out + results * id[0];
         to[0] = sycl::dot(a, b);
         to[1] = sycl::length(a);
         to[2] = sycl::distance(a, b);
         to[3] = sycl::fast_length(a);
         to[4] = sycl::fast_distance(a, b);
         const Container one = sycl::normalize(a), fast = sycl::fast_normalize(a), normal = sycl::cross(a, b);
         for (int k = 0; k < 3; ++k) {
             to[5 + k] = one[k];
             to[8 + k] = fast[k];
             to[11 + k] = normal[k];
         }
         to[14] = N == 4 ? normal[N - 1] : rounded<T>(0);
     }).wait();
    const long double unit = std::ldexp(1.0L, 1 - real_type<T>::digits);
    const long double fast = std::is_same_v<T, float> ? 1e-4L : 8 * unit;
    for (int i = 0; i < n; ++i) {
        long double a[4], b[4], dot = 0, square = 0, apart = 0;
        for (int k = 0; k < N; ++k) {
            a[k] = widened(in[2 * N * i + k]);
            b[k] = widened(in[2 * N * i + N + k]);
            dot += a[k] * b[k];
            square += a[k] * a[k];
            apart += (a[k] - b[k]) * (a[k] - b[k]);
        }
        const T* const got = out + results * i;
        const long double length = std::sqrt(square);
        EXPECT_NEAR(widened(got[0]), dot, 80 * unit);
        EXPECT_NEAR(widened(got[1]), length, 5 * unit * length);
        EXPECT_NEAR(widened(got[2]), std::sqrt(apart), 6 * unit * std::sqrt(apart));
        EXPECT_NEAR(widened(got[3]), length, fast * length);
        EXPECT_NEAR(widened(got[4]), std::sqrt(apart), fast * std::sqrt(apart));
        for (int k = 0; k < 3; ++k) {
            EXPECT_NEAR(widened(got[5 + k]), length == 0 ? 0 : a[k] / length, 6 * unit);
            EXPECT_NEAR(widened(got[8 + k]), length == 0 ? 0 : a[k] / length, fast);
            const int next = (k + 1) % 3, last = (k + 2) % 3;
            EXPECT_NEAR(widened(got[11 + k]), a[next] * b[last] - a[last] * b[next], 40 * unit);
        }
        EXPECT_EQ(widened(got[14]), 0);
    }
    sycl::free(in, q);
    sycl::free(out, q);
}

TEST(Geometric, AgreesWithSumsOfProducts) {
    expect_geometry<float, sycl::vec<float, 3>, 3>();
    expect_geometry<float, sycl::vec<float, 4>, 4>();
    expect_geometry<double, sycl::vec<double, 4>, 4>();
    expect_geometry<double, sycl::marray<double, 3>, 3>();
    if (has_half()) expect_geometry<sycl::half, sycl::vec<sycl::half, 3>, 3>();
}

TEST(Geometric, TakesNumbersAndSwizzles) {
    EXPECT_EQ(sycl::length(-3.0f), 3.0f);
    EXPECT_EQ(sycl::distance(1.0, 4.0), 3.0);
    EXPECT_EQ(sycl::dot(2.0f, 5.0f), 10.0f);
    EXPECT_EQ(sycl::normalize(-7.0f), -1.0f);
    sycl::vec<float, 4> v(1, 2, 3, 4);
    EXPECT_EQ(sycl::dot(v.swizzle<0, 1>(), v.swizzle<3, 2>()), 10.0f);
    EXPECT_EQ(sycl::cross(v.swizzle<0, 1, 2>(), sycl::vec<float, 3>(3, 2, 1))[0], -4.0f);
}

TEST(Common, SmoothstepIsNearItsFormula) {
    const std::array<domain, 2> positive = {domain{1, 2}, domain{0, 1}};
    const auto got = [](auto x, auto y) { return sycl::smoothstep(0.5f, x, y); };
    const auto expected = [](long double x, long double y) {
        const long double t = (y - 0.5L) / (x - 0.5L), part = t < 0 ? 0 : t > 1 ? 1 : t;
        return part * part * (3 - 2 * part);
    };
    const unsigned long seed = std::random_device{}();
    expect_close<float>("smoothstep", got, expected, 12, positive, false, seed);
    expect_close<double>("smoothstep", got, expected, 12, positive, false, seed);
}

/// SYCL writes down its operations, each of which rounds.
TEST(Common, SmoothstepOfHalfIsItsFormulaInHalf) {
    using sycl::half;
    sycl::queue q;
    if (!q.get_device().has(sycl::aspect::fp16)) GTEST_SKIP() << "the device has no half";
    constexpr std::size_t count = 512;
    half* const got = sycl::malloc_shared<half>(count, q);
    const half low = 0.3f, high = 1.7f;
    const auto at = [](std::size_t i) { return half(static_cast<float>(i) / 256); };
    q.parallel_for(count, [=](sycl::id<1> i) { got[i] = sycl::smoothstep(low, high, at(i)); }).wait();
    for (std::size_t i = 0; i < count; ++i) {
        const half t = sycl::clamp((at(i) - low) / (high - low), half(0), half(1));
        const half expected = t * t * (half(3) - half(2) * t);
        EXPECT_EQ(got[i], expected) << i;
        EXPECT_EQ(sycl::smoothstep(low, high, at(i)), expected) << i;
    }
    sycl::free(got, q);
}

}  // namespace
