/// Elementary functions of std::complex in kernels, beside the host's in higher precision, and at infinities and NaNs.
#include <cmath>
#include <complex>
#include <limits>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

template <class T>
struct function_values {
    std::complex<T> exp, log, sqrt, pow, sin, cos, tan, sinh, cosh, tanh;
};

template <class T>
function_values<T> values_at(const std::complex<T>& z) {
    using std::exp, std::log, std::sqrt, std::pow, std::sin, std::cos, std::tan, std::sinh, std::cosh, std::tanh;
    return {exp(z),  log(z),  sqrt(z), pow(z, std::complex<T>(T(0.75), T(-1.25))), sin(z), cos(z), tan(z),
            sinh(z), cosh(z), tanh(z)};
}

template <class T>
class ComplexFunctions : public Conformance {
protected:
    using complex = std::complex<T>;
    using wide = std::complex<long double>;

    void SetUp() override {
        if (sizeof(T) == 8 && !q.get_device().has(aspect::fp64)) GTEST_SKIP() << "the device has no double";
    }

    std::vector<function_values<T>> compute(const std::vector<complex>& z) {
        const buffer<complex> in(q, z);
        const buffer<function_values<T>> out(q, z.size());
        const complex* const from = in.get();
        function_values<T>* const to = out.get();
        q.parallel_for(z.size(), [=](id<1> i) { to[i] = values_at(from[i]); });
        return out.read();
    }

    /// Numbers of the square from -side to side.
    std::vector<complex> square(T side, std::size_t count) {
        std::uniform_real_distribution<T> part(-side, side);
        std::vector<complex> z(count);
        for (complex& each : z) {
            const T re = part(random);
            each = {re, part(random)};
        }
        return z;
    }

    /// `value` is within `eps` times the magnitude of what it should be.
    static ::testing::AssertionResult near(const complex& value, const wide& exact, int eps) {
        const long double error = std::abs(wide(value) - exact) / std::abs(exact) / std::numeric_limits<T>::epsilon();
        if (error <= eps) return ::testing::AssertionSuccess();
        return ::testing::AssertionFailure() << value << " is not " << exact << ": " << error << " eps";
    }
};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ComplexFunctions, Types);

/// Two to five real functions each, of up to 5 ULP (OpenCL C, 7.4), one after the other; a power has the error of its
/// exponent, up to 4, on top.
TYPED_TEST(ComplexFunctions, AreNearTheResultsInHigherPrecision) {
    using T = TypeParam;
    std::vector<std::complex<T>> z = this->square(3, 3001);
    for (const std::complex<T>& each : this->square(T(0.01), 500)) z.push_back(each);
    for (const std::complex<T>& each : this->square(T(0.01), 500)) z.push_back(std::complex<T>(1) + each);
    for (const std::complex<T>& each : this->square(T(3.1), 500)) z.push_back(std::polar(T(1), each.real()));
    const std::vector<function_values<T>> got = this->compute(z);
    if (!this->computes()) return;
    for (std::size_t i = 0; i < z.size(); ++i) {
        SCOPED_TRACE(::testing::PrintToString(z[i]));
        const function_values<long double> exact = values_at(std::complex<long double>(z[i].real(), z[i].imag()));
        const auto power =
            std::pow(std::complex<long double>(z[i].real(), z[i].imag()), std::complex<long double>(0.75L, -1.25L));
        ASSERT_TRUE(this->near(got[i].exp, exact.exp, 16));
        ASSERT_TRUE(this->near(got[i].log, exact.log, 16));
        ASSERT_TRUE(this->near(got[i].sqrt, exact.sqrt, 16));
        ASSERT_TRUE(this->near(got[i].pow, power, 64));
        ASSERT_TRUE(this->near(got[i].sin, exact.sin, 16));
        ASSERT_TRUE(this->near(got[i].cos, exact.cos, 16));
        ASSERT_TRUE(this->near(got[i].tan, exact.tan, 32));
        ASSERT_TRUE(this->near(got[i].sinh, exact.sinh, 16));
        ASSERT_TRUE(this->near(got[i].cosh, exact.cosh, 16));
        ASSERT_TRUE(this->near(got[i].tanh, exact.tanh, 32));
    }
}

