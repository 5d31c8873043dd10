// half (SYCL 2020, 4.14.1) and bfloat16: all of them, and their arithmetic against float's.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <sstream>

#include "sycl/ext/oneapi/experimental/bfloat16_math.hpp"
#include "sycl/sycl.hpp"

namespace {

using sycl::half;
using sycl::ext::oneapi::bfloat16;

template <class T>
std::uint16_t bits_of(T x) {
    return __builtin_bit_cast(std::uint16_t, x);
}

template <class T>
void expect_round_trips() {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const T x = __builtin_bit_cast(T, static_cast<std::uint16_t>(bits));
        const float wide = x;
        if (std::isnan(wide)) {
            EXPECT_TRUE(std::isnan(static_cast<float>(T(wide))));
        } else {
            EXPECT_EQ(bits_of(T(wide)), bits);
        }
    }
}

TEST(Half, ConvertsThroughFloat) {
    expect_round_trips<half>();
    expect_round_trips<bfloat16>();
}

/// The nearest: nothing is between a number and what it becomes, and ties become even.
template <class T>
void expect_nearest() {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (int i = 0; i < 20000; ++i) {
        const auto low = static_cast<std::uint16_t>(random() % 0x7b00), high = static_cast<std::uint16_t>(low + 1);
        const float a = __builtin_bit_cast(T, low), b = __builtin_bit_cast(T, high);
        const float part = std::uniform_real_distribution<float>(0, 1)(random);
        const double between = a + (static_cast<double>(b) - a) * part;
        const auto x = static_cast<float>(between);
        const double middle = (static_cast<double>(a) + b) / 2;
        const std::uint16_t expected = x < middle ? low : x > middle ? high : low % 2 == 0 ? low : high;
        EXPECT_EQ(bits_of(T(x)), expected) << x;
        EXPECT_EQ(bits_of(T(static_cast<float>(middle))), low % 2 == 0 ? low : high) << middle;
        EXPECT_EQ(bits_of(T(-x)), expected | 0x8000) << x;
    }
}

TEST(Half, TakesTheNearestNumber) {
    expect_nearest<half>();
    expect_nearest<bfloat16>();
}

template <class T>
void expect_arithmetic() {
    std::mt19937 random(std::random_device{}());
    sycl::queue q;
    constexpr int n = 1000, results = 7;
    T* const x = sycl::malloc_shared<T>(2 * n, q);
    T* const out = sycl::malloc_shared<T>(results * n, q);
    for (int i = 0; i < 2 * n; ++i) x[i] = T(std::uniform_real_distribution<float>(-100, 100)(random));
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
         const T a = x[2 * id[0]], b = x[2 * id[0] + 1];
         T* const to = out + results * id[0];
         to[0] = a + b;
         to[1] = a - b;
         to[2] = a * b;
         to[3] = a / b;
         to[4] = -a;
         to[5] = a + 2;
         to[6] = a;
         to[6] *= 0.5f;
     }).wait();
    for (int i = 0; i < n; ++i) {
        const float a = x[2 * i], b = x[2 * i + 1];
        const float expected[] = {a + b, a - b, a * b, a / b, -a, a + 2, a * 0.5f};
        for (int r = 0; r < results; ++r) EXPECT_EQ(bits_of(out[results * i + r]), bits_of(T(expected[r]))) << r;
    }
    sycl::free(x, q);
    sycl::free(out, q);
}

TEST(Half, RoundsArithmeticOfFloat) {
    if (sycl::queue().get_device().has(sycl::aspect::fp16)) expect_arithmetic<half>();
    expect_arithmetic<bfloat16>();
}

