// Groups exchange and combine values of the types of sycl/types: half, bfloat16, vec and marray of any size.
#include <gtest/gtest.h>

#include <random>

#include "sycl/sycl.hpp"

namespace {

using sycl::half;
using sycl::ext::oneapi::bfloat16;

template <template <class> class Op, class T>
constexpr bool knows = sycl::has_known_identity<Op<T>, T>::value && sycl::has_known_identity_v<Op<void>, T>;

TEST(GroupValues, HaveKnownIdentities) {
    static_assert(knows<sycl::plus, half> && knows<sycl::multiplies, bfloat16> && knows<sycl::maximum, half>);
    static_assert(!knows<sycl::bit_and, half> && knows<sycl::bit_and, unsigned char>);
    static_assert(!knows<sycl::plus, sycl::float4> && !knows<sycl::minimum, sycl::mint2>);
    static_assert(sycl::known_identity<sycl::minimum<int>, const int>::value == std::numeric_limits<int>::max());
    EXPECT_EQ(static_cast<float>(sycl::known_identity_v<sycl::multiplies<>, bfloat16>), 1.0f);
    EXPECT_EQ(static_cast<float>(sycl::known_identity_v<sycl::minimum<>, half>),
              std::numeric_limits<float>::infinity());
    EXPECT_EQ(static_cast<float>(sycl::known_identity_v<sycl::maximum<bfloat16>, bfloat16>),
              -std::numeric_limits<float>::infinity());
}

constexpr std::size_t groups = 3, items = 96;

/// A value of `T` whose elements are small whole numbers.
template <class T>
T make(std::mt19937& random) {
    T made{};
    if constexpr (requires { made[0]; }) {
        for (std::size_t k = 0; k < T::size(); ++k) made[k] = static_cast<typename T::value_type>(random() % 100);
    } else {
        made = T(static_cast<float>(random() % 100));
    }
    return made;
}
template <class T>
bool same(const T& a, const T& b) {
    if constexpr (requires { a[0]; }) {
        for (std::size_t k = 0; k < T::size(); ++k)
            if (a[k] != b[k]) return false;
        return true;
    } else {
        return a == b;
    }
}

template <class T>
void expect_exchanges() {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    sycl::queue q;
    T* const in = sycl::malloc_shared<T>(groups * items, q);
    T* const from_group = sycl::malloc_shared<T>(groups * items, q);
    T* const from_lane = sycl::malloc_shared<T>(groups * items, q);
    std::uint32_t* const first = sycl::malloc_shared<std::uint32_t>(groups * items, q);
    for (std::size_t i = 0; i < groups * items; ++i) in[i] = make<T>(random);
    constexpr std::size_t source = 41;
    q.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
         const std::size_t i = it.get_global_id(0);
         const T x = in[i];
         from_group[i] = sycl::group_broadcast(it.get_group(), x, source);
         const sycl::sub_group lanes = it.get_sub_group();
         from_lane[i] = sycl::select_from_group(lanes, x, 0);
         first[i] = static_cast<std::uint32_t>(it.get_local_id(0) - lanes.get_local_linear_id());
     }).wait();
    for (std::size_t i = 0; i < groups * items; ++i) {
        const std::size_t begin = i / items * items;
        EXPECT_TRUE(same(from_group[i], in[begin + source])) << i;
        EXPECT_TRUE(same(from_lane[i], in[begin + first[i]])) << i;
    }
    for (T* p : {in, from_group, from_lane}) sycl::free(p, q);
    sycl::free(first, q);
}

TEST(GroupValues, OfAnySizeAreExchanged) {
    expect_exchanges<bfloat16>();
    expect_exchanges<sycl::char3>();
    expect_exchanges<sycl::float4>();
    expect_exchanges<sycl::long3>();
    expect_exchanges<sycl::float16>();
    expect_exchanges<sycl::marray<float, 5>>();
    expect_exchanges<sycl::marray<short, 7>>();
    if (sycl::queue().get_device().has(sycl::aspect::fp16)) expect_exchanges<sycl::half2>();
}

/// Sums of whole numbers that every type here holds.
template <class T>
void expect_sums() {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    sycl::queue q;
    T* const in = sycl::malloc_shared<T>(groups * items, q);
    T* const sums = sycl::malloc_shared<T>(groups, q);
    T* const before = sycl::malloc_shared<T>(groups * items, q);
    for (std::size_t i = 0; i < groups * items; ++i) in[i] = T(static_cast<float>(random() % 3));
    q.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
         const std::size_t i = it.get_global_id(0);
         before[i] = sycl::exclusive_scan_over_group(it.get_group(), in[i], T(0.0f), sycl::plus<T>());
         const T sum = sycl::reduce_over_group(it.get_group(), in[i], sycl::plus<T>());
         if (it.get_local_id(0) == 0) sums[it.get_group(0)] = sum;
     }).wait();
    for (std::size_t g = 0; g < groups; ++g) {
        T sum(0.0f);
        for (std::size_t i = g * items; i < (g + 1) * items; ++i) {
            EXPECT_TRUE(same(before[i], sum)) << i;
            sum = sum + in[i];
        }
        EXPECT_TRUE(same(sums[g], sum)) << g;
    }
    for (T* p : {in, sums, before}) sycl::free(p, q);
}

TEST(GroupValues, AreCombined) {
    expect_sums<bfloat16>();
    expect_sums<sycl::float4>();
    expect_sums<sycl::mint3>();
    if (sycl::queue().get_device().has(sycl::aspect::fp16)) expect_sums<half>();
}

}  // namespace
