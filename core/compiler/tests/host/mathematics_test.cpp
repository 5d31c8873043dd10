// Mathematical functions of host kernels, in vectors and alone.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// %y of each %x by `text`, which may call what `declare` declares.
template <class T>
std::vector<T> apply_to_each(const std::string& declare, const std::string& text, std::vector<T> x,
                             std::uint32_t flags) {
    const std::string type = sizeof(T) == 4 ? "float" : "double";
    ir_kernel kernel(declare + R"(
define void @kernel(ptr %f) {
  %i = call i64 @__ndweave_global_id(i32 0)
  %a = load ptr, ptr %f
  %p = getelementptr )" +
                     type + R"(, ptr %a, i64 %i
  %x = load )" + type +
                     R"(, ptr %p
  )" + text + R"(
  store )" + type + R"( %y, ptr %p
  ret void
})");
    kernel.request.variant.flags = flags;
    const host_kernel compiled(kernel);
    const void* const captures[] = {x.data()};
    compiled.run(captures, {x.size(), 1, 1});
    return x;
}

/// y = f(x) for a function that clang calls by `call`; `declare` declares it.
double apply(const std::string& declare, const std::string& call, double x, std::uint32_t flags) {
    const std::vector<double> data = apply_to_each(declare, "%y = " + call, std::vector<double>(37, x), flags);
    for (const double y : data) EXPECT_NEAR(y, data.back(), 1e-14) << "vector and scalar version agree";
    return data.front();
}

TEST(HostMathematics, IsThatOfTheStandardLibrary) {
    for (const std::uint32_t flags :
         {0u, std::uint32_t(NDW_COMPILE_FAST_VECTOR_MATH), std::uint32_t(NDW_COMPILE_FAST_MATH)}) {
        SCOPED_TRACE(flags);
        EXPECT_NEAR(apply("declare double @sin(double)", "call double @sin(double %x)", 0.7, flags), std::sin(0.7),
                    1e-15);
        EXPECT_NEAR(apply("declare double @llvm.exp.f64(double)", "call double @llvm.exp.f64(double %x)", 0.7, flags),
                    std::exp(0.7), 2e-15);
        EXPECT_NEAR(apply("declare double @pow(double, double)", "call double @pow(double %x, double %x)", 0.7, flags),
                    std::pow(0.7, 0.7), 1e-15);
        EXPECT_NEAR(apply("declare double @erf(double)", "call double @erf(double %x)", 0.7, flags), std::erf(0.7),
                    1e-15);
        EXPECT_NEAR(
            apply("declare double @hypot(double, double)", "call double @hypot(double %x, double 2.0)", 0.7, flags),
            std::hypot(0.7, 2.0), 1e-15);
    }
}

/// As far as `most`, half of the arguments within its last thousandth; NaN and what overflows without fast-math only.
template <class T>
void expect_finite_up_to(T most, const std::string& declare, const std::string& text, T (*f)(T)) {
    SCOPED_TRACE(text);
    std::mt19937 random(std::random_device{}());
    std::uniform_real_distribution<T> fraction(0, 1);
    for (const std::uint32_t flags :
         {0u, std::uint32_t(NDW_COMPILE_FAST_VECTOR_MATH), std::uint32_t(NDW_COMPILE_FAST_MATH)}) {
        std::vector<T> x(203);
        for (T& value : x) {
            value = most * (random() % 2 ? fraction(random) : 1 - fraction(random) / 1024);
            if (flags != NDW_COMPILE_FAST_MATH && random() % 8 == 0)
                value = random() % 2 ? std::numeric_limits<T>::quiet_NaN() : 2 * most;
        }
        x[7] = most;
        const std::vector<T> y = apply_to_each(declare, text, x, flags);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const T expected = f(x[i]);
            EXPECT_EQ(std::isnan(y[i]), std::isnan(expected)) << x[i];
            if (std::isinf(expected) || std::isinf(y[i])) {
                EXPECT_EQ(y[i], expected) << x[i];
            } else if (!std::isnan(expected)) {
                EXPECT_NEAR(y[i] / expected, 1, 8 * std::numeric_limits<T>::epsilon()) << x[i];
            }
        }
    }
}

template <class T>
void expect_finite_up_to(T most, const std::string& symbol, T (*f)(T)) {
    const std::string type = sizeof(T) == 4 ? "float" : "double", of = type + " @" + symbol + "(" + type;
    expect_finite_up_to(most, "declare " + of + ")", "%y = call " + of + " %x)", f);
}

// SLEEF's overflow before that.
TEST(HostMathematics, IsFiniteAsFarAsResultsAre) {
    constexpr double largest = std::numeric_limits<double>::max() / 2;
    constexpr float largest_float = std::numeric_limits<float>::max() / 2;
    expect_finite_up_to<double>(709.782712893, "exp", std::exp);
    expect_finite_up_to<double>(710.475860073, "cosh", std::cosh);
    expect_finite_up_to<double>(710.475860073, "sinh", std::sinh);
    expect_finite_up_to<double>(-710.475860073, "sinh", std::sinh);
    expect_finite_up_to<double>(largest, "acosh", std::acosh);
    expect_finite_up_to<double>(-largest, "asinh", std::asinh);
    expect_finite_up_to<double>(largest, "log1p", std::log1p);
    expect_finite_up_to<double>(2.5599e305, "lgamma", std::lgamma);
    expect_finite_up_to<double>(171.6243, "tgamma", std::tgamma);
    expect_finite_up_to<float>(88.7228F, "expf", std::exp);
    expect_finite_up_to<float>(89.4159F, "coshf", std::cosh);
    expect_finite_up_to<float>(-89.4159F, "sinhf", std::sinh);
    expect_finite_up_to<float>(largest_float, "acoshf", std::acosh);
    expect_finite_up_to<float>(-largest_float, "asinhf", std::asinh);
    expect_finite_up_to<float>(largest_float, "log1pf", std::log1p);
    expect_finite_up_to<float>(4.085e36F, "lgammaf", std::lgamma);
    expect_finite_up_to<double>(143.01608785, "declare double @pow(double, double)",
                                "%y = call double @pow(double %x, double %x)", [](double x) { return std::pow(x, x); });
}

}  // namespace
}  // namespace ndweave::compiler::testing