/// `WithFloat` is the type of arithmetic with float, `WithDouble` that with double.
template <class T, class WithFloat, class WithDouble>
void expect_types() {
    const T x = 1.5f;
    static_assert(std::is_same_v<decltype(x + x), T> && std::is_same_v<decltype(x * 2), T>);
    static_assert(std::is_same_v<decltype(x + 1.0f), WithFloat> && std::is_same_v<decltype(1.0 - x), WithDouble>);
    EXPECT_TRUE(x < 2 && x > 1.0f && x == 1.5 && x != 2u && 2.0 >= x && x <= x);
    std::ostringstream text;
    text << x;
    EXPECT_EQ(text.str(), "1.5");
    T y = x;
    EXPECT_EQ(static_cast<float>(++y), 2.5f);
    EXPECT_EQ(static_cast<float>(y--), 2.5f);
    using limits = std::numeric_limits<T>;
    EXPECT_EQ(static_cast<float>(limits::epsilon()), std::ldexp(1.0f, 1 - limits::digits));
    EXPECT_EQ(static_cast<float>(limits::min()), std::ldexp(1.0f, limits::min_exponent - 1));
    EXPECT_EQ(static_cast<float>(limits::max()), std::ldexp(2.0f - limits::epsilon(), limits::max_exponent - 1));
    EXPECT_TRUE(std::isinf(static_cast<float>(limits::infinity())));
    EXPECT_TRUE(std::isnan(static_cast<float>(limits::quiet_NaN())));
    EXPECT_GT(static_cast<float>(limits::denorm_min()), 0);
}

TEST(Half, MeetsOtherNumbers) {
    expect_types<half, float, double>();
    expect_types<bfloat16, bfloat16, bfloat16>();
}

/// Every kind of float: subnormal, halfway between two numbers, beyond the largest, infinite and no number.
TEST(Bfloat16, RoundsInKernelsAsOnTheHost) {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    sycl::queue q;
    constexpr int n = 1 << 16;
    float* const x = sycl::malloc_shared<float>(n, q);
    bfloat16* const out = sycl::malloc_shared<bfloat16>(n, q);
    float* const read = sycl::malloc_shared<float>(n, q);
    for (int i = 0; i < n; ++i) {
        const auto upper = static_cast<std::uint32_t>(i) << 16;
        const std::uint32_t lower[] = {static_cast<std::uint32_t>(random() % 0x10000), 0x8000, 0x7fff, 0x8001};
        x[i] = __builtin_bit_cast(float, upper | lower[random() % 4]);
    }
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
         out[i] = bfloat16(x[i]);
         read[i] = bfloat16(x[i]);
     }).wait();
    for (int i = 0; i < n; ++i) {
        const bfloat16 expected(x[i]);
        if (std::isnan(x[i])) {
            EXPECT_TRUE(std::isnan(static_cast<float>(out[i])) && std::isnan(read[i])) << i;
            EXPECT_TRUE(std::isnan(static_cast<float>(expected))) << i;
        } else {
            EXPECT_EQ(bits_of(out[i]), bits_of(expected)) << x[i];
            EXPECT_EQ(read[i], static_cast<float>(expected)) << x[i];
        }
    }
    for (float* memory : {x, read}) sycl::free(memory, q);
    sycl::free(out, q);
}

TEST(Bfloat16, HasFunctionsOfFloat) {
    namespace math = sycl::ext::oneapi::experimental;
    std::mt19937 random(std::random_device{}());
    sycl::queue q;
    constexpr int n = 200, results = 7;
    bfloat16* const x = sycl::malloc_shared<bfloat16>(2 * n, q);
    bfloat16* const out = sycl::malloc_shared<bfloat16>(results * n, q);
    for (int i = 0; i < 2 * n; ++i) x[i] = std::uniform_real_distribution<float>(0.5f, 4)(random);
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
         const bfloat16 a = x[2 * id[0]], b = x[2 * id[0] + 1];
         bfloat16* const to = out + results * id[0];
         to[0] = math::sqrt(a);
         to[1] = math::fmax(a, b);
         to[2] = math::fma(a, b, a);
         to[3] = math::floor(sycl::marray<bfloat16, 2>(a, b))[1];
         to[4] = math::isnan(a) || math::isnan(sycl::marray<bfloat16, 2>(a, b))[0] ? 1.0f : 0.0f;
         to[5] = math::tanh(a);
         to[6] = a * half(2.0f) + 1.0;
     }).wait();
    for (int i = 0; i < n; ++i) {
        const float a = x[2 * i], b = x[2 * i + 1];
        const float expected[] = {std::sqrt(a), std::max(a, b),     std::fma(a, b, a), std::floor(b), 0,
                                  std::tanh(a), bfloat16(a * 2) + 1};
        for (int r = 0; r < results; ++r) EXPECT_EQ(bits_of(out[results * i + r]), bits_of(bfloat16(expected[r]))) << r;
    }
    sycl::free(x, q);
    sycl::free(out, q);
}

}  // namespace
