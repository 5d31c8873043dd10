/// Every mathematical function of <cmath> on the device against long double on the host, within the bounds of the
/// OpenCL specification (OpenCL C 3.0, 7.4, full profile): the largest that a conforming device may show.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iomanip>
#include <limits>
#include <numeric>

#include "fixture.hpp"
#include "ulp.hpp"

namespace ndweave::conformance {
namespace {

constexpr std::size_t samples = 4000;

/// Where a function is sampled, and its bounds in ULP.
struct accuracy {
    double low, high;
    double float_ulp, double_ulp;
};

template <class T>
std::vector<T> sample(std::mt19937& random, double low, double high, bool with_specials) {
    using limits = std::numeric_limits<T>;
    std::vector<T> v;
    if (with_specials) {
        v = {T(0),
             -T(0),
             T(1),
             T(-1),
             T(0.5),
             T(-0.5),
             T(2),
             limits::infinity(),
             -limits::infinity(),
             limits::quiet_NaN(),
             limits::min(),
             limits::max(),
             -limits::max(),
             limits::epsilon(),
             T(1) - limits::epsilon(),
             T(100),
             T(-100)};
    }
    // One half evenly, one half by magnitude, so that small numbers come up too.
    std::uniform_real_distribution<double> even(low, high),
        exponent(-30, std::log2(std::max(std::fabs(low), std::fabs(high))));
    while (v.size() < samples) {
        const double by_magnitude = std::copysign(std::exp2(exponent(random)), even(random));
        const double x = v.size() % 2 && by_magnitude >= low && by_magnitude <= high ? by_magnitude : even(random);
        v.push_back(static_cast<T>(x));
    }
    return v;
}

using exact_function = std::function<long double(long double, long double)>;

/// Numbers at which the results of `f` begin to be infinite, or end.
template <class T>
std::vector<T> overflow_bounds(const exact_function& f, T second) {
    using limits = std::numeric_limits<T>;
    const auto overflows = [&](T x) {
        return std::isinf(static_cast<T>(f(static_cast<long double>(x), static_cast<long double>(second))));
    };
    std::vector<T> found;
    for (const T sign : {T(1), T(-1)}) {
        for (int e = limits::min_exponent; e < limits::max_exponent; ++e) {
            T from = sign * std::ldexp(T(0.5), e), to = e + 1 < limits::max_exponent ? 2 * from : sign * limits::max();
            if (overflows(from) == overflows(to)) continue;
            for (T middle = std::midpoint(from, to); middle != from && middle != to; middle = std::midpoint(from, to))
                (overflows(middle) == overflows(from) ? from : to) = middle;
            found.push_back(from);
        }
    }
    return found;
}

class Math : public Conformance {
protected:
    void SetUp() override {
        if (!q.get_device().has(aspect::fp64)) GTEST_SKIP() << "the device has no double";
    }

    /// `f` takes two arguments of any floating-point type; functions of one ignore the second. Here is only what needs
    /// its type: each of dozens is compiled.
    template <class F>
    void check(const char* name, const accuracy& a, const F& f, const accuracy* second = nullptr) {
        const auto launch = [this, f](const float* xf, const float* yf, float* rf, const double* xd, const double* yd,
                                      double* rd) {
            q.parallel_for(range<1>(samples), [=](id<1> i) {
                rf[i] = f(xf[i], yf[i]);
                rd[i] = f(xd[i], yd[i]);
            });
        };
        check_launch(name, a, launch, [f](long double x, long double y) { return f(x, y); }, second);
    }

private:
    using launch_function =
        std::function<void(const float*, const float*, float*, const double*, const double*, double*)>;

    void check_launch(const char* name, const accuracy& a, const launch_function& launch, const exact_function& f,
                      const accuracy* second) {
        auto xf = sample<float>(random, a.low, a.high, true), yf = sample_second<float>(a, second);
        auto xd = sample<double>(random, a.low, a.high, true), yd = sample_second<double>(a, second);
        move_to_overflows(xf, yf, f);
        move_to_overflows(xd, yd, f);
        for (auto* v : {&xf, &yf}) spread(*v);
        for (auto* v : {&xd, &yd}) spread(*v);
        buffer<float> dxf(q, xf), dyf(q, yf), out_f(q, samples);
        buffer<double> dxd(q, xd), dyd(q, yd), out_d(q, samples);
        launch(dxf.get(), dyf.get(), out_f.get(), dxd.get(), dyd.get(), out_d.get());
        const auto got_f = out_f.read();
        const auto got_d = out_d.read();
        if (!computes()) return;
        compare(name, xf, yf, got_f, f, a.float_ulp);
        compare(name, xd, yd, got_d, f, a.double_ulp);
    }

