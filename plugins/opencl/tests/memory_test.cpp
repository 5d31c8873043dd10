// Allocations, copies and fills through the C ABI.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "opencl/driver.hpp"
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

TEST_P(OpenclMemory, NativeMemoryIsTheBufferAndThePlaceInIt) {
    int* const x = upload(std::vector<int>{1, 2, 3, 4, 5});
    void* buffer = nullptr;
    std::uint64_t offset = 0;
    ok(api_->memory_native(device_, x + 3, &buffer, &offset));
    void* queue = nullptr;
    ok(api_->queue_native(queue_, &queue));
    int read = 0;
    ASSERT_EQ(opencl::cl.clEnqueueReadBuffer(static_cast<cl_command_queue>(queue), static_cast<cl_mem>(buffer), CL_TRUE,
                                             offset, sizeof read, &read, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(read, 4);
    EXPECT_EQ(api_->memory_native(device_, &read, &buffer, &offset), NDW_INVALID);
    EXPECT_NE(error().find("no memory of this device"), std::string::npos) << error();
}

TEST_P(OpenclMemory, NativeDevicesAndContextsBelongTogether) {
    void *device = nullptr, *context = nullptr, *queue = nullptr;
    ok(api_->device_native(device_, NDW_NATIVE_DEVICE, &device));
    ok(api_->device_native(device_, NDW_NATIVE_CONTEXT, &context));
    ok(api_->queue_native(queue_, &queue));
    cl_int error = CL_SUCCESS;
    const cl_mem made =
        opencl::cl.clCreateBuffer(static_cast<cl_context>(context), CL_MEM_READ_WRITE, 64, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const int pattern = 3;
    EXPECT_EQ(opencl::cl.clEnqueueFillBuffer(static_cast<cl_command_queue>(queue), made, &pattern, sizeof pattern, 0,
                                             64, 0, nullptr, nullptr),
              CL_SUCCESS);
    ok(api_->queue_sync(queue_));
    cl_uint units = 0;
    EXPECT_EQ(opencl::cl.clGetDeviceInfo(static_cast<cl_device_id>(device), CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units,
                                         &units, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(units, info_.compute_units);
    opencl::cl.clReleaseMemObject(made);
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

/// A processor behind OpenCL: its memory is the host's.
TEST_P(OpenclMemory, HostMemoryIsCopiedAsItIs) {
    alignas(4096) static unsigned char ordinary[8192];
    std::uint32_t is_pageable = 2;
    ok(api_->memory_is_pageable(device_, ordinary, &is_pageable));
    if (is_pageable == 0) {
        EXPECT_EQ(api_->memory_pin(device_, ordinary, sizeof ordinary), NDW_UNSUPPORTED);
        EXPECT_EQ(api_->memory_unpin(device_, ordinary), NDW_INVALID);
        return;
    }
    ok(api_->memory_pin(device_, ordinary, sizeof ordinary));
    ok(api_->memory_is_pageable(device_, ordinary + 8191, &is_pageable));
    EXPECT_EQ(is_pageable, 0u);
    ok(api_->memory_unpin(device_, ordinary));
    ok(api_->memory_is_pageable(device_, ordinary, &is_pageable));
    EXPECT_EQ(is_pageable, 1u);
    EXPECT_EQ(api_->memory_unpin(device_, ordinary), NDW_INVALID);
}

TEST_P(OpenclMemory, AFileThatIsNoDriversMemoryIsNotImported) {
    const int descriptor = ::open("/dev/null", O_RDWR);
    ASSERT_GE(descriptor, 0);
    void* memory = nullptr;
    EXPECT_NE(api_->memory_import(device_, descriptor, 1 << 21, &memory), NDW_OK);
    EXPECT_EQ(::close(descriptor), 0) << "it was taken";
}

INSTANTIATE_TEST_SUITE_P(Memory, OpenclMemory, ::testing::Values("1", "0"), OpenclPlugin::memory_name);

}  // namespace
}  // namespace ndweave
