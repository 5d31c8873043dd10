#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "printing/captured.hpp"
#include "sycl/sycl.hpp"

namespace {

using printing::captured;
using printing::sorted_lines;

template <class... Arguments>
std::string formatted(const char* format, Arguments... arguments) {
    char text[512];
    std::snprintf(text, sizeof text, format, arguments...);
    return text;
}

std::mt19937_64& random_bits() {
    static const auto seed = std::random_device{}();
    static std::mt19937_64 bits((std::printf("seed %u\n", seed), seed));
    return bits;
}

template <class F>
std::string printed_by_task(const F& print) {
    sycl::queue q;
    return captured([&] { q.single_task(print).wait(); });
}

TEST(Printf, PrintsIntegersAsTheHostDoes) {
    for (int round = 0; round < 20; ++round) {
        const auto x = static_cast<long long>(random_bits()());
        const int i = static_cast<int>(x);
        const auto z = static_cast<std::size_t>(x);
        const auto u = static_cast<unsigned long long>(x);
        const auto l = static_cast<long>(x);
        EXPECT_EQ(printed_by_task([=] { printf("%d %i %u %x %X %o %c%%\n", i, i, i, i, i, i, 'a' + (i & 15)); }),
                  formatted("%d %i %u %x %X %o %c%%\n", i, i, i, i, i, i, 'a' + (i & 15)));
        EXPECT_EQ(printed_by_task([=] { std::printf("%lld %llu %llx %ld %zu %zd %td\n", x, u, u, l, z, l, l); }),
                  formatted("%lld %llu %llx %ld %zu %zd %td\n", x, u, u, l, z, l, l));
        EXPECT_EQ(printed_by_task([=] {
                      const auto s = static_cast<short>(i);
                      const auto c = static_cast<signed char>(i);
                      const auto b = static_cast<unsigned char>(i);
                      printf("[%12d|%-12d|%+d|% d|%012d|%.9d|%#x|%hd|%hhd|%hhu]\n", i, i, i, i, i, i, i, s, c, b);
                  }),
                  formatted("[%12d|%-12d|%+d|% d|%012d|%.9d|%#x|%hd|%hhd|%hhu]\n", i, i, i, i, i, i, i,
                            static_cast<short>(i), static_cast<signed char>(i), static_cast<unsigned char>(i)));
    }
}

TEST(Printf, PrintsFloatsAsTheHostDoes) {
    for (int round = 0; round < 20; ++round) {
        const float x = static_cast<float>(static_cast<int>(random_bits()())) / 1024;
        EXPECT_EQ(printed_by_task([=] { printf("%f %e %g %.3f %12.4e %-14g| %E %G\n", x, x, x, x, x, x, x, x); }),
                  formatted("%f %e %g %.3f %12.4e %-14g| %E %G\n", x, x, x, x, x, x, x, x));
    }
    EXPECT_EQ(printed_by_task([] { printf("%f %.1f\n", 1.5, 0.25f); }), formatted("%f %.1f\n", 1.5, 0.25f));
    if (!sycl::device().has(sycl::aspect::fp64)) GTEST_SKIP() << "the device has no double";
    for (int round = 0; round < 20; ++round) {
        const double x = static_cast<double>(static_cast<long long>(random_bits()())) / 1048576;
        EXPECT_EQ(printed_by_task([=] { printf("%.17g %f %lf %.3e\n", x, x, x, x); }),
                  formatted("%.17g %f %lf %.3e\n", x, x, x, x));
    }
}

TEST(Printf, PrintsStrings) {
    const int i = static_cast<int>(random_bits()());
    EXPECT_EQ(printed_by_task([=] {
                  printf("no newline, \"quotes\" \\ ?\?= \t");
                  printf("%s and %s: %s\n", "one", "another", i < 0 ? "negative" : "not negative");
                  puts("a line");
                  putchar('c');
                  putchar('\n');
                  sycl::ext::oneapi::experimental::printf("%d of SYCL's\n", i);
              }),
              formatted("no newline, \"quotes\" \\ ?\?= \tone and another: %s\na line\nc\n%d of SYCL's\n",
                        i < 0 ? "negative" : "not negative", i));
}

/// OpenCL C prints literals only.
TEST(Printf, PrintsStringsInMemory) {
    sycl::queue q;
    const bool is_opencl = q.get_backend() == sycl::backend::opencl;
    char* const memory = sycl::malloc_device<char>(16, q);
    q.memcpy(memory, "in memory", 10).wait();
    const auto print = [=] { printf("%s, %.2s, %.*s\n", memory, memory, 4, memory); };
    if (is_opencl) {
        EXPECT_THROW(q.single_task(print), ndweave::exception);
    } else {
        EXPECT_EQ(captured([&] { q.single_task(print).wait(); }), "in memory, in, in m\n");
    }
    sycl::free(memory, q);
}

/// OpenCL C and CUDA give other numbers.
TEST(Printf, ReturnsTheCharactersOnTheCpu) {
    sycl::queue q{sycl::device(ndweave::device("cpu"))};
    int* const counts = sycl::malloc_shared<int>(100, q);
    captured([&] { q.parallel_for(100, [=](sycl::id<1> i) { counts[i] = printf("%zu\n", i[0]); }).wait(); });
    for (int i = 0; i < 100; ++i) EXPECT_EQ(counts[i], i < 10 ? 2 : 3) << i;
    sycl::free(counts, q);
}

TEST(Printf, PrintsAddresses) {
    sycl::queue q;
    int* const memory = sycl::malloc_device<int>(1, q);
    const std::string text =
        captured([&] { q.single_task([=] { printf("%p\n", static_cast<void*>(memory)); }).wait(); });
    EXPECT_EQ(std::stoull(text, nullptr, 16), reinterpret_cast<std::uintptr_t>(memory)) << text;
    sycl::free(memory, q);
}

/// Of a few work-items, whose lines fit into the buffers of devices.
TEST(Printf, PrintsTheLinesOfItsWorkItemsWhole) {
    sycl::queue q;
    const std::size_t n = 500 + random_bits()() % 100;
    std::vector<int> numbers(n);
    for (int& x : numbers) x = static_cast<int>(random_bits()() % 1000);
    int* const in = sycl::malloc_device<int>(n, q);
    int* const out = sycl::malloc_device<int>(n, q);
    q.copy(numbers.data(), in, n).wait();
    std::vector<std::string> all, odd;
    for (std::size_t i = 0; i < n; ++i) {
        all.push_back(formatted("item %zu has %d, in %.1f lines", i, numbers[i], 1.0f));
        for (int k = 0; k < numbers[i] % 4; ++k) odd.push_back(formatted("item %zu, line %d", i, k));
    }
    std::sort(all.begin(), all.end());
    std::sort(odd.begin(), odd.end());
    EXPECT_EQ(sorted_lines(captured([&] {
                  q.parallel_for(n, [=](sycl::id<1> i) {
                       out[i] = in[i] * 2;
                       printf("item %zu has %d, in %.1f lines\n", i[0], in[i], 1.0f);
                       out[i] += 1;
                   }).wait();
              })),
              all);
    std::vector<int> results(n);
    q.copy(out, results.data(), n).wait();
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(results[i], 2 * numbers[i] + 1);
    // Only some work-items of a sub-group, and each as often as it likes.
    EXPECT_EQ(sorted_lines(captured([&] {
                  q.parallel_for(n, [=](sycl::id<1> i) {
                       for (int k = 0; k < in[i] % 4; ++k) printf("item %zu, line %d\n", i[0], k);
                   }).wait();
              })),
              odd);
    EXPECT_EQ(sorted_lines(captured([&] {
                  q.parallel_for(sycl::nd_range<1>((n + 63) / 64 * 64, 64), [=](sycl::nd_item<1> it) {
                       const std::size_t i = it.get_global_id(0);
                       const int lines = i < n ? in[i] % 4 : 0;
                       const int most = sycl::reduce_over_group(it.get_sub_group(), lines, sycl::maximum<int>());
                       for (int k = 0; k < most; ++k) {
                           sycl::group_barrier(it.get_sub_group());
                           if (k < lines) printf("item %zu, line %d\n", i, k);
                       }
                       sycl::group_barrier(it.get_group());
                   }).wait();
              })),
              odd);
    sycl::free(in, q);
    sycl::free(out, q);
}

}  // namespace