    /// An eighth of the arguments, over all magnitudes.
    template <class T>
    void spread(std::vector<T>& x) {
        using limits = std::numeric_limits<T>;
        std::uniform_real_distribution<T> fraction(-1, 1);
        std::uniform_int_distribution exponent(limits::min_exponent - limits::digits, limits::max_exponent);
        for (std::size_t i = 101; i < samples; i += 8) x[i] = std::ldexp(fraction(random), exponent(random));
    }

    /// An eighth of the arguments, to where results overflow.
    template <class T>
    void move_to_overflows(std::vector<T>& x, std::vector<T>& y, const exact_function& f) {
        std::uniform_real_distribution<double> fraction(0, 1);
        std::vector<std::pair<T, T>> bounds;
        for (const std::size_t i : {samples / 7, samples / 5, samples / 3, samples - 1}) {
            for (const T bound : overflow_bounds<T>(f, y[i])) bounds.emplace_back(bound, y[i]);
        }
        if (bounds.empty()) return;
        for (std::size_t i = 100; i < samples; i += 8) {
            const auto [bound, second] = bounds[random() % bounds.size()];
            const double distance = std::ldexp(fraction(random), -static_cast<int>(random() % 50));
            x[i] = static_cast<T>(static_cast<double>(bound) * (1 - distance));
            y[i] = second;
        }
    }

    template <class T>
    std::vector<T> sample_second(const accuracy& a, const accuracy* second) {
        const accuracy& s = second ? *second : a;
        auto v = sample<T>(random, s.low, s.high, true);
        std::shuffle(v.begin(), v.end(), random);
        return v;
    }

