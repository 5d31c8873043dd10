/// std::complex in kernels: products, quotients, absolute values and arguments, and what overflow and infinity make of
/// them.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

constexpr std::size_t samples = 4001;

template <class T>
struct results {
    std::complex<T> product, quotient;
    T absolute, argument;
};

template <class T>
class Complex : public Conformance {
protected:
    void SetUp() override {
        if (sizeof(T) == 8 && !q.get_device().has(aspect::fp64)) GTEST_SKIP() << "the device has no double";
    }

    std::vector<results<T>> compute_all(const std::vector<std::complex<T>>& x, const std::vector<std::complex<T>>& y) {
        const buffer<std::complex<T>> bx(q, x), by(q, y);
        const buffer<results<T>> out(q, x.size());
        const std::complex<T>*const px = bx.get(), *const py = by.get();
        results<T>* const p = out.get();
        q.parallel_for(range<1>(x.size()),
                       [=](id<1> i) { p[i] = {px[i] * py[i], px[i] / py[i], std::abs(px[i]), std::arg(px[i])}; });
        return out.read();
    }

    /// Parts of all signs whose magnitudes reach from 2^-exponent to 2^exponent.
    std::vector<std::complex<T>> sample(int exponent) {
        std::uniform_real_distribution<T> power(static_cast<T>(-exponent), static_cast<T>(exponent)), sign(-1, 1);
        const auto part = [&] { return std::copysign(std::exp2(power(random)), sign(random)); };
        std::vector<std::complex<T>> v(samples);
        for (std::complex<T>& x : v) {
            const T re = part();
            x = {re, part()};
        }
        return v;
    }
};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Complex, Types);

/// Relative to the result's magnitude a product is within sqrt(5) u and a quotient within 10 u (u = eps/2; Brent,
/// Percival, Zimmermann 2007; Baudin, Smith 2012) where divisions are rounded correctly; OpenCL C's are within 2.5 ULP,
/// its hypot within 4 and its atan2 within 6 (7.4). 16 eps is above all of them.
TYPED_TEST(Complex, IsNearTheResultInHigherPrecision) {
    using T = TypeParam;
    using wide = std::complex<long double>;
    const std::vector<std::complex<T>> x = this->sample(20), y = this->sample(20);
    const std::vector<results<T>> got = this->compute_all(x, y);
    if (!this->computes()) return;
    const long double tolerance = 16 * static_cast<long double>(std::numeric_limits<T>::epsilon());
    for (std::size_t i = 0; i < samples; ++i) {
        const wide a(x[i].real(), x[i].imag()), b(y[i].real(), y[i].imag()), product = a * b, quotient = a / b;
        ASSERT_LE(std::abs(wide(got[i].product) - product), tolerance * std::abs(product)) << x[i] << " * " << y[i];
        ASSERT_LE(std::abs(wide(got[i].quotient) - quotient), tolerance * std::abs(quotient)) << x[i] << " / " << y[i];
        ASSERT_LE(std::fabs(got[i].absolute - std::abs(a)), tolerance * std::abs(a)) << x[i];
        ASSERT_LE(std::fabs(got[i].argument - std::arg(a)), tolerance * std::fabs(std::arg(a))) << x[i];
    }
}

/// Scaling keeps quotients whose naive form overflows or underflows.
TYPED_TEST(Complex, QuotientsOfHugeAndTinyNumbers) {
    using T = TypeParam;
    const T big = std::numeric_limits<T>::max() / 4, small = std::numeric_limits<T>::min() * 4;
    const std::vector<std::complex<T>> y{{big, big}, {big, -big}, {small, small}, {-small, small}};
    const std::vector<results<T>> got = this->compute_all(y, y);
    if (!this->computes()) return;
    for (std::size_t i = 0; i < y.size(); ++i) {
        EXPECT_NEAR(got[i].quotient.real(), 1, 1e-5) << y[i];
        EXPECT_NEAR(got[i].quotient.imag(), 0, 1e-5) << y[i];
    }
}

