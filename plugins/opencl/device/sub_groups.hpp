/// Sub-groups, which OpenCL has by extensions only.
#pragma once

#include <cstdint>

#include "opencl/driver.hpp"

namespace ndweave::opencl {

struct sub_groups {
    std::uint32_t size = 1;   // work-items
    std::uint32_t sizes = 0;  // ndw_device_info::sub_group_sizes
    bool rows = false;        // NDW_CAP_SUB_GROUP_ROWS
};

/// Sub-groups need shuffles and a size that is known before the kernel is compiled: NVIDIA's warps, or
/// cl_intel_required_subgroup_size with cl_khr_subgroup_shuffle or cl_intel_subgroups. Elsewhere sub-groups have one
/// work-item; on processors, where the kernel compiler makes a group's work-items loops, others can be asked for.
sub_groups sub_groups_of(cl_device_id);

}  // namespace ndweave::opencl
