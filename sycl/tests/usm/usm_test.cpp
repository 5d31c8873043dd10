#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "sycl/sycl.hpp"

namespace {

TEST(Usm, GivesWhatIsAskedForInAllForms) {
    const sycl::queue q;
    const sycl::context c = q.get_context();
    const sycl::device d = q.get_device();
    const auto aligned = [](const void* p, std::size_t alignment) {
        return p && reinterpret_cast<std::uintptr_t>(p) % alignment == 0;
    };
    using sycl::usm::alloc;
    struct alignas(256) wide {
        char bytes[256];
    };
    const auto owned = [&](void* p, std::size_t alignment, alloc kind) {
        EXPECT_TRUE(aligned(p, alignment));
        EXPECT_EQ(sycl::get_pointer_type(p, c), kind);
        EXPECT_EQ(sycl::get_pointer_device(p, c), d);
        sycl::free(p, c);
        EXPECT_EQ(sycl::get_pointer_type(p, c), alloc::unknown);
    };
    owned(sycl::malloc_device(100, q), 64, alloc::device);
    owned(sycl::malloc_device<int>(100, d, c), 64, alloc::device);
    owned(sycl::aligned_alloc_device(512, 100, d, c), 512, alloc::device);
    owned(sycl::aligned_alloc_device<wide>(8, 3, q), 256, alloc::device);
    owned(sycl::malloc(100, q, alloc::device), 64, alloc::device);
    owned(sycl::aligned_alloc<wide>(1024, 3, d, c, alloc::device), 1024, alloc::device);
    if (d.has(sycl::aspect::usm_host_allocations)) {
        owned(sycl::malloc_host(100, c), 64, alloc::host);
        owned(sycl::malloc_host<int>(100, q), 64, alloc::host);
        owned(sycl::aligned_alloc_host<wide>(8, 3, c), 256, alloc::host);
    }
    if (d.has(sycl::aspect::usm_shared_allocations)) {
        owned(sycl::malloc_shared<double>(7, d, c), 64, alloc::shared);
        owned(sycl::aligned_alloc_shared(128, 100, q, {}), 128, alloc::shared);
        owned(sycl::malloc<wide>(3, d, c, alloc::shared), 256, alloc::shared);
    }
}

TEST(Usm, GivesNullWhereMemoryLacks) {
    const sycl::queue q;
    EXPECT_EQ(sycl::malloc_device(SIZE_MAX / 4, q), nullptr);
    EXPECT_EQ(sycl::malloc_device<double>(SIZE_MAX / 2, q), nullptr);
    EXPECT_EQ(sycl::malloc_device(SIZE_MAX / 4, q.get_device(), q.get_context()), nullptr);
    EXPECT_EQ(sycl::aligned_alloc_device(48, 100, q), nullptr);
    EXPECT_EQ(sycl::malloc(100, q, sycl::usm::alloc::unknown), nullptr);
}

TEST(Usm, RefusesForeignPointers) {
    const sycl::queue q;
    int ours = 0;
    EXPECT_THROW(sycl::free(&ours, q), ndweave::exception);
    EXPECT_THROW(sycl::free(&ours, q.get_context()), ndweave::exception);
    EXPECT_THROW((void)sycl::get_pointer_device(&ours, q.get_context()), ndweave::exception);
    sycl::free(nullptr, q);
    sycl::free(nullptr, q.get_context());
}

TEST(Usm, AllocatesForContainers) {
    sycl::queue q;
    if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    using allocator = sycl::usm_allocator<int, sycl::usm::alloc::shared>;
    std::vector<int, allocator> v(1001, 0, allocator(q));
    std::iota(v.begin(), v.end(), 0);
    int* const p = v.data();
    q.parallel_for(v.size(), [=](sycl::id<1> i) { p[i] *= 3; }).wait();
    for (int i = 0; i < 1001; ++i) ASSERT_EQ(v[static_cast<std::size_t>(i)], 3 * i);
    EXPECT_EQ(allocator(q), allocator(q.get_context(), q.get_device()));
}

}  // namespace
