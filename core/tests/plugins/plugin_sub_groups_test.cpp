/// The size of sub-groups on a device behind the plugin ABI, by what the device offers and the launch requests.
#include "runtime/plugin/kernel/sub_groups.hpp"

#include <gtest/gtest.h>

#include <string>

#include "ndweave/exception.hpp"
#include "runtime/kernel/validate_launch.hpp"

namespace ndweave::detail {
namespace {

ndw_device_info device_with(std::uint32_t size, std::uint32_t sizes, std::uint32_t capabilities = 0) {
    ndw_device_info info{};
    info.sub_group_size = size;
    info.sub_group_sizes = sizes;
    info.capabilities = capabilities;
    std::string("recorder").copy(info.name, sizeof info.name);
    return info;
}

/// In a launch that requests `asked`, in work-groups of `x` times `y` work-items.
std::uint32_t size_in(const ndw_device_info& info, std::uint32_t asked, std::uint32_t x, std::uint32_t y = 1) {
    static kernel_record record = [] {
        kernel_record r{};
        r.source_name = "[T = test kernel]";
        return r;
    }();
    launch l{&record, nullptr, {x, y, 1}, {x, y, 1}, 0, {}, nullptr};
    l.properties.sub_group_size = asked;
    device_limits limits;
    limits.name = info.name;
    limits.sub_group_sizes = sub_group_sizes(info);
    if (asked != 0) require_sub_group_size(record, asked, limits);
    return sub_group_size(l, {x, y, 1}, info);
}

std::string refusal(const ndw_device_info& info, std::uint32_t asked, std::uint32_t x, std::uint32_t y = 1) {
    try {
        size_in(info, asked, x, y);
    } catch (const exception& e) {
        EXPECT_EQ(e.code(), errc::kernel_not_supported);
        return e.what();
    }
    return "no refusal";
}

TEST(PluginSubGroups, AreTheDevicesOwnUnlessAskedOtherwise) {
    EXPECT_EQ(size_in(device_with(32, 0), 0, 100), 32u);
    EXPECT_EQ(size_in(device_with(32, 0), 32, 100), 32u);
    EXPECT_EQ(size_in(device_with(0, 0), 0, 100), 1u);
    EXPECT_EQ(size_in(device_with(16, 8 | 16 | 32), 8, 100), 8u);
}

TEST(PluginSubGroups, OfOtherSizesAreRefusedWithThoseThereAre) {
    EXPECT_NE(refusal(device_with(16, 8 | 16 | 32), 64, 100).find("16, 8, 32"), std::string::npos);
    for (const std::uint32_t asked : {1u, 3u, 16u, 31u, 64u, ~0u}) {
        EXPECT_NE(refusal(device_with(32, 0), asked, 64).find("sub-groups of " + std::to_string(asked)),
                  std::string::npos);
    }
}

TEST(PluginSubGroups, DoNotStraddleRowsWhereTheyAreCutFromRows) {
    const ndw_device_info rows = device_with(16, 8 | 16, NDW_CAP_SUB_GROUP_ROWS), line = device_with(16, 8 | 16);
    EXPECT_EQ(size_in(rows, 0, 24), 16u);  // one row may end in a part
    EXPECT_EQ(size_in(rows, 0, 32, 4), 16u);
    EXPECT_EQ(size_in(rows, 0, 24, 4), 1u);
    EXPECT_EQ(size_in(line, 0, 24, 4), 16u);
    EXPECT_EQ(size_in(rows, 8, 24, 4), 8u);
    EXPECT_NE(refusal(rows, 16, 24, 4).find("24 work-items long"), std::string::npos);
}

}  // namespace
}  // namespace ndweave::detail
