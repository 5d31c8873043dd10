#include "ndweave/usm.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "runtime/error_of.hpp"

namespace ndweave {
namespace {

using testing::error_of;

TEST(Usm, PointersAreAlignedAndKnownInside) {
    queue q(device("cpu"));
    for (std::size_t bytes : {1u, 63u, 64u, 4097u, 1u << 20}) {
        char* p = static_cast<char*>(malloc_device(bytes, q));
        ASSERT_NE(p, nullptr);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 64, 0u);
        EXPECT_EQ(get_pointer_type(p, q), usm::alloc::device);
        EXPECT_EQ(get_pointer_type(p + bytes - 1, q), usm::alloc::device);
        EXPECT_EQ(get_pointer_type(p + bytes, q), usm::alloc::unknown);
        EXPECT_EQ(get_pointer_device(p + bytes / 2, q), q.get_device());
        free(p, q);
        EXPECT_EQ(get_pointer_type(p, q), usm::alloc::unknown);
    }
}

TEST(Usm, KindsAreTold) {
    queue q(device("cpu"));
    int* shared = malloc_shared<int>(3, q);
    int* host = malloc_host<int>(3, q);
    EXPECT_EQ(get_pointer_type(shared, q), usm::alloc::shared);
    EXPECT_EQ(get_pointer_type(host + 2, q), usm::alloc::host);
    free(shared, q);
    free(host, q);
}

TEST(Usm, LargeAlignmentsAreKept) {
    queue q(device("cpu"));
    void* p = malloc_device(100, q, 4096);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 4096, 0u);
    free(p, q);
    EXPECT_EQ(error_of([&] { malloc_device(100, q, 48); }).code(), errc::invalid);
}

TEST(Usm, CopiesAndFillsBeyondAnAllocationAreRefused) {
    queue q(device("cpu"));
    int* const a = malloc_shared<int>(100, q);
    std::vector<int> host(200, 7);
    q.fill(a, 3, 100);
    const std::vector<std::function<void()>> beyond = {[&] { q.memcpy(a, host.data(), 404); },
                                                       [&] { q.memcpy(host.data(), a + 50, 201); },
                                                       [&] { q.memset(a + 99, 0, 5); },
                                                       [&] { q.fill(a + 1, 5, 100); },
                                                       [&] { q.fill(a, 5, SIZE_MAX / 4 + 2); },
                                                       [&] { q.copy(host.data(), a, 101); },
                                                       [&] { q.copy(a + 100 - 1, host.data(), 2); },
                                                       [&] { q.memcpy(a, a + 60, 161); }};
    for (const auto& each : beyond) {
        const exception e = error_of(each);
        EXPECT_EQ(e.code(), errc::invalid);
        EXPECT_NE(std::string(e.what()).find("an allocation that ends"), std::string::npos) << e.what();
    }
    const std::vector<std::function<void()>> wrapping = {
        [&] { q.copy(host.data(), a, SIZE_MAX / 4 + 2); },
        [&] { q.copy(host.data(), host.data() + 1, SIZE_MAX / 4 + 2); },
        [&] { q.memcpy(host.data(), host.data() + 1, SIZE_MAX); }};
    for (const auto& each : wrapping) EXPECT_EQ(error_of(each).code(), errc::invalid);
    EXPECT_EQ(std::string(error_of(beyond[2]).what()),
              "fill of 5 bytes at a pointer into an allocation that ends 4 bytes behind it");
    EXPECT_EQ(std::vector<int>(a, a + 100), std::vector<int>(100, 3)) << "nothing was written";
    EXPECT_EQ(host, std::vector<int>(200, 7));
    // What just fits, and what is not USM.
    q.copy(host.data() + 100, a, 100);
    q.memcpy(host.data(), a + 50, 200);
    q.memset(a + 99, 0, 4).wait();
    EXPECT_EQ(a[98], 7);
    EXPECT_EQ(a[99], 0);
    free(a, q);
}

TEST(Usm, ZeroBytesAreNull) {
    queue q(device("cpu"));
    EXPECT_EQ(malloc_device(0, q), nullptr);
    free(nullptr, q);
}

TEST(Usm, AlignmentsAndKindsMayBeChosenAtRunTime) {
    queue q(device("cpu"));
    for (const usm::alloc kind : {usm::alloc::device, usm::alloc::host, usm::alloc::shared}) {
        int* const p = malloc<int>(5, q, kind);
        double* const aligned = aligned_alloc<double>(512, 3, q, kind);
        EXPECT_EQ(get_pointer_type(p, q), kind);
        EXPECT_EQ(get_pointer_type(aligned, q), kind);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned) % 512, 0u);
        free(p, q);
        free(aligned, q);
    }
    EXPECT_EQ(error_of([&] { malloc<int>(1, q, usm::alloc::unknown); }).code(), errc::invalid);
    for (const std::size_t alignment : {0, 3, 12, 96}) {
        EXPECT_EQ(error_of([&] { aligned_alloc_device<char>(alignment, 100, q); }).code(), errc::invalid) << alignment;
    }
}

