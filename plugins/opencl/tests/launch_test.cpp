// Kernels and their arguments through the C ABI.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

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

INSTANTIATE_TEST_SUITE_P(Memory, OpenclLaunch, ::testing::Values("1", "0"), OpenclPlugin::memory_name);

}  // namespace
}  // namespace ndweave
