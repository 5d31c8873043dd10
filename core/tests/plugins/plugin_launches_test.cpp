/// What becomes of launches: grids, and kernels that are loaded once.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "ndweave/exception.hpp"
#include "plugin_adapter.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/error_of.hpp"
#include "runtime/kernel/captures/captured_pointers.hpp"
#include "runtime/plugin/kernel/launch.hpp"
#include "runtime/queue/reduction_shape.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::error_of;
using ::ndweave::testing::recorded;
using ::ndweave::testing::recording_plugin;

TEST_F(PluginAdapter, ReductionsHaveAsManyGroupsAsTheDeviceRunsAtOnce) {
    const auto groups_of = [&](auto device_info) {
        plugin_.device_info = device_info;
        return shape_of_reduction(std::size_t{1} << 30, make_device()->limits()).groups;
    };
    EXPECT_EQ(groups_of([](std::uint32_t device, ndw_device_info* info) -> int {
                  const int status = recording_plugin().device_info(device, info);
                  info->is_gpu = 1;
                  info->compute_units = 10;
                  return status;
              }),
              10 * device_tuning::reduction_groups_per_unit);
    EXPECT_EQ(groups_of([](std::uint32_t device, ndw_device_info* info) -> int {
                  const int status = recording_plugin().device_info(device, info);
                  info->is_gpu = 1;
                  info->compute_units = 10;
                  info->code_format = NDW_CODE_OPENCL_C;
                  return status;
              }),
              10 * device_tuning::opencl_reduction_groups_per_unit);
}

TEST(CompiledKernel, CoarseningDividesTheGridAlongAxis0) {
    ndw_compiled_kernel kernel{};
    kernel.coarsening = 2;
    for (const auto& [groups, launched] : {std::pair{1u, 1u}, {2u, 1u}, {5u, 3u}, {6u, 3u}}) {
        ndw_launch l{};
        std::fill_n(l.group_count, 3, groups);
        std::fill_n(l.local_range, 3, 4);
        adapt_to_kernel(l, kernel);
        EXPECT_EQ(l.group_count[0], launched) << groups;
        EXPECT_EQ(l.group_count[1], groups);
        EXPECT_EQ(l.local_range[0], 4u);
        EXPECT_EQ(l.flags, 0u);
    }
}

TEST(CompiledKernel, LoopsOverWorkItemsMakeGroupsOfOne) {
    ndw_compiled_kernel kernel{};
    kernel.coarsening = 1;
    kernel.items_in_loops = kernel.direct = 1;
    ndw_launch l{};
    std::fill_n(l.group_count, 3, 7);
    std::fill_n(l.local_range, 3, 4);
    adapt_to_kernel(l, kernel);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(l.group_count[axis], 7u);
        EXPECT_EQ(l.local_range[axis], 1u);
    }
    EXPECT_EQ(l.flags, NDW_LAUNCH_DIRECT);
}

TEST(CompiledKernel, OnlyPointersThatItNamesMustBeAligned) {
    const std::uint32_t offsets[] = {0, 16};
    ndw_compiled_kernel kernel{};
    kernel.aligned_pointers = offsets;
    kernel.aligned_pointer_count = 2;
    const std::uintptr_t aligned[] = {32, 33, 48}, not_aligned[] = {32, 32, 40};
    EXPECT_TRUE(meets_alignment(kernel, 16, aligned));
    EXPECT_FALSE(meets_alignment(kernel, 16, not_aligned));
    EXPECT_TRUE(meets_alignment(kernel, 8, not_aligned));
}

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

TEST_F(PluginAdapter, GroupsThatDivideTheirPointsAreNoMoreThanRunAtOnce) {
    plugin_.device_info = [](std::uint32_t device, ndw_device_info* info) -> int {
        const int status = recording_plugin().device_info(device, info);
        info->is_gpu = 1;
        info->compute_units = 10;
        return status;
    };
    plugin_.kernel_groups_per_unit = [](ndw_device*, ndw_kernel*, std::uint32_t items, std::uint64_t local_bytes,
                                        std::uint32_t* groups) -> int {
        *groups = items == 256 && local_bytes == 128 ? 3 : 99;
        return NDW_OK;
    };
    const auto functor = [a = 1.0] { (void)a; };
    static kernel_record record = record_of(functor, kernel_kind::nd_range, 1);
    const auto launched = [&](std::uint64_t groups, std::uint64_t points) {
        const auto queue = make_device()->make_queue(false);
        launch l{&record, &functor, {groups * 256, 1, 1}, {256, 1, 1}, 128, {}};
        l.points = points;
        queue->launch(l);
        return recorded().launches.back().group_count[0];
    };
    EXPECT_EQ(launched(80, 1000000), 30u);
    EXPECT_EQ(launched(29, 1000000), 29u);
    EXPECT_EQ(launched(80, 0), 80u);
    plugin_.kernel_groups_per_unit = nullptr;
    EXPECT_EQ(launched(80, 1000000), 80u);
    plugin_.kernel_groups_per_unit = [](ndw_device*, ndw_kernel*, std::uint32_t, std::uint64_t, std::uint32_t*) -> int {
        return NDW_LAUNCH_FAILED;
    };
    EXPECT_NE(std::string(error_of([&] { launched(80, 1000000); }).what()).find("test kernel"), std::string::npos);
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
