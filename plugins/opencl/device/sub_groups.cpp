#include "opencl/device/sub_groups.hpp"

#include <bit>
#include <vector>

#include "opencl/device/queries.hpp"
#include "opencl/tuning.hpp"

namespace ndweave::opencl {
namespace {

constexpr cl_device_info warp_size_nv = 0x4003;           // cl_nv_device_attribute_query
constexpr cl_device_info sub_group_sizes_intel = 0x4108;  // cl_intel_required_subgroup_size: size_t[]

/// Bit n: sub-groups of 2^n work-items.
std::uint32_t required_sizes(cl_device_id id) {
    std::size_t bytes = 0;
    if (cl.clGetDeviceInfo(id, sub_group_sizes_intel, 0, nullptr, &bytes) != CL_SUCCESS) return 0;
    std::vector<std::size_t> sizes(bytes / sizeof(std::size_t));
    if (cl.clGetDeviceInfo(id, sub_group_sizes_intel, bytes, sizes.data(), nullptr) != CL_SUCCESS) return 0;
    std::uint32_t mask = 0;
    for (const std::size_t size : sizes) {
        if (std::has_single_bit(size) && size <= (std::size_t{1} << 31)) mask |= static_cast<std::uint32_t>(size);
    }
    return mask;  // bit n is the number 2^n
}

/// The largest size up to 32 work-items: above it a GPU runs short of registers, below it more steps use local memory.
std::uint32_t preferred(std::uint32_t sizes) { return std::bit_floor(sizes & (2 * tuning::max_sub_group_size - 1)); }

}  // namespace

sub_groups sub_groups_of(cl_device_id id) {
    if (has_extension(id, "cl_nv_device_attribute_query")) return {query<cl_uint>(id, warp_size_nv), 0, false};
    if (query<cl_device_type>(id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU)
        return {1, tuning::processor_sub_group_sizes, false};
    const bool shuffles = has_extension(id, "cl_khr_subgroup_shuffle") || has_extension(id, "cl_intel_subgroups");
    if (!shuffles || !has_extension(id, "cl_intel_required_subgroup_size")) return {};
    const std::uint32_t sizes = required_sizes(id), size = preferred(sizes);
    if (size <= 1) return {};
    return {size, sizes, true};
}

}  // namespace ndweave::opencl
