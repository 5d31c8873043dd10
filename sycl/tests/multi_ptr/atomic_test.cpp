#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "sycl/sycl.hpp"

namespace {

template <class T>
class Atomic : public ::testing::Test {};
using numbers = ::testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long, float, double>;
TYPED_TEST_SUITE(Atomic, numbers);

/// Work-items add, order and combine into one object each; sums of small whole numbers are exact in every order.
TYPED_TEST(Atomic, CombinesWhatAllWorkItemsBring) {
    using T = TypeParam;
    constexpr int n = 1003;
    sycl::queue q;
    T* const at = sycl::malloc_shared<T>(12, q);
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    T* const values = sycl::malloc_shared<T>(n, q);
    for (int i = 0; i < n; ++i) values[i] = static_cast<T>(random() % 1000);
    const T start = static_cast<T>(500);
    for (int i = 0; i < 12; ++i) at[i] = start;
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
         using old = sycl::atomic<T>;
         using ref = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device,
                                      sycl::access::address_space::global_space>;
         const T v = values[i];
         old(sycl::global_ptr<T>(at)).fetch_add(v);
         sycl::atomic_fetch_sub(old(sycl::global_ptr<T>(at + 1)), v);
         sycl::atomic_fetch_min(old(sycl::global_ptr<T>(at + 2)), v);
         sycl::atomic_fetch_max(sycl::atomic(sycl::global_ptr<T>(at + 3)), v);
         ref(at[4]) += v;
         ref(at[5]) -= v;
         ref(at[6])++;
         --ref(at[7]);
         if constexpr (std::is_integral_v<T>) {
             old(sycl::global_ptr<T>(at + 8)).fetch_or(v);
             ref(at[9]) |= v;
             ref(at[10]) &= v;
             ref(at[11]) ^= v;
         }
     }).wait();
    T sum = 0, least = start, most = start;
    std::uint64_t any = 500, all = 500, odd = 500;
    for (int i = 0; i < n; ++i) {
        sum += values[i];
        least = std::min(least, values[i]);
        most = std::max(most, values[i]);
        any |= static_cast<std::uint64_t>(values[i]);
        all &= static_cast<std::uint64_t>(values[i]);
        odd ^= static_cast<std::uint64_t>(values[i]);
    }
    EXPECT_EQ(at[0], static_cast<T>(start + sum));
    EXPECT_EQ(at[1], static_cast<T>(start - sum));
    EXPECT_EQ(at[2], least);
    EXPECT_EQ(at[3], most);
    EXPECT_EQ(at[4], static_cast<T>(start + sum));
    EXPECT_EQ(at[5], static_cast<T>(start - sum));
    EXPECT_EQ(at[6], static_cast<T>(start + n));
    EXPECT_EQ(at[7], static_cast<T>(start - n));
    if (std::is_integral_v<T>) {
        EXPECT_EQ(at[8], static_cast<T>(any));
        EXPECT_EQ(at[9], static_cast<T>(any));
        EXPECT_EQ(at[10], static_cast<T>(all));
        EXPECT_EQ(at[11], static_cast<T>(odd));
    }
    sycl::free(values, q);
    sycl::free(at, q);
}

TYPED_TEST(Atomic, ExchangesLoadsAndStores) {
    using T = TypeParam;
    sycl::queue q;
    T* const at = sycl::malloc_shared<T>(8, q);
    for (int i = 0; i < 8; ++i) at[i] = static_cast<T>(i);
    q.single_task([=] {
         using pointer = sycl::global_ptr<T>;
         const sycl::atomic<T> a = pointer(at);
         at[1] = sycl::atomic_load(a);
         sycl::atomic_store(a, 5);
         at[2] = sycl::atomic_exchange(a, 6);
         T expected = 7;
         at[3] = static_cast<T>(sycl::atomic_compare_exchange_strong(a, expected, 8));
         at[4] = expected;
         at[5] = static_cast<T>(a.compare_exchange_strong(expected, 9));
         sycl::atomic_ref<T, sycl::memory_order::acq_rel, sycl::memory_scope::work_group> r(at[6]);
         r = static_cast<T>(11);
         at[7] = r;
     }).wait();
    const int expected[] = {9, 0, 5, 0, 6, 1, 11, 11};
    for (int i = 0; i < 8; ++i) EXPECT_EQ(at[i], static_cast<T>(expected[i])) << i;
    sycl::free(at, q);
}

}  // namespace
