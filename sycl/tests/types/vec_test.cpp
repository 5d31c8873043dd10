// vec, its swizzles and marray (SYCL 2020, 4.14.2 and 4.14.3) on the device against numbers one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sycl/sycl.hpp"

namespace {

template <class T>
class Vectors : public ::testing::Test {};
using numbers = ::testing::Types<signed char, unsigned short, int, unsigned, long, float, double>;
TYPED_TEST_SUITE(Vectors, numbers);

constexpr int results = 14;

/// Of numbers, the elements that operators of vectors give; those of comparisons as `truth` or 0.
template <class T>
void operators_of_numbers(T a, T b, T* out, T truth) {
    const T values[] = {
        static_cast<T>(a + b), static_cast<T>(a - b),    static_cast<T>(a * b),           static_cast<T>(a / b),
        static_cast<T>(-a),    static_cast<T>(a + T(3)), static_cast<T>(T(3) - b),        a < b ? truth : T(0),
        a == b ? truth : T(0), a >= b ? truth : T(0),    a != 0 && b != 0 ? truth : T(0), static_cast<T>(a + 1),
        static_cast<T>(a * 2), a == 0 ? truth : T(0)};
    for (int r = 0; r < results; ++r) out[r] = values[r];
}

template <class V>
void operators_of_vectors(const V& a, const V& b, typename V::value_type* out, int lanes) {
    using T = typename V::value_type;
    const auto put = [&](int result, const auto& of) {
        for (int lane = 0; lane < lanes; ++lane) out[lane * results + result] = static_cast<T>(of[lane]);
    };
    put(0, a + b);
    put(1, a - b);
    put(2, a * b);
    put(3, a / b);
    put(4, -a);
    put(5, a + T(3));
    put(6, T(3) - b);
    put(7, a < b);
    put(8, a == b);
    put(9, a >= b);
    put(10, a && b);
    V next = a;
    put(11, ++next);
    next = a;
    next *= T(2);
    put(12, next);
    put(13, !a);
}

TYPED_TEST(Vectors, OperateOnEachElement) {
    using T = TypeParam;
    constexpr int n = 64, lanes = 4;
    const unsigned seed = std::random_device{}();
    std::mt19937 random(seed);
    sycl::queue q;
    T* const x = sycl::malloc_shared<T>(2 * n * lanes, q);
    T* const of_vec = sycl::malloc_shared<T>(n * lanes * results, q);
    T* const of_array = sycl::malloc_shared<T>(n * lanes * results, q);
    for (int i = 0; i < 2 * n * lanes; ++i) x[i] = static_cast<T>(1 + random() % 9);
    for (int i = 0; i < n; ++i) x[i * lanes] = 0;
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
         const std::size_t i = id[0];
         sycl::vec<T, lanes> a, b;
         a.load(i, x);
         b.load(i + n, sycl::global_ptr<const T>(x));
         operators_of_vectors(a, b, of_vec + i * lanes * results, lanes);
         const sycl::marray<T, lanes> p(a[0], a[1], a[2], a[3]), r(b[0], b[1], b[2], b[3]);
         operators_of_vectors(p, r, of_array + i * lanes * results, lanes);
     }).wait();
    for (int i = 0; i < n * lanes; ++i) {
        T expected[results], expected_of_array[results];
        operators_of_numbers<T>(x[i], x[n * lanes + i], expected, static_cast<T>(-1));
        operators_of_numbers<T>(x[i], x[n * lanes + i], expected_of_array, T(1));
        for (int r = 0; r < results; ++r) {
            EXPECT_EQ(of_vec[i * results + r], expected[r]) << "vec, result " << r << "; seed " << seed;
            EXPECT_EQ(of_array[i * results + r], expected_of_array[r]) << "marray, result " << r << "; seed " << seed;
        }
    }
    for (T* p : {x, of_vec, of_array}) sycl::free(p, q);
}

TEST(Vectors, ShiftAndCombineBits) {
    const sycl::uint4 a(1u, 2u, 0xf0u, 7u), b(3u, 1u, 4u, 2u);
    const auto expect = [](const sycl::uint4& got, std::array<unsigned, 4> wanted) {
        for (int k = 0; k < 4; ++k) EXPECT_EQ(got[k], wanted[k]) << k;
    };
    expect(a << b, {8, 4, 0xf00, 28});
    expect(a >> 1, {0, 1, 0x78, 3});
    expect(a % b, {1, 0, 0, 1});
    expect(a & b, {1, 0, 0, 2});
    expect(a | b, {3, 3, 0xf4, 7});
    expect(a ^ b, {2, 3, 0xf4, 5});
    expect(~a, {~1u, ~2u, ~0xf0u, ~7u});
    sycl::uint4 c = a;
    c <<= 2;
    c |= b;
    expect(c, {7, 9, 0x3c4, 30});
}