    template <class T>
    static void compare(const char* name, const std::vector<T>& x, const std::vector<T>& y, const std::vector<T>& got,
                        const exact_function& f, double bound) {
        long double worst = 0;
        std::size_t at = 0;
        for (std::size_t i = 0; i < samples; ++i) {
            const long double error =
                ulp_error<T>(got[i], f(static_cast<long double>(x[i]), static_cast<long double>(y[i])));
            if (error > worst) {
                worst = error;
                at = i;
            }
        }
        // The reference, rounded to T, is half a unit off by itself.
        EXPECT_LE(worst, bound + 0.5L) << std::setprecision(17) << name << (sizeof(T) == 4 ? "f(" : "(") << x[at]
                                       << ", " << y[at] << ") = " << got[at] << ", expected "
                                       << f(static_cast<long double>(x[at]), static_cast<long double>(y[at]));
    }
};

#define NDWEAVE_MATH_TEST(Name, function, low, high, float_ulp, double_ulp)                                  \
    TEST_F(Math, Name) {                                                                                     \
        check(#function, {low, high, float_ulp, double_ulp}, [](auto x, auto) { return std::function(x); }); \
    }

// Bounds: OpenCL C 3.0, tables 38 (float) and 39 (double). 0 is correctly rounded.
NDWEAVE_MATH_TEST(Sqrt, sqrt, 0, 1e30, 0, 0)
NDWEAVE_MATH_TEST(Cbrt, cbrt, -1e6, 1e6, 2, 4)  // OpenCL: 2 and 2; glibc, the library mode's, has 4
NDWEAVE_MATH_TEST(Exp, exp, -80, 80, 3, 3)
NDWEAVE_MATH_TEST(Exp2, exp2, -120, 120, 3, 3)
NDWEAVE_MATH_TEST(Expm1, expm1, -80, 80, 3, 3)
NDWEAVE_MATH_TEST(Log, log, 0, 1e6, 3, 3)
NDWEAVE_MATH_TEST(Log2, log2, 0, 1e6, 3, 3)
NDWEAVE_MATH_TEST(Log10, log10, 0, 1e6, 3, 3)
NDWEAVE_MATH_TEST(Log1p, log1p, -1, 1e6, 2, 2)
NDWEAVE_MATH_TEST(Sin, sin, -1e5, 1e5, 4, 4)
NDWEAVE_MATH_TEST(Cos, cos, -1e5, 1e5, 4, 4)
NDWEAVE_MATH_TEST(Tan, tan, -1e5, 1e5, 5, 5)
NDWEAVE_MATH_TEST(Asin, asin, -1, 1, 4, 4)
NDWEAVE_MATH_TEST(Acos, acos, -1, 1, 4, 4)
NDWEAVE_MATH_TEST(Atan, atan, -1e3, 1e3, 5, 5)
NDWEAVE_MATH_TEST(Sinh, sinh, -80, 80, 4, 4)
NDWEAVE_MATH_TEST(Cosh, cosh, -80, 80, 4, 4)
NDWEAVE_MATH_TEST(Tanh, tanh, -20, 20, 5, 5)
NDWEAVE_MATH_TEST(Asinh, asinh, -1e6, 1e6, 4, 4)
NDWEAVE_MATH_TEST(Acosh, acosh, 1, 1e6, 4, 4)
NDWEAVE_MATH_TEST(Atanh, atanh, -1, 1, 5, 5)
NDWEAVE_MATH_TEST(Erf, erf, -5, 5, 16, 16)
NDWEAVE_MATH_TEST(Erfc, erfc, -5, 8, 16, 16)
NDWEAVE_MATH_TEST(Tgamma, tgamma, 0.01, 30, 16, 16)
NDWEAVE_MATH_TEST(Fabs, fabs, -1e30, 1e30, 0, 0)
NDWEAVE_MATH_TEST(Floor, floor, -1e6, 1e6, 0, 0)
NDWEAVE_MATH_TEST(Ceil, ceil, -1e6, 1e6, 0, 0)
NDWEAVE_MATH_TEST(Trunc, trunc, -1e6, 1e6, 0, 0)
NDWEAVE_MATH_TEST(Round, round, -1e6, 1e6, 0, 0)
NDWEAVE_MATH_TEST(Rint, rint, -1e6, 1e6, 0, 0)
NDWEAVE_MATH_TEST(Nearbyint, nearbyint, -1e6, 1e6, 0, 0)
#undef NDWEAVE_MATH_TEST

// OpenCL leaves lgamma's error open; near its roots at 1 and 2 only the absolute error means anything.
TEST_F(Math, Lgamma) {
    check("lgamma", {2.5, 100, 16, 16}, [](auto x, auto) { return std::lgamma(std::fabs(x) + decltype(x)(2.5)); });
}

TEST_F(Math, Atan2) {
    check("atan2", {-1e3, 1e3, 6, 6}, [](auto x, auto y) { return std::atan2(x, y); });
}
TEST_F(Math, Hypot) {
    check("hypot", {-1e10, 1e10, 4, 4}, [](auto x, auto y) { return std::hypot(x, y); });
}
TEST_F(Math, Pow) {
    const accuracy exponents{-20, 20, 0, 0};
    check("pow", {0, 50, 16, 16}, [](auto x, auto y) { return std::pow(x, y); }, &exponents);
}
TEST_F(Math, Fmod) {
    check("fmod", {-1e5, 1e5, 0, 0}, [](auto x, auto y) { return std::fmod(x, y); });
}
TEST_F(Math, Remainder) {
    check("remainder", {-1e5, 1e5, 0, 0}, [](auto x, auto y) { return std::remainder(x, y); });
}
TEST_F(Math, Fmin) {
    check("fmin", {-1e5, 1e5, 0, 0}, [](auto x, auto y) { return std::fmin(x, y); });
}
TEST_F(Math, Fmax) {
    check("fmax", {-1e5, 1e5, 0, 0}, [](auto x, auto y) { return std::fmax(x, y); });
}
TEST_F(Math, Fdim) {
    check("fdim", {-1e5, 1e5, 0, 0}, [](auto x, auto y) { return std::fdim(x, y); });
}
TEST_F(Math, Copysign) {
    check("copysign", {-1e5, 1e5, 0, 0}, [](auto x, auto y) { return std::copysign(x, y); });
}
TEST_F(Math, Division) {
    check("division", {-1e10, 1e10, 0, 0}, [](auto x, auto y) { return x / y; });
}
TEST_F(Math, Ldexp) {
    check("ldexp", {-1e3, 1e3, 0, 0}, [](auto x, auto) { return std::ldexp(x, 7); });
}
TEST_F(Math, ScalbnAndScalbln) {
    check("scalbn", {-1e3, 1e3, 0, 0}, [](auto x, auto) { return std::scalbn(x, -9); });
    check("scalbln", {-1e3, 1e3, 0, 0}, [](auto x, auto) { return std::scalbln(x, 11L); });
}
TEST_F(Math, Logb) {
    // ±0 has another answer in each standard's edition; the next test has numbers of every magnitude.
    check("logb", {-1e30, 1e30, 0, 0}, [](auto x, auto) { return std::logb(x == 0 ? decltype(x)(1) : x); });
}

/// Neighbours are those of the type, so the reference is the host's own function.
template <class T>
class MathExact : public Conformance {
protected:
    void SetUp() override {
        if (sizeof(T) == 8 && !q.get_device().has(aspect::fp64)) GTEST_SKIP() << "the device has no double";
    }

    /// `f(x, y)` gives a number that must be the host's, bit for bit where it is a number.
    template <class F>
    void compare(const char* name, const F& f, bool with_specials = true) {
        const auto x = sample<T>(random, -1e6, 1e6, with_specials), y = sample<T>(random, -1e3, 1e3, false);
        buffer<T> dx(q, x), dy(q, y);
        const T *const px = dx.get(), *const py = dy.get();
        using R = decltype(f(T(), T()));
        const auto got = this->template compute<R>(samples, [=](std::size_t i) { return f(px[i], py[i]); });
        if (!computes()) return;
        for (std::size_t i = 0; i < samples; ++i) {
            const R want = f(x[i], y[i]);
            const bool same = got[i] == want || (got[i] != got[i] && want != want);
            ASSERT_TRUE(same) << std::setprecision(17) << name << "(" << x[i] << ", " << y[i] << ") = " << got[i]
                              << ", expected " << want;
        }
    }
};

using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(MathExact, real_types);

TYPED_TEST(MathExact, FractionsExponentsAndWholeParts) {
    using T = TypeParam;
    this->compare("frexp", [](T x, T) {
        int exponent = 0;
        const T fraction = std::frexp(x, &exponent);
        return std::isfinite(x) ? fraction + T(4) * T(exponent) : fraction;  // infinities leave the exponent open
    });
    this->compare("modf", [](T x, T) {
        T whole = 0;
        const T fraction = std::modf(x, &whole);
        return fraction;
    });
    this->compare("modf's whole part", [](T x, T) {
        T whole = 0;
        (void)std::modf(x, &whole);
        return whole;
    });
    this->compare("ilogb", [](T x, T) { return x == 0 || !std::isfinite(x) ? 0 : std::ilogb(x); });
    this->compare("nextafter", [](T x, T y) { return std::nextafter(x, y); });
}

TYPED_TEST(MathExact, RoundsToIntegers) {
    using T = TypeParam;
    const auto rounds = [&](const char* name, auto f) { this->compare(name, [f](T x, T) { return f(x); }, false); };
    rounds("lround", [](T x) { return std::lround(x); });
    rounds("llround", [](T x) { return std::llround(x); });
    rounds("lrint", [](T x) { return std::lrint(x); });
    rounds("llrint", [](T x) { return std::llrint(x); });
}

TYPED_TEST(MathExact, RemquoHasTheLowBitsOfTheQuotient) {
    using T = TypeParam;
    this->compare(
        "remquo",
        [](T x, T y) {
            int quotient = 0;
            (void)std::remquo(x, y, &quotient);
            return quotient % 8;  // C promises three bits
        },
        false);
    this->compare(
        "remquo's remainder",
        [](T x, T y) {
            int quotient = 0;
            return std::remquo(x, y, &quotient);
        },
        false);
}

/// fma of long doubles rounds as often as x * y + z does: the reference is exact in this range only.
TEST_F(Math, FmaRoundsOnce) {
    const auto x = sample<float>(random, -1e3, 1e3, false), y = sample<float>(random, -1e3, 1e3, false);
    buffer<float> dx(q, x), dy(q, y), out(q, samples);
    const float *const px = dx.get(), *const py = dy.get();
    float* const o = out.get();
    q.parallel_for(range<1>(samples), [=](id<1> i) { o[i] = std::fma(px[i], py[i], -px[i]); });
    std::vector<float> model;
    for (std::size_t i = 0; i < samples; ++i) model.push_back(std::fma(x[i], y[i], -x[i]));
    expect_equal(out.read(), model);
}

TEST_F(Math, SpecialNumbersAreClassified) {
    const auto x = sample<double>(random, -10, 10, true);
    buffer<double> in(q, x);
    const double* const p = in.get();
    const auto classify = [](double v) {
        return (std::isnan(v) ? 1 : 0) + (std::isinf(v) ? 2 : 0) + (std::isfinite(v) ? 4 : 0) +
               (std::signbit(v) ? 8 : 0);
    };
    const auto got = compute<int>(samples, [=](std::size_t i) { return classify(p[i]); });
    std::vector<int> model;
    for (const double v : x) model.push_back(classify(v));
    expect_equal(got, model);
}

/// SYCL's names: the standard library's functions, and those that it does not have.
TEST_F(Math, NamesOfSycl) {
    const auto x = sample<float>(random, 1e-3, 1e3, false);
    const buffer<float> in(q, x);
    const float* const p = in.get();
    const auto roots = compute<float>(samples, [=](std::size_t i) { return ndweave::rsqrt(p[i]); });
    const auto clamped = compute<float>(samples, [=](std::size_t i) {
        return ndweave::clamp(ndweave::max(p[i], 2.0f), 1.0f, 100.0f) + ndweave::fabs(-p[i]);
    });
    if (!computes()) return;
    for (std::size_t i = 0; i < samples; ++i) {
        // A square root (3 ULP, halved by the division) and a division (2.5 ULP), each as OpenCL C 3.0, 7.4 bounds it.
        ASSERT_LE(ulp_error(roots[i], 1 / std::sqrt(static_cast<long double>(x[i]))), 6) << x[i];
        ASSERT_EQ(clamped[i], std::clamp(std::max(x[i], 2.0f), 1.0f, 100.0f) + x[i]);
    }
}

}  // namespace
}  // namespace ndweave::conformance