/// Nothing overflows or vanishes on the way to a result that is a number.
TYPED_TEST(ComplexFunctions, ReachTheEndsOfTheRange) {
    using T = TypeParam;
    using limits = std::numeric_limits<T>;
    const T big = limits::max(), least = limits::min(), most = std::log(big);
    const std::vector<std::complex<T>> z{{big, big},
                                         {-big, big / 2},
                                         {1, -big},
                                         {least, least},
                                         {-least, least},
                                         {big, least},
                                         {most + T(0.1), T(0.8)},
                                         {most + T(0.75), T(0.8)},
                                         {-most - T(0.9), T(-2.3)},
                                         {T(0.8), most + T(0.85)},
                                         {T(-2.4), -most - T(0.8)},
                                         {most * T(0.99), -3},
                                         {-most, 1},
                                         {30, 2},
                                         {-50, T(0.1)}};
    const std::vector<function_values<T>> got = this->compute(z);
    if (!this->computes()) return;
    for (std::size_t i = 0; i < z.size(); ++i) {
        SCOPED_TRACE(::testing::PrintToString(z[i]));
        const std::complex<long double> exact(z[i].real(), z[i].imag());
        EXPECT_TRUE(this->near(got[i].log, std::log(exact), 16));
        EXPECT_TRUE(this->near(got[i].sqrt, std::sqrt(exact), 16));
        if (std::abs(z[i]) < 2 * most) {
            const auto near_if_it_fits = [&](const std::complex<T>& value, const std::complex<long double>& e) {
                if (std::fabs(e.real()) < big && std::fabs(e.imag()) < big) EXPECT_TRUE(this->near(value, e, 16));
            };
            near_if_it_fits(got[i].exp, std::exp(exact));
            near_if_it_fits(got[i].sinh, std::sinh(exact));
            near_if_it_fits(got[i].cosh, std::cosh(exact));
            near_if_it_fits(got[i].sin, std::sin(exact));
            near_if_it_fits(got[i].cos, std::cos(exact));
        }
        if (std::abs(z[i]) < 60) EXPECT_TRUE(this->near(got[i].tanh, std::tanh(exact), 32));
    }
}

/// As the host's C library has it (C11, G.6), but for signs.
TYPED_TEST(ComplexFunctions, TakeInfinitiesNaNAndZero) {
    using T = TypeParam;
    const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    std::vector<std::complex<T>> z;
    for (const T re : {T(0), T(-0.0), T(1), T(-1), inf, -inf, nan}) {
        for (const T im : {T(0), T(-0.0), T(1), T(-1), inf, -inf, nan}) {
            z.push_back({re, im});
        }
    }
    const std::vector<function_values<T>> got = this->compute(z);
    if (!this->computes()) return;
    const auto same_part = [](T a, T b) {
        const T x = std::fabs(a), y = std::fabs(b);
        return std::isnan(x) ? std::isnan(y) : x == y || std::fabs(x - y) <= T(1e-5) * y;
    };
    for (std::size_t i = 0; i < z.size(); ++i) {
        SCOPED_TRACE(::testing::PrintToString(z[i]));
        const function_values<T> host = values_at(z[i]);
        const auto same = [&](const char* name, const std::complex<T>& a, const std::complex<T>& b) {
            EXPECT_TRUE(same_part(a.real(), b.real()) && same_part(a.imag(), b.imag()))
                << name << ": " << a << ", host " << b;
        };
        same("exp", got[i].exp, host.exp);
        same("log", got[i].log, host.log);
        same("sqrt", got[i].sqrt, host.sqrt);
        same("sinh", got[i].sinh, host.sinh);
        same("cosh", got[i].cosh, host.cosh);
        same("tanh", got[i].tanh, host.tanh);
        same("sin", got[i].sin, host.sin);
        same("cos", got[i].cos, host.cos);
        same("tan", got[i].tan, host.tan);
    }
}

}  // namespace
}  // namespace ndweave::conformance
