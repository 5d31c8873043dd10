// What vec, swizzles and marray are made of, converted to and combined with, where the type of the elements decides.
#include <gtest/gtest.h>

#include <cstddef>
#include <random>

#include "sycl/sycl.hpp"

namespace {

using one = sycl::vec<int, 1>;

template <class A, class B>
concept adds = requires(A a, B b) { a + b; };
template <class A>
concept counts_up = requires(A a) { ++a; };
template <class A, class B>
concept assigns = requires(A a, B b) { a = b; };
template <class V, int... I>
concept swizzles = requires(V v) { v.template swizzle<I...>(); };

template <class V>
concept has_rgba = requires(V v) { v.rgba(); };
template <class V>
concept has_xyz = requires(V v) { v.xyz(); };

template <class V, int... I>
using swizzle_of = decltype(std::declval<V&>().template swizzle<I...>());

TEST(VecForms, HaveTheNamesOfTheirElements) {
    static_assert(!has_xyz<sycl::int2> && has_xyz<sycl::int3> && has_xyz<const sycl::int4> && !has_xyz<sycl::int8>);
    static_assert(!has_rgba<sycl::int3> && has_rgba<sycl::int4> && !has_rgba<sycl::int16>);
    static_assert(has_xyz<swizzle_of<sycl::int2, 1, 0, 1>> && !has_xyz<swizzle_of<sycl::int4, 1, 0>>);
    const sycl::int4 v(1, 2, 3, 4);
    EXPECT_EQ(v.abgr().zyx().yx()[1], 2);
}

TEST(VecForms, ConvertAsTheSpecificationSays) {
    static_assert(std::is_convertible_v<int, one> && std::is_convertible_v<one, int> &&
                  std::is_convertible_v<one, long>);
    static_assert(!std::is_convertible_v<int, sycl::int2> && std::is_constructible_v<sycl::int2, int>);
    static_assert(!std::is_convertible_v<sycl::int2, int>);
    enum class colour { red, green };
    EXPECT_EQ(static_cast<colour>(one(1)), colour::green);
    EXPECT_EQ(static_cast<float>(sycl::vec<sycl::half, 1>(sycl::half(2.5f))), 2.5f);
    const sycl::int4 v(1, 2, 3, 4);
    EXPECT_EQ(static_cast<colour>(v.swizzle<0>()), colour::green);
    static_assert(std::is_same_v<decltype(sycl::vec(1.0f)), sycl::vec<float, 1>>);
    static_assert(std::is_same_v<decltype(sycl::marray(true)), sycl::marray<bool, 1>>);
    constexpr sycl::float3 sum = sycl::float3(1, 2, 3) + sycl::float3(4, 5, 6);
    static_assert(sum[2] == 9);
}

TEST(VecForms, CostNothingWhereNothingIsSaid) {
    static_assert(std::is_trivially_default_constructible_v<sycl::float4> &&
                  std::is_trivially_default_constructible_v<sycl::half3> &&
                  std::is_trivially_default_constructible_v<sycl::mdouble2>);
    union {
        sycl::float4 v;
        float elements[4];
    } both;
    both.v = sycl::float4(1, 2, 3, 4);
    EXPECT_EQ(both.v.w(), 4);
    EXPECT_EQ(sycl::int4{}[3], 0);
    EXPECT_EQ(sycl::mint4{}[3], 0);
}

TEST(VecForms, OfOneElementMeetOthers) {
    const sycl::int4 v(1, 2, 3, 4);
    one only = v.swizzle<2>();
    EXPECT_EQ(only, 3);
    only = v.swizzle<3>();
    EXPECT_EQ(only, 4);
    EXPECT_EQ(one(v.swizzle<1>()), 2);
    sycl::int4 all = v * only;
    EXPECT_EQ(all[1], 8);
    all = v.lo().swizzle<0, 1, 0, 1>() - v.swizzle<1>();
    EXPECT_EQ(all[2], -1);
    all = only;
    EXPECT_EQ(all[3], 4);
    all = 7.9;
    EXPECT_EQ(all[0], 7);
    all.xy() = v.swizzle<1>();
    EXPECT_EQ(all[1], 2);
    EXPECT_EQ(all[2], 7);
    const sycl::int3 parts(only, v.swizzle<0>(), one(9));
    EXPECT_EQ(parts[0] * 100 + parts[1] * 10 + parts[2], 419);
}

TEST(VecForms, OfBytesHaveBitsAndNoArithmetic) {
    using bytes = sycl::vec<std::byte, 4>;
    static_assert(!adds<bytes, bytes> && !counts_up<bytes> && adds<sycl::vec<bool, 2>, bool>);
    static_assert(!counts_up<sycl::vec<bool, 2>>);
    const bytes a(std::byte{1}, std::byte{2}, std::byte{0x80}, std::byte{7}), b(std::byte{3});
    bytes c = (a & b) | a.wzyx();
    c ^= std::byte{1};
    EXPECT_EQ(c[0], std::byte{6});
    EXPECT_EQ((~c)[0], std::byte{0xf9});
    EXPECT_EQ((a == b)[0], 0);
    EXPECT_EQ((a < b)[1], -1);
    static_assert(std::is_same_v<decltype(a < b), sycl::char4>);
}

TEST(VecForms, OfTruthsAreTruths) {
    const sycl::vec<bool, 2> a(true, false);
    EXPECT_TRUE((a + a)[0] && !(a * a.yx())[0] && (~a)[1] && (a | true)[1]);
    const sycl::marray<bool, 3> m(true, false, true);
    EXPECT_TRUE((m + m)[0] && !(m & false)[2] && (~m)[1]);
}

TEST(VecForms, SwizzlesAreWrittenOnlyWhereEachElementIsNamedOnce) {
    using v = sycl::int4;
    static_assert(assigns<swizzle_of<v, 0, 1>, sycl::int2> && !assigns<swizzle_of<v, 0, 0>, sycl::int2>);
    static_assert(!assigns<swizzle_of<const v, 0, 1>, sycl::int2> && !assigns<swizzle_of<v, 0, 1>, sycl::int3>);
    static_assert(!assigns<swizzle_of<v, 0, 1>, sycl::float2> && counts_up<swizzle_of<v, 3>>);
    static_assert(!counts_up<swizzle_of<const v, 3>> && !counts_up<swizzle_of<v, 3, 3>>);
    static_assert(swizzles<v, 3, 2, 1> && !swizzles<v, 4> && !swizzles<v, -1> && !swizzles<v, 0, 1, 2, 3, 0>);
}

TEST(VecForms, MarraysJoin) {
    const sycl::marray<int, 2> two(1, 2);
    const sycl::marray<int, 6> six(two, 3.7, two, 4);
    const int expected[] = {1, 2, 3, 1, 2, 4};
    for (int i = 0; i < 6; ++i) EXPECT_EQ(six[i], expected[i]);
    static_assert(!std::is_constructible_v<sycl::marray<int, 3>, sycl::marray<int, 2>, sycl::marray<int, 2>>);
}

/// Elements of every type, loaded, combined and stored on the device at odd places.
template <class T, int N>
void expect_moves(std::mt19937& random) {
    constexpr int n = 37;
    sycl::queue q;
    T* const in = sycl::malloc_shared<T>(n * N + 1, q);
    T* const out = sycl::malloc_shared<T>(n * N, q);
    sycl::vec<T, N>* const whole = sycl::malloc_shared<sycl::vec<T, N>>(n, q);
    for (int i = 0; i <= n * N; ++i) in[i] = static_cast<T>(random() % 100);
    for (int i = 0; i < n * N; ++i) out[i] = T{};
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
         const std::size_t i = id[0];
         sycl::vec<T, N> v;
         v.load(i, in + 1);  // aligned as an element only
         whole[i] = v;
         if constexpr (N > 1) {
             sycl::vec<T, N> w(v[0]);
             w.hi() = v.hi();
             w.lo() = v.lo();
             w.store(i, out);
         } else {
             v.store(i, sycl::raw_global_ptr<T>(out));
         }
     }).wait();
    for (int i = 0; i < n * N; ++i) {
        EXPECT_TRUE(whole[i / N][i % N] == in[i + 1]) << i;
        EXPECT_TRUE(out[i] == in[i + 1]) << i;
    }
    for (void* p : {static_cast<void*>(in), static_cast<void*>(out), static_cast<void*>(whole)}) sycl::free(p, q);
}
template <class T>
void expect_moves_of_every_length(std::mt19937& random) {
    expect_moves<T, 1>(random);
    expect_moves<T, 2>(random);
    expect_moves<T, 3>(random);
    expect_moves<T, 4>(random);
    expect_moves<T, 8>(random);
    expect_moves<T, 16>(random);
}

