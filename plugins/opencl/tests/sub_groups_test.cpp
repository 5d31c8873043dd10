// Which sub-groups a device gets, by what it announces. No device at hand may have the extensions, so the driver's
// answers are made up.
#include "opencl/device/sub_groups.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "answer.hpp"

namespace ndweave::opencl {
namespace {

struct announced {
    std::string extensions;
    std::vector<std::size_t> intel_sizes;
    cl_uint nvidia_warp = 0;
    cl_device_type type = CL_DEVICE_TYPE_GPU;
};

announced device;

cl_int made_up(cl_device_id, cl_device_info what, std::size_t room, void* to, std::size_t* needed) {
    if (what == CL_DEVICE_EXTENSIONS) {
        return answer(device.extensions.c_str(), room, to, needed);
    }
    if (what == CL_DEVICE_TYPE) return answer(&device.type, sizeof device.type, room, to, needed);
    if (what == 0x4003 && device.nvidia_warp) {
        return answer(&device.nvidia_warp, sizeof device.nvidia_warp, room, to, needed);
    }
    if (what == 0x4108 && !device.intel_sizes.empty()) {
        return answer(device.intel_sizes.data(), device.intel_sizes.size() * sizeof(std::size_t), room, to, needed);
    }
    return CL_INVALID_VALUE;
}

sub_groups of(const announced& what) {
    device = what;
    const auto real = cl.clGetDeviceInfo;
    cl.clGetDeviceInfo = made_up;
    const sub_groups groups = sub_groups_of(nullptr);
    cl.clGetDeviceInfo = real;
    return groups;
}

const std::string intel = "cl_khr_fp64 cl_intel_subgroups cl_intel_required_subgroup_size";
const std::string khr = "cl_khr_subgroups cl_khr_subgroup_shuffle cl_intel_required_subgroup_size cl_khr_fp64";

TEST(OpenclSubGroups, AreNvidiasWarps) {
    const sub_groups g = of({"cl_khr_fp64 cl_nv_device_attribute_query", {}, 32});
    EXPECT_EQ(g.size, 32u);
    EXPECT_EQ(g.sizes, 0u);
    EXPECT_FALSE(g.rows);
}

TEST(OpenclSubGroups, HaveTheLargestRequiredSizeUpTo32) {
    for (const std::string& extensions : {intel, khr}) {
        const sub_groups g = of({extensions, {8, 16, 32}});
        EXPECT_EQ(g.size, 32u);
        EXPECT_EQ(g.sizes, 8u | 16u | 32u);
        EXPECT_TRUE(g.rows);
    }
    EXPECT_EQ(of({intel, {8, 16}}).size, 16u);
    EXPECT_EQ(of({khr, {1, 2, 4, 8, 16, 32, 64, 128, 256, 512}}).size, 32u);
}

TEST(OpenclSubGroups, OfProcessorsAreWhatKernelsAskFor) {
    for (const std::string& extensions : {std::string(), khr}) {
        const sub_groups g = of({extensions, {8, 16, 32}, 0, CL_DEVICE_TYPE_CPU});
        EXPECT_EQ(g.size, 1u);
        EXPECT_EQ(g.sizes, 2u | 4u | 8u | 16u | 32u | 64u);
        EXPECT_FALSE(g.rows);
    }
}

TEST(OpenclSubGroups, AreSingleWorkItemsWhereShufflesOrSizesAreMissing) {
    const std::vector<std::size_t> sizes{8, 16, 32};
    for (const announced& what :
         {announced{"", {}}, announced{"cl_khr_fp64", sizes}, announced{"cl_intel_subgroups cl_khr_subgroups", sizes},
          announced{"cl_khr_subgroup_shuffle", sizes},
          announced{"cl_intel_required_subgroup_size cl_khr_subgroups", sizes},
          announced{"cl_intel_subgroups_short cl_intel_required_subgroup_size", sizes}, announced{intel, {}},
          announced{intel, {1}}, announced{khr, {64, 128}}}) {
        const sub_groups g = of(what);
        EXPECT_EQ(g.size, 1u) << what.extensions;
        EXPECT_EQ(g.sizes, 0u) << what.extensions;
        EXPECT_FALSE(g.rows) << what.extensions;
    }
}

TEST(OpenclSubGroups, OfSizesThatAreNoPowersOfTwoAreNotOffered) {
    const sub_groups g = of({intel, {3, 8, 24}});
    EXPECT_EQ(g.size, 8u);
    EXPECT_EQ(g.sizes, 8u);
}

}  // namespace
}  // namespace ndweave::opencl
