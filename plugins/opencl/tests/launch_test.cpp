// Kernels and their arguments through the C ABI.
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <vector>

#include "opencl/kernel/serialized_grids.hpp"
#include "opencl_plugin.hpp"

namespace ndweave {
namespace {

using OpenclLaunch = OpenclPlugin;

TEST_P(OpenclLaunch, KernelWithValuesPointersAndAGuard) {
    std::vector<double> x(1001), y(1001);
    std::iota(x.begin(), x.end(), 1.0);
    std::iota(y.begin(), y.end(), 2.0);
    double *dx = upload(x), *dy = upload(y);
    const double a = 0.5;
    const std::uint64_t n = x.size();
    ok(launch(kernel("axpy"), {8}, {128}, {value(a), pointer(dx), pointer(dy), value(n)}));
    const auto got = download(dy, n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(got[i], y[i] + a * x[i]);
}

TEST_P(OpenclLaunch, PointersIntoAllocationsArrive) {
    std::vector<double> x(4096, 1.0);
    double *dx = upload(x), *dy = upload(x);
    double *inner_x = dx + 1023, *inner_y = dy + 2047;
    const double a = 2;
    const std::uint64_t n = 512;
    ok(launch(kernel("axpy"), {2}, {256}, {value(a), pointer(inner_x), pointer(inner_y), value(n)}));
    const auto got = download(dy, 4096);
    for (std::size_t i = 0; i < 4096; ++i) ASSERT_EQ(got[i], i >= 2047 && i < 2559 ? 3.0 : 1.0) << i;
}

/// Pages in full, which lie side by side where nothing keeps them apart.
TEST_P(OpenclLaunch, PointersBehindTheLastElement) {
    const std::vector<double> ones(512, 1.0);
    double* arrays[8];
    for (double*& each : arrays) each = upload(ones);
    const double a = 2;
    const std::uint64_t none = 0;
    for (double* each : arrays) {
        double* const end = each + ones.size();
        ok(launch(kernel("axpy"), {1}, {64}, {value(a), pointer(end), pointer(end), value(none)}));
    }
    for (double* each : arrays) EXPECT_EQ(download(each, ones.size()), ones);
}

TEST_P(OpenclLaunch, LocalMemoryAndBarrierWork) {
    std::vector<int> host(256);
    std::iota(host.begin(), host.end(), 0);
    int* d = upload(host);
    ok(launch(kernel("reverse"), {4}, {64}, {pointer(d), local_memory(64 * sizeof(int))}));
    const auto got = download(d, 256);
    for (int i = 0; i < 256; ++i) ASSERT_EQ(got[i], i / 64 * 64 + 63 - i % 64);
}

TEST_P(OpenclLaunch, ThreeDimensionsRun) {
    unsigned* d = allocate<unsigned>(8 * 6 * 4);
    ok(launch(kernel("where"), {2, 3, 4}, {4, 2, 1}, {pointer(d)}));
    const auto got = download(d, 8 * 6 * 4);
    for (unsigned z = 0; z < 4; ++z) {
        for (unsigned y = 0; y < 6; ++y) {
            for (unsigned x = 0; x < 8; ++x) ASSERT_EQ(got[x + 8 * (y + 6 * z)], x / 4 + 16 * (y / 2) + 256 * z);
        }
    }
}

TEST_P(OpenclLaunch, PointersInMemoryAreFollowedWhereTheyAreAddresses) {
    if (!(info_.capabilities & NDW_CAP_ADDRESSES)) GTEST_SKIP() << "pointers are names only on this device";
    int* values = upload(std::vector<int>{10, 20, 30, 40});
    const auto nodes = upload(std::vector<int*>{values + 3, values + 2, values + 1, values});
    ok(launch(kernel("follow"), {1}, {4}, {pointer(nodes)}));
    EXPECT_EQ(download(values, 4), (std::vector<int>{11, 21, 31, 41}));
    int* later = upload(std::vector<int>{5, 6, 7, 8});  // made after the kernel was first launched
    const std::vector<int*> pointers{later, later + 1, later + 2, later + 3};
    ok(api_->copy(queue_, nodes, pointers.data(), sizeof(int*) * 4));
    ok(launch(kernel("follow"), {1}, {4}, {pointer(nodes)}));
    EXPECT_EQ(download(later, 4), (std::vector<int>{6, 7, 8, 9}));
}

/// On PoCL's device with threads; the other runs one command at a time.
class OpenclGrids : public OpenclPlugin {
    void SetUp() override {
        setenv("POCL_DEVICES", "pthread", 0);
        OpenclPlugin::SetUp();
    }
};

/// PoCL before 7.0 may abort else (kernel/serialized_grids.hpp).
TEST_P(OpenclGrids, RunOneAfterTheOtherWhereTheyMust) {
    void* id = nullptr;
    ok(api_->device_native(device_, NDW_NATIVE_DEVICE, &id));
    if (!opencl::needs_serialized_grids(static_cast<cl_device_id>(id))) GTEST_SKIP() << "they may run at once here";
    ndw_queue* other = nullptr;
    ok(api_->queue_create(device_, 0, &other));
    ndw_kernel* const k = kernel("approach_two");
    double *first = upload(std::vector<double>(16, 0.0)), *second = upload(std::vector<double>(32, 0.0));
    const std::uint32_t many = 2'000'000, few = 1;
    ok(launch(k, {1}, {16}, {pointer(first), value(many)}));
    ok(launch(other, k, {2}, {16}, {pointer(second), value(few)}));
    std::vector<double> seen(16);  // behind the second launch, and so behind the first
    ok(api_->copy(other, seen.data(), first, seen.size() * sizeof(double)));
    ok(api_->queue_sync(other));
    EXPECT_EQ(seen, std::vector<double>(16, 2.0));
    ok(api_->queue_sync(queue_));
    api_->queue_destroy(other);
    EXPECT_EQ(download(first, 16), std::vector<double>(16, 2.0));
    EXPECT_EQ(download(second, 32), std::vector<double>(32, 1.0));
}

INSTANTIATE_TEST_SUITE_P(Memory, OpenclGrids, ::testing::Values("1", "0"), OpenclPlugin::memory_name);
INSTANTIATE_TEST_SUITE_P(Memory, OpenclLaunch, ::testing::Values("1", "0"), OpenclPlugin::memory_name);

}  // namespace
}  // namespace ndweave