/// C11, G.5.1: whatever has an infinite part is infinite, even beside a NaN; a number by zero is infinite, by infinity
/// zero.
TYPED_TEST(Complex, InfinitiesSurvive) {
    using T = TypeParam;
    const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    const std::vector<std::complex<T>> infinite{{inf, 1}, {-inf, nan}, {nan, inf}, {inf, -inf}, {2, inf}},
        finite{{1, 2}, {3, 1}, {-1, 2}, {5, 5}, {0, -1}}, zero(5, std::complex<T>(0, 0));
    const auto by_finite = this->compute_all(infinite, finite), by_infinite = this->compute_all(finite, infinite),
               by_zero = this->compute_all(finite, zero);
    if (!this->computes()) return;
    const auto is_infinite = [](std::complex<T> x) { return std::isinf(x.real()) || std::isinf(x.imag()); };
    for (std::size_t i = 0; i < finite.size(); ++i) {
        EXPECT_TRUE(is_infinite(by_finite[i].product)) << infinite[i] << " * " << finite[i];
        EXPECT_TRUE(is_infinite(by_finite[i].quotient)) << infinite[i] << " / " << finite[i];
        EXPECT_TRUE(is_infinite(by_infinite[i].product)) << finite[i] << " * " << infinite[i];
        EXPECT_EQ(by_infinite[i].quotient, std::complex<T>(0, 0)) << finite[i] << " / " << infinite[i];
        EXPECT_TRUE(is_infinite(by_zero[i].quotient)) << finite[i] << " / 0";
    }
}

/// Scattered among finite numbers, as lanes of vectors have them: what the host's own arithmetic makes infinite, NaN or
/// zero.
TYPED_TEST(Complex, SpecialNumbersAreRightAmongOthers) {
    using T = TypeParam;
    using number = std::complex<T>;
    const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    const T most = std::numeric_limits<T>::max(), special[] = {inf, -inf, nan, 0, -T(0), most};
    std::vector<number> x = this->sample(20), y = this->sample(20);
    for (std::size_t i = 0; i < samples; ++i) {
        const auto part = [&](T& of) {
            if (this->random() % 8 == 0) of = special[this->random() % 6];
        };
        T parts[4] = {x[i].real(), x[i].imag(), y[i].real(), y[i].imag()};
        if (i / 64 % 3 != 0) std::for_each(parts, parts + 4, part);  // the others: vectors without any
        x[i] = {parts[0], parts[1]};
        y[i] = {parts[2], parts[3]};
    }
    const std::vector<results<T>> got = this->compute_all(x, y);
    if (!this->computes()) return;
    const auto is_infinite = [](number v) { return std::isinf(v.real()) || std::isinf(v.imag()); };
    const auto is_nan = [](number v) { return std::isnan(v.real()) && std::isnan(v.imag()); };
    const auto expect_alike = [&](number v, number wanted, std::size_t i, const char* sign) {
        SCOPED_TRACE(std::to_string(i));
        EXPECT_EQ(is_infinite(v), is_infinite(wanted)) << x[i] << sign << y[i] << " = " << v << ", not " << wanted;
        EXPECT_EQ(is_nan(v), is_nan(wanted)) << x[i] << sign << y[i] << " = " << v << ", not " << wanted;
        EXPECT_EQ(v == number(), wanted == number()) << x[i] << sign << y[i] << " = " << v << ", not " << wanted;
    };
    for (std::size_t i = 0; i < samples; ++i) {
        expect_alike(got[i].product, x[i] * y[i], i, " * ");
        // Whether a quotient with such a part overflows is up to the order of its operations.
        const T parts[] = {x[i].real(), x[i].imag(), y[i].real(), y[i].imag()};
        if (std::count(parts, parts + 4, most) == 0) expect_alike(got[i].quotient, x[i] / y[i], i, " / ");
    }
}

}  // namespace
}  // namespace ndweave::conformance
