/// SYCL 2020 device descriptors (4.6.4.4) beyond core's: tag types that name their result. Sizes in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ndweave/device.hpp"
#include "ndweave/nd_item.hpp"
#include "sycl/execution/aspect.hpp"

namespace sycl {

class device;
class kernel_id;
class platform;

namespace info {

enum class device_type : std::uint32_t { cpu, gpu, accelerator, custom, automatic, host, all };
enum class local_mem_type { none, local, global };
enum class global_mem_cache_type { none, read_only, read_write };
enum class execution_capability { exec_kernel, exec_native_kernel };
enum class fp_config {
    denorm,
    inf_nan,
    round_to_nearest,
    round_to_zero,
    round_to_inf,
    fma,
    correctly_rounded_divide_sqrt,
    soft_float
};

using ndweave::info::partition_affinity_domain;
using ndweave::info::partition_property;

namespace device {

using namespace ndweave::info::device;

// Own descriptors, one by one, so that each can be named; what is told: sycl/runtime/device.cpp.
#define SYCL_DETAIL_DESCRIPTOR(name, type)     \
    struct name {                              \
        using return_type = type;              \
        static constexpr bool is_sycls = true; \
    };
SYCL_DETAIL_DESCRIPTOR(device_type, info::device_type)
SYCL_DETAIL_DESCRIPTOR(vendor_id, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(max_work_item_dimensions, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(max_num_sub_groups, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(sub_group_independent_forward_progress, bool)
SYCL_DETAIL_DESCRIPTOR(preferred_vector_width_char, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(preferred_vector_width_short, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(preferred_vector_width_int, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(preferred_vector_width_long, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(preferred_vector_width_long_long, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(preferred_vector_width_float, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(preferred_vector_width_double, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(preferred_vector_width_half, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(native_vector_width_char, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(native_vector_width_short, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(native_vector_width_int, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(native_vector_width_long, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(native_vector_width_long_long, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(native_vector_width_float, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(native_vector_width_double, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(native_vector_width_half, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(address_bits, std::uint32_t)
// There are no images.
SYCL_DETAIL_DESCRIPTOR(image_support, bool)
SYCL_DETAIL_DESCRIPTOR(max_read_image_args, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(max_write_image_args, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(image2d_max_width, std::size_t)
SYCL_DETAIL_DESCRIPTOR(image2d_max_height, std::size_t)
SYCL_DETAIL_DESCRIPTOR(image3d_max_width, std::size_t)
SYCL_DETAIL_DESCRIPTOR(image3d_max_height, std::size_t)
SYCL_DETAIL_DESCRIPTOR(image3d_max_depth, std::size_t)
SYCL_DETAIL_DESCRIPTOR(image_max_buffer_size, std::size_t)
SYCL_DETAIL_DESCRIPTOR(image_max_array_size, std::size_t)
SYCL_DETAIL_DESCRIPTOR(max_samplers, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(max_parameter_size, std::size_t)
SYCL_DETAIL_DESCRIPTOR(mem_base_addr_align, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(half_fp_config, std::vector<info::fp_config>)
SYCL_DETAIL_DESCRIPTOR(single_fp_config, std::vector<info::fp_config>)
SYCL_DETAIL_DESCRIPTOR(double_fp_config, std::vector<info::fp_config>)
SYCL_DETAIL_DESCRIPTOR(global_mem_cache_type, info::global_mem_cache_type)
SYCL_DETAIL_DESCRIPTOR(max_constant_buffer_size, std::uint64_t)
SYCL_DETAIL_DESCRIPTOR(max_constant_args, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(local_mem_type, info::local_mem_type)
SYCL_DETAIL_DESCRIPTOR(host_unified_memory, bool)
SYCL_DETAIL_DESCRIPTOR(atomic_memory_order_capabilities, std::vector<ndweave::memory_order>)
SYCL_DETAIL_DESCRIPTOR(atomic_fence_order_capabilities, std::vector<ndweave::memory_order>)
SYCL_DETAIL_DESCRIPTOR(atomic_memory_scope_capabilities, std::vector<ndweave::memory_scope>)
SYCL_DETAIL_DESCRIPTOR(atomic_fence_scope_capabilities, std::vector<ndweave::memory_scope>)
/// Nanoseconds.
SYCL_DETAIL_DESCRIPTOR(profiling_timer_resolution, std::size_t)
SYCL_DETAIL_DESCRIPTOR(is_endian_little, bool)
SYCL_DETAIL_DESCRIPTOR(is_available, bool)
SYCL_DETAIL_DESCRIPTOR(is_compiler_available, bool)
SYCL_DETAIL_DESCRIPTOR(is_linker_available, bool)
SYCL_DETAIL_DESCRIPTOR(queue_profiling, bool)
SYCL_DETAIL_DESCRIPTOR(execution_capabilities, std::vector<info::execution_capability>)
SYCL_DETAIL_DESCRIPTOR(built_in_kernel_ids, std::vector<sycl::kernel_id>)
SYCL_DETAIL_DESCRIPTOR(built_in_kernels, std::vector<std::string>)
SYCL_DETAIL_DESCRIPTOR(platform, sycl::platform)
SYCL_DETAIL_DESCRIPTOR(profile, std::string)
SYCL_DETAIL_DESCRIPTOR(version, std::string)
SYCL_DETAIL_DESCRIPTOR(backend_version, std::string)
SYCL_DETAIL_DESCRIPTOR(opencl_c_version, std::string)
SYCL_DETAIL_DESCRIPTOR(extensions, std::vector<std::string>)
SYCL_DETAIL_DESCRIPTOR(printf_buffer_size, std::size_t)
SYCL_DETAIL_DESCRIPTOR(preferred_interop_user_sync, bool)
SYCL_DETAIL_DESCRIPTOR(reference_count, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(aspects, std::vector<sycl::aspect>)
SYCL_DETAIL_DESCRIPTOR(usm_device_allocations, bool)
SYCL_DETAIL_DESCRIPTOR(usm_host_allocations, bool)
SYCL_DETAIL_DESCRIPTOR(usm_shared_allocations, bool)
SYCL_DETAIL_DESCRIPTOR(usm_system_allocations, bool)
#undef SYCL_DETAIL_DESCRIPTOR
struct parent_device {
    using return_type = sycl::device;
};

}  // namespace device

/// Kernels are asked by kernel bundles, which are not here: programs open the namespace.
namespace kernel_device_specific {}

namespace platform {

#define SYCL_DETAIL_DESCRIPTOR(name)     \
    struct name {                        \
        using return_type = std::string; \
    };
SYCL_DETAIL_DESCRIPTOR(name)
SYCL_DETAIL_DESCRIPTOR(vendor)
SYCL_DETAIL_DESCRIPTOR(version)
SYCL_DETAIL_DESCRIPTOR(profile)
#undef SYCL_DETAIL_DESCRIPTOR
struct extensions {
    using return_type = std::vector<std::string>;
};

}  // namespace platform
}  // namespace info
}  // namespace sycl
