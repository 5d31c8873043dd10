// Operators and functions of vec of half on every device with half, whose GPUs take lanes in pairs, each lane against
// the operation in double, rounded once.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "sycl/sycl.hpp"

namespace {

using sycl::half;

constexpr std::size_t count = 999;

/// To the nearest half, without float between: double to float to half would round twice.
half nearest(double x) {
    const auto odd = [](double v) {
        const float f = static_cast<float>(v);
        if (static_cast<double>(f) == v || std::isnan(f) || std::isinf(f)) return f;
        auto bits = __builtin_bit_cast(std::uint32_t, f);
        if (bits % 2 == 0) bits += (std::abs(v) > std::abs(static_cast<double>(f))) ? 1u : ~0u;
        return __builtin_bit_cast(float, bits);
    };
    return half(odd(x));
}

/// Equal numbers, or two NaNs.
bool same(half got, double expected) {
    const half wanted = nearest(expected);
    return got == wanted || (std::isnan(static_cast<float>(got)) && std::isnan(static_cast<float>(wanted)));
}

template <int N>
using vectors = sycl::accessor<sycl::vec<half, N>, 1, sycl::access_mode::read>;
template <int N>
using results = sycl::accessor<sycl::vec<half, N>, 1, sycl::access_mode::write>;
template <int N>
using kernel = std::function<void(sycl::handler&, vectors<N>, vectors<N>, vectors<N>, results<N>)>;

template <int N>
void expect_lanes(sycl::queue& q, const char* name, const kernel<N>& launch,
                  const std::function<double(double, double, double)>& of_lanes) {
    using vector = sycl::vec<half, N>;
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(std::string(name) + " " + std::to_string(N) + ", seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<vector> x(count), y(count), z(count), r(count);
    const auto any = [&](bool wild) {
        // All numbers, infinite ones, NaNs and subnormal ones; or some that rarely overflow.
        if (wild) return __builtin_bit_cast(half, static_cast<std::uint16_t>(random()));
        return half(std::uniform_real_distribution<float>(-20, 20)(random));
    };
    for (std::size_t i = 0; i < count; ++i) {
        for (int k = 0; k < N; ++k) x[i][k] = any(i % 3 == 0), y[i][k] = any(i % 3 == 0), z[i][k] = any(i % 3 == 0);
    }
    {
        sycl::buffer<vector> bx(x.data(), count), by(y.data(), count), bz(z.data(), count), br(r.data(), count);
        q.submit([&](sycl::handler& h) {
            launch(h, {bx, h, sycl::read_only}, {by, h, sycl::read_only}, {bz, h, sycl::read_only},
                   {br, h, sycl::write_only});
        });
    }
    for (std::size_t i = 0; i < count; ++i) {
        for (int k = 0; k < N; ++k) {
            const auto a = static_cast<double>(x[i][k]), b = static_cast<double>(y[i][k]),
                       c = static_cast<double>(z[i][k]);
            ASSERT_TRUE(same(r[i][k], of_lanes(a, b, c)))
                << a << ", " << b << ", " << c << " in lane " << k << ": " << static_cast<float>(r[i][k]);
        }
    }
}

/// What to do with vecs in kernels, and here with their lanes.
template <int N>
void expect_operations(sycl::queue& q) {
    using vector = sycl::vec<half, N>;
    const auto expect = [&](const char* name, const auto& of_vectors, const auto& of_lanes) {
        const auto launch = [of_vectors](sycl::handler& h, vectors<N> x, vectors<N> y, vectors<N> z, results<N> r) {
            h.parallel_for(count, [=](sycl::id<1> i) { r[i] = of_vectors(x[i], y[i], z[i]); });
        };
        expect_lanes<N>(q, name, launch, of_lanes);
    };
    expect("+", [](vector a, vector b, vector) { return a + b; }, [](double a, double b, double) { return a + b; });
    expect("-", [](vector a, vector b, vector) { return a - b; }, [](double a, double b, double) { return a - b; });
    expect("*", [](vector a, vector b, vector) { return a * b; }, [](double a, double b, double) { return a * b; });
    expect("/", [](vector a, vector b, vector) { return a / b; }, [](double a, double b, double) { return a / b; });
    expect("unary -", [](vector a, vector, vector) { return -a; }, [](double a, double, double) { return -a; });
    expect("+=", [](vector a, vector b, vector) { return a += b; }, [](double a, double b, double) { return a + b; });
    expect(
        "with a number", [](vector a, vector, vector) { return a * half(3); },
        [](double a, double, double) { return a * 3; });
    expect(
        "behind a number", [](vector a, vector, vector) { return 3.0f - a; },
        [](double a, double, double) { return 3 - a; });
    expect(
        "fma", [](vector a, vector b, vector c) { return sycl::fma(a, b, c); },
        [](double a, double b, double c) { return std::fma(a, b, c); });
    expect(
        "fabs", [](vector a, vector, vector) { return sycl::fabs(a); },
        [](double a, double, double) { return std::fabs(a); });
    expect(
        "fmax", [](vector a, vector b, vector) { return sycl::fmax(a, b); },
        [](double a, double b, double) { return std::fmax(a, b); });
    expect(
        "fmin of a number", [](vector a, vector, vector) { return sycl::fmin(a, half(2)); },
        [](double a, double, double) { return std::fmin(a, 2); });
    // Of a NaN, max and min give either.
    const auto number = [](double a) { return std::isnan(a) ? 1 : a; };
    const auto numbers = [](vector a) {
        for (int k = 0; k < N; ++k) a[k] = sycl::isnan(a[k]) ? half(1) : a[k];
        return a;
    };
    expect(
        "max", [=](vector a, vector b, vector) { return sycl::max(numbers(a), numbers(b)); },
        [=](double a, double b, double) { return std::fmax(number(a), number(b)); });
    expect(
        "clamp", [=](vector a, vector, vector) { return sycl::clamp(numbers(a), half(-2), half(3)); },
        [=](double a, double, double) { return std::fmin(std::fmax(number(a), -2), 3); });
    if constexpr (N == 4) {
        expect(
            "of swizzles",
            [](vector a, vector b, vector) {
                const vector turned = a.template swizzle<1, 0, 3, 2>() + b.template swizzle<1, 0, 3, 2>();
                return vector(turned.template swizzle<1, 0, 3, 2>());
            },
            [](double a, double b, double) { return a + b; });
    }
}

TEST(HalfLanes, AreThatOfHalf) {
    unsigned devices = 0;
    for (const sycl::device& d : sycl::device::get_devices()) {
        if (!d.has(sycl::aspect::fp16)) continue;
        ++devices;
        SCOPED_TRACE(d.get_info<sycl::info::device::name>());
        sycl::queue q(d);
        expect_operations<2>(q);
        expect_operations<3>(q);
        expect_operations<4>(q);
        expect_operations<16>(q);
    }
    EXPECT_GT(devices, 0u);
}

}  // namespace
