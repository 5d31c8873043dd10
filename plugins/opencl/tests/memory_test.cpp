// Allocations, copies and fills through the C ABI.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "opencl_plugin.hpp"

namespace ndweave {
namespace {

using OpenclMemory = OpenclPlugin;

TEST_P(OpenclMemory, CopiesAtOffsetsBetweenAllSides) {
    std::vector<int> host(1000);
    std::iota(host.begin(), host.end(), 0);
    int* a = upload(host);
    int* b = allocate<int>(1000);
    const int minus = -1;
    ok(api_->fill(queue_, b, &minus, sizeof minus, 1000));
    ok(api_->copy(queue_, b + 7, a + 500, 100 * sizeof(int)));
    const auto got = download(b, 1000);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(got[i], i >= 7 && i < 107 ? i - 7 + 500 : -1) << i;
}

TEST_P(OpenclMemory, MoreMemoryThanThereIsIsOutOfMemory) {
    void* p = nullptr;
    EXPECT_EQ(api_->memory_alloc(device_, NDW_MEMORY_DEVICE, std::uint64_t{1} << 50, 64, &p), NDW_OUT_OF_MEMORY);
    EXPECT_EQ(api_->memory_free(device_, &p, NDW_MEMORY_DEVICE), NDW_INVALID);
}

TEST_P(OpenclMemory, LargeAlignmentsAreKept) {
    for (std::uint64_t alignment = 64; alignment <= 4096; alignment *= 2) {
        void* p = nullptr;
        ok(api_->memory_alloc(device_, NDW_MEMORY_DEVICE, 100, alignment, &p));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % alignment, 0u);
        ok(api_->memory_free(device_, p, NDW_MEMORY_DEVICE));
    }
}

TEST_P(OpenclMemory, PrefetchesLeaveSharedMemoryAsItIs) {
    if (!(info_.capabilities & NDW_CAP_SHARED_MEMORY)) GTEST_SKIP() << "no shared memory";
    void* p = nullptr;
    ok(api_->memory_alloc(device_, NDW_MEMORY_SHARED, 1 << 20, 64, &p));
    auto* const x = static_cast<unsigned char*>(p);
    std::memset(x, 7, 1 << 20);
    ok(api_->memory_prefetch(queue_, x + 5, 1000));
    ok(api_->memory_prefetch(queue_, x, 1 << 20));
    ok(api_->queue_sync(queue_));
    EXPECT_EQ(std::count(x, x + (1 << 20), 7), 1 << 20);
    ok(api_->memory_free(device_, p, NDW_MEMORY_SHARED));
}

INSTANTIATE_TEST_SUITE_P(Memory, OpenclMemory, ::testing::Values("1", "0"), OpenclPlugin::memory_name);

}  // namespace
}  // namespace ndweave