TEST(VecForms, MoveElementsOfEveryType) {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    expect_moves_of_every_length<bool>(random);
    expect_moves_of_every_length<std::byte>(random);
    expect_moves_of_every_length<short>(random);
    expect_moves_of_every_length<unsigned long long>(random);
    expect_moves_of_every_length<double>(random);
    expect_moves_of_every_length<sycl::ext::oneapi::bfloat16>(random);
    if (sycl::queue().get_device().has(sycl::aspect::fp16)) expect_moves_of_every_length<sycl::half>(random);
}

TEST(VecForms, TakeBracesAndNumbersOfOtherTypes) {
    sycl::float4 c(1, 2, 3, 4);
    const float k = 0.5f;
    c += {k, k, k, 1.0f};
    c *= {2, 2, 2, 2};
    EXPECT_EQ(c[0], 3);
    EXPECT_EQ(c[3], 10);
    c.xy() += c.zw();
    EXPECT_EQ(c[1], 15);
    const int n = 3;
    const double exact = 2.25;
    const sycl::vec<float, 1> one{-6 + n}, other{exact};
    EXPECT_EQ(one[0], -3);
    EXPECT_EQ(other[0], 2.25f);
    EXPECT_EQ(static_cast<float>(one * 2 + other), -3.75f);
}

}  // namespace