TEST(Swizzles, ReadAndWriteElements) {
    sycl::queue q;
    float* const out = sycl::malloc_shared<float>(24, q);
    q.single_task([=] {
         sycl::float4 v(1, 2, 3, 4);
         v.xy() = v.yx();  // reads both first
         v.zw() *= 2.0f;
         v.swizzle<sycl::elem::w>() = 5.0f;
         const sycl::float4 w = v.wzyx() + v;
         sycl::float2(v.lo()).store(0, out);
         v.hi().store(1, out);
         w.store(1, out);
         const sycl::float8 e(v, w.odd(), 7, v.even().y());
         e.store(1, out);
         v.x() += 1;
         v.s1() = v.w();
         v.b()++;
         v.swizzle<3, 0>().swizzle<1, 0>() = sycl::float2(8, 9);  // x and w
         v.store(4, out);
         const sycl::float3 t = v.xyz();
         t.store(7, sycl::raw_global_ptr<float>(out - 1));
     }).wait();
    const float expected[] = {2, 1, 6, 5, 7, 7, 7, 7, 2, 1, 6, 5, 7, 7, 7, 6, 8, 5, 7, 9, 8, 5, 7};
    for (int k = 0; k < 23; ++k) EXPECT_EQ(out[k], expected[k]) << k;
    sycl::free(out, q);
}

TEST(Vectors, HaveSizesAndAlignments) {
    static_assert(sizeof(sycl::float3) == 16 && alignof(sycl::float3) == 16 && sycl::float3::size() == 3);
    static_assert(sycl::float3::byte_size() == 16 && sizeof(sycl::char2) == 2 && alignof(sycl::double16) == 64);
    static_assert(std::is_trivially_copyable_v<sycl::float4> && std::is_trivially_copyable_v<sycl::mfloat3>);
    static_assert(std::is_convertible_v<sycl::vec<float, 1>, float> &&
                  std::is_convertible_v<sycl::marray<int, 1>, int>);
    static_assert(!std::is_convertible_v<float, sycl::float4> && !std::is_constructible_v<sycl::float4, float, float>);
    static_assert(std::is_constructible_v<sycl::float4, sycl::float2, float, double>);
    static_assert(std::is_same_v<decltype(sycl::vec(1.0f, 2.0f)), sycl::float2>);
    static_assert(std::is_same_v<decltype(sycl::marray(1, 2, 3)), sycl::mint3>);
    constexpr sycl::float4 constant(1, 2, 3, 4);
    static_assert(constant[2] == 3 && constant.w() == 4);
    EXPECT_EQ((sycl::float3(1, 2, 3) == sycl::float3(1, 5, 3))[1], 0);
    EXPECT_EQ(sycl::int2(sycl::float2(1, -1).as<sycl::int2>())[0], 0x3f800000);
}

/// The neighbours of `x` among numbers of `To` decide what each mode gives.
template <class To, class From>
void expect_rounded(From x) {
    using sycl::rounding_mode;
    const sycl::vec<From, 2> v(x);
    const auto down = static_cast<long double>(v.template convert<To, rounding_mode::rtn>()[1]);
    const auto up = static_cast<long double>(v.template convert<To, rounding_mode::rtp>()[1]);
    const auto zero = static_cast<long double>(v.template convert<To, rounding_mode::rtz>()[1]);
    const auto near = static_cast<long double>(v.template convert<To, rounding_mode::rte>()[1]);
    const auto exact = static_cast<long double>(x);
    EXPECT_LE(down, exact);
    EXPECT_GE(up, exact);
    EXPECT_EQ(zero, exact < 0 ? up : down);
    EXPECT_LE(std::fabs(near - exact), std::min(exact - down, up - exact));
    if constexpr (std::is_integral_v<To>) {
        EXPECT_EQ(up - down, exact == std::floor(exact) ? 0 : 1);
    } else {
        EXPECT_TRUE(up == down || std::nextafter(static_cast<To>(down), static_cast<To>(up)) == static_cast<To>(up));
    }
    EXPECT_EQ(static_cast<long double>(v.template convert<To>()[0]), near);
}

TEST(Vectors, ConvertByRoundingMode) {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 2000; ++i) {
        const double part = std::uniform_real_distribution<double>(-1e6, 1e6)(random);
        expect_rounded<int>(part);
        expect_rounded<int>(static_cast<float>(part / 1000));
        expect_rounded<float>(part);
        expect_rounded<float>(static_cast<long>(random()));
        expect_rounded<float>(random());
        expect_rounded<double>(static_cast<long>(random()));
        expect_rounded<float>(static_cast<int>(random()));
    }
    for (const double x : {0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0}) expect_rounded<int>(x);
    expect_rounded<float>(std::numeric_limits<long>::max());
    expect_rounded<float>(std::numeric_limits<unsigned long>::max());
}

}  // namespace
