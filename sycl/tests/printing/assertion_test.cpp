// An assertion of a kernel that fails on the CPU: C's text and C's end, in every mode.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "sycl/sycl.hpp"

#undef NDEBUG
#include <cassert>

namespace {

struct mode {
    const char* name;
    const char* value;
};

constexpr mode modes[] = {
    {"NDWEAVE_CPU", "auto"}, {"NDWEAVE_CPU", "cbs"}, {"NDWEAVE_CPU", "fiber"}, {"NDWEAVE_CHECK", "1"}};

/// In a process that has used no device yet.
sycl::queue queue_in(const mode& m) {
    ::setenv("NDWEAVE_DEVICE", "cpu", 1);
    ::setenv(m.name, m.value, 1);
    return sycl::queue(sycl::cpu_selector_v);
}

void assert_between_barriers(const mode& m, int limit) {
    sycl::queue q = queue_in(m);
    int* const sums = sycl::malloc_shared<int>(64, q);
    q.submit([&](sycl::handler& group) {
         const sycl::local_accessor<int> part(16, group);
         group.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> item) {
             const int i = static_cast<int>(item.get_local_id(0));
             part[i] = i;
             sycl::group_barrier(item.get_group());
             int sum = 0;
             for (int k = 0; k <= i; ++k) {
                 sum += part[k];
                 assert(sum < limit && "too much");
             }
             sycl::group_barrier(item.get_group());
             sums[item.get_global_id(0)] = sum;
         });
     }).wait();
    std::exit(sums[63] == 120 ? 3 : 4);
}

void assert_in_basic_kernel(const mode& m) {
    sycl::queue q = queue_in(m);
    int* const values = sycl::malloc_shared<int>(1000, q);
    q.parallel_for(sycl::range<1>(1000), [=](sycl::id<1> i) {
         assert(i[0] != 777);
         values[i] = 1;
     }).wait();
    std::exit(3);
}

void abort_in_task(const mode& m) {
    sycl::queue q = queue_in(m);
    int* const value = sycl::malloc_shared<int>(1, q);
    *value = 1;
    q.single_task([=] {
         if (*value == 1) std::abort();
     }).wait();
    std::exit(3);
}

TEST(Assertion, FailsWithItsTextOnTheCpu) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    for (const mode& m : modes) {
        SCOPED_TRACE(m.value);
        EXPECT_EXIT(assert_between_barriers(m, 120), testing::KilledBySignal(SIGABRT),
                    "assertion_test.cpp:[0-9]+: .*Assertion `sum < limit && \"too much\"' failed");
        EXPECT_EXIT(assert_in_basic_kernel(m), testing::KilledBySignal(SIGABRT),
                    "assertion_test.cpp:[0-9]+: .*Assertion `i\\[0\\] != 777' failed");
    }
}

TEST(Assertion, ThatHoldsChangesNothing) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    for (const mode& m : modes) EXPECT_EXIT(assert_between_barriers(m, 121), testing::ExitedWithCode(3), "");
}

TEST(Abort, EndsTheProcessOnTheCpu) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    for (const mode& m : modes) EXPECT_EXIT(abort_in_task(m), testing::KilledBySignal(SIGABRT), "");
}

}  // namespace