TEST(Usm, ContainersAreReachedByKernels) {
    queue q(device("cpu"));
    using allocator = usm_allocator<int, usm::alloc::shared, 128>;
    std::vector<int, allocator> v(1000, 3, allocator(q));
    int* const p = v.data();
    EXPECT_EQ(get_pointer_type(p, q), usm::alloc::shared);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 128, 0u);
    q.parallel_for(v.size(), [=](id<1> i) { p[i] *= 2 * i; }).wait();
    for (std::size_t i = 0; i < v.size(); ++i) ASSERT_EQ(v[i], static_cast<int>(6 * i));
    const auto copy = v;
    v.resize(5000);
    EXPECT_EQ(copy.size(), 1000u);
    EXPECT_EQ(copy[999], v[999]);
}

TEST(Usm, CountsWhoseBytesWrapAroundAreRefused) {
    queue q(device("cpu"));
    const std::size_t count = SIZE_MAX / sizeof(double) + 2;  // 8 bytes, modulo 2^64
    EXPECT_EQ(error_of([&] { malloc_device<double>(count, q); }).code(), errc::memory_allocation);
    EXPECT_EQ(error_of([&] { malloc_host<double>(count, q); }).code(), errc::memory_allocation);
    EXPECT_EQ(error_of([&] { malloc_shared<double>(count, q); }).code(), errc::memory_allocation);
    EXPECT_EQ(error_of([&] { malloc_shared(SIZE_MAX, q); }).code(), errc::memory_allocation);
}

TEST(Usm, FreeRefusesWhatItDidNotGive) {
    queue q(device("cpu"));
    int* p = malloc_device<int>(8, q);
    int on_stack = 0;
    EXPECT_EQ(error_of([&] { free(&on_stack, q); }).code(), errc::invalid);
    EXPECT_EQ(error_of([&] { free(p + 1, q); }).code(), errc::invalid);
    EXPECT_EQ(get_pointer_type(p, q), usm::alloc::device) << "a refused free must change nothing";
    free(p, q);
    EXPECT_EQ(error_of([&] { free(p, q); }).code(), errc::invalid) << "second free";
}

TEST(Usm, OutOfMemorySaysHowMuchWasAsked) {
    queue q(device("cpu"));
    const std::size_t absurd = std::size_t{1} << 62;
    const exception e = error_of([&] { malloc_device(absurd, q); });
    EXPECT_EQ(e.code(), errc::memory_allocation);
    EXPECT_NE(std::string(e.what()).find(std::to_string(absurd)), std::string::npos) << e.what();
}

TEST(Usm, CopiesMayOverlapAndMixWithHostMemory) {
    queue q(device("cpu"));
    std::vector<unsigned char> host(1000), back(1000);
    for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<unsigned char>(i * 7);
    auto* p = malloc_device<unsigned char>(1000, q);
    q.memcpy(p, host.data(), 1000).wait();
    q.memcpy(p + 13, p, 900).wait();
    q.memcpy(back.data(), p, 1000).wait();
    std::memmove(host.data() + 13, host.data(), 900);
    EXPECT_EQ(back, host);
    free(p, q);
}

TEST(Usm, FillRepeatsAnyPattern) {
    queue q(device("cpu"));
    struct rgb {
        unsigned char r, g, b;
    };
    auto* p = malloc_device<rgb>(101, q);
    q.fill(p, rgb{1, 2, 3}, 101).wait();
    for (int i = 0; i < 101; ++i) ASSERT_TRUE(p[i].r == 1 && p[i].g == 2 && p[i].b == 3) << i;
    q.memset(p, 0xab, 303).wait();
    EXPECT_EQ(p[100].b, 0xab);
    free(p, q);
}

TEST(Usm, NullCopiesAreRefused) {
    queue q(device("cpu"));
    char c = 0;
    EXPECT_EQ(error_of([&] { q.memcpy(nullptr, &c, 1); }).code(), errc::invalid);
    EXPECT_EQ(error_of([&] { q.memcpy(&c, nullptr, 1); }).code(), errc::invalid);
    EXPECT_EQ(error_of([&] { q.memset(nullptr, 0, 1); }).code(), errc::invalid);
    q.memcpy(nullptr, nullptr, 0).wait();
}

}  // namespace
}  // namespace ndweave
