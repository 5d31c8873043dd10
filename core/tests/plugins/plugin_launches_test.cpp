/// What becomes of launches: grids, and kernels that are loaded once.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "ndweave/exception.hpp"
#include "plugin_adapter.hpp"
#include "runtime/error_of.hpp"
#include "runtime/plugin/kernel/launch.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::error_of;
using ::ndweave::testing::recorded;

TEST_F(PluginAdapter, BasicKernelsGetAGridThatCoversTheirRange) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    const auto functor = [a = 1.0] { (void)a; };
    static kernel_record record = record_of(functor, kernel_kind::basic, 3);
    for (const auto& global :
         {std::array<std::uint64_t, 3>{1, 1, 1}, {255, 1, 1}, {256, 1, 1}, {257, 3, 1}, {5, 7, 11}, {1, 1, 999}}) {
        launch l{&record, &functor, {global[0], global[1], global[2]}, {0, 0, 0}, 0, {}};
        queue->launch(l);
        const ndw_launch& got = recorded().launches.back();
        EXPECT_LE(got.local_range[0] * got.local_range[1] * got.local_range[2], 512u);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_GE(got.group_count[axis] * got.local_range[axis], global[axis]);
            EXPECT_LT((got.group_count[axis] - 1) * got.local_range[axis], global[axis]);
        }
    }
    EXPECT_EQ(recorded().arguments.back().size(), 1u);  // a device without code gets the functor whole
}

TEST_F(PluginAdapter, NdRangeKernelsKeepTheirWorkGroupAndAreLoadedOncePerShape) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    const auto functor = [a = 1.0] { (void)a; };
    static kernel_record record = record_of(functor, kernel_kind::nd_range, 2);
    for (int i = 0; i < 3; ++i) {
        queue->launch({&record, &functor, {64, 32, 1}, {16, 8, 1}, 128, {}});
        queue->launch({&record, &functor, {64, 32, 1}, {8, 16, 1}, 128, {}});
    }
    EXPECT_EQ(std::ranges::count(recorded().calls, "load"), 2);
    const ndw_launch& got = recorded().launches.back();
    EXPECT_EQ(got.local_range[0], 8u);
    EXPECT_EQ(got.local_range[1], 16u);
    EXPECT_EQ(got.group_count[0], 8u);
    EXPECT_EQ(got.group_count[1], 2u);
    EXPECT_EQ(got.local_memory_bytes, 128u);
}

TEST_F(PluginAdapter, GridBeyondTheDeviceIsRefusedBeforeItIsLoaded) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    const auto functor = [] {};
    static kernel_record record = record_of(functor, kernel_kind::nd_range, 1);
    const exception e = error_of([&] { queue->launch({&record, &functor, {65536u * 4, 1, 1}, {4, 1, 1}, 0, {}}); });
    EXPECT_EQ(e.code(), errc::nd_range);
    EXPECT_NE(std::string(e.what()).find("test kernel"), std::string::npos) << e.what();
    EXPECT_TRUE(recorded().calls.empty());
}

}  // namespace
}  // namespace ndweave::detail
