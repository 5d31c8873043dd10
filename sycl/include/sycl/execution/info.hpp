/// SYCL 2020 device descriptors (4.6.4.4) beyond core's: tag types that name their result. Sizes in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ndweave/device.hpp"
#include "ndweave/nd_item.hpp"
#include "sycl/execution/aspect.hpp"
#include "sycl/execution/detail/descriptor.hpp"

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
struct device_type : sycl::detail::device_descriptor<info::device_type> {};
struct vendor_id : sycl::detail::device_descriptor<std::uint32_t> {};
struct max_work_item_dimensions : sycl::detail::device_descriptor<std::uint32_t> {};
struct max_num_sub_groups : sycl::detail::device_descriptor<std::uint32_t> {};
struct sub_group_independent_forward_progress : sycl::detail::device_descriptor<bool> {};
struct preferred_vector_width_char : sycl::detail::device_descriptor<std::uint32_t> {};
struct preferred_vector_width_short : sycl::detail::device_descriptor<std::uint32_t> {};
struct preferred_vector_width_int : sycl::detail::device_descriptor<std::uint32_t> {};
struct preferred_vector_width_long : sycl::detail::device_descriptor<std::uint32_t> {};
struct preferred_vector_width_long_long : sycl::detail::device_descriptor<std::uint32_t> {};
struct preferred_vector_width_float : sycl::detail::device_descriptor<std::uint32_t> {};
struct preferred_vector_width_double : sycl::detail::device_descriptor<std::uint32_t> {};
struct preferred_vector_width_half : sycl::detail::device_descriptor<std::uint32_t> {};
struct native_vector_width_char : sycl::detail::device_descriptor<std::uint32_t> {};
struct native_vector_width_short : sycl::detail::device_descriptor<std::uint32_t> {};
struct native_vector_width_int : sycl::detail::device_descriptor<std::uint32_t> {};
struct native_vector_width_long : sycl::detail::device_descriptor<std::uint32_t> {};
struct native_vector_width_long_long : sycl::detail::device_descriptor<std::uint32_t> {};
struct native_vector_width_float : sycl::detail::device_descriptor<std::uint32_t> {};
struct native_vector_width_double : sycl::detail::device_descriptor<std::uint32_t> {};
struct native_vector_width_half : sycl::detail::device_descriptor<std::uint32_t> {};
struct address_bits : sycl::detail::device_descriptor<std::uint32_t> {};
// There are no images.
struct image_support : sycl::detail::device_descriptor<bool> {};
struct max_read_image_args : sycl::detail::device_descriptor<std::uint32_t> {};
struct max_write_image_args : sycl::detail::device_descriptor<std::uint32_t> {};
struct image2d_max_width : sycl::detail::device_descriptor<std::size_t> {};
struct image2d_max_height : sycl::detail::device_descriptor<std::size_t> {};
struct image3d_max_width : sycl::detail::device_descriptor<std::size_t> {};
struct image3d_max_height : sycl::detail::device_descriptor<std::size_t> {};
struct image3d_max_depth : sycl::detail::device_descriptor<std::size_t> {};
struct image_max_buffer_size : sycl::detail::device_descriptor<std::size_t> {};
struct image_max_array_size : sycl::detail::device_descriptor<std::size_t> {};
struct max_samplers : sycl::detail::device_descriptor<std::uint32_t> {};
struct max_parameter_size : sycl::detail::device_descriptor<std::size_t> {};
struct mem_base_addr_align : sycl::detail::device_descriptor<std::uint32_t> {};
struct half_fp_config : sycl::detail::device_descriptor<std::vector<info::fp_config>> {};
struct single_fp_config : sycl::detail::device_descriptor<std::vector<info::fp_config>> {};
struct double_fp_config : sycl::detail::device_descriptor<std::vector<info::fp_config>> {};
struct global_mem_cache_type : sycl::detail::device_descriptor<info::global_mem_cache_type> {};
struct max_constant_buffer_size : sycl::detail::device_descriptor<std::uint64_t> {};
struct max_constant_args : sycl::detail::device_descriptor<std::uint32_t> {};
struct local_mem_type : sycl::detail::device_descriptor<info::local_mem_type> {};
struct host_unified_memory : sycl::detail::device_descriptor<bool> {};
struct atomic_memory_order_capabilities : sycl::detail::device_descriptor<std::vector<ndweave::memory_order>> {};
struct atomic_fence_order_capabilities : sycl::detail::device_descriptor<std::vector<ndweave::memory_order>> {};
struct atomic_memory_scope_capabilities : sycl::detail::device_descriptor<std::vector<ndweave::memory_scope>> {};
struct atomic_fence_scope_capabilities : sycl::detail::device_descriptor<std::vector<ndweave::memory_scope>> {};
/// Nanoseconds.
struct profiling_timer_resolution : sycl::detail::device_descriptor<std::size_t> {};
struct is_endian_little : sycl::detail::device_descriptor<bool> {};
struct is_available : sycl::detail::device_descriptor<bool> {};
struct is_compiler_available : sycl::detail::device_descriptor<bool> {};
struct is_linker_available : sycl::detail::device_descriptor<bool> {};
struct queue_profiling : sycl::detail::device_descriptor<bool> {};
struct execution_capabilities : sycl::detail::device_descriptor<std::vector<info::execution_capability>> {};
struct built_in_kernel_ids : sycl::detail::device_descriptor<std::vector<sycl::kernel_id>> {};
struct built_in_kernels : sycl::detail::device_descriptor<std::vector<std::string>> {};
struct platform : sycl::detail::device_descriptor<sycl::platform> {};
struct profile : sycl::detail::device_descriptor<std::string> {};
struct version : sycl::detail::device_descriptor<std::string> {};
struct backend_version : sycl::detail::device_descriptor<std::string> {};
struct opencl_c_version : sycl::detail::device_descriptor<std::string> {};
struct extensions : sycl::detail::device_descriptor<std::vector<std::string>> {};
struct printf_buffer_size : sycl::detail::device_descriptor<std::size_t> {};
struct preferred_interop_user_sync : sycl::detail::device_descriptor<bool> {};
struct reference_count : sycl::detail::device_descriptor<std::uint32_t> {};
struct aspects : sycl::detail::device_descriptor<std::vector<sycl::aspect>> {};
struct usm_device_allocations : sycl::detail::device_descriptor<bool> {};
struct usm_host_allocations : sycl::detail::device_descriptor<bool> {};
struct usm_shared_allocations : sycl::detail::device_descriptor<bool> {};
struct usm_system_allocations : sycl::detail::device_descriptor<bool> {};
struct parent_device {
    using return_type = sycl::device;
};

}  // namespace device

/// Kernels are asked by kernel bundles, which are not here: programs open the namespace.
namespace kernel_device_specific {}

namespace platform {

struct name : sycl::detail::descriptor<std::string> {};
struct vendor : sycl::detail::descriptor<std::string> {};
struct version : sycl::detail::descriptor<std::string> {};
struct profile : sycl::detail::descriptor<std::string> {};
struct extensions : sycl::detail::descriptor<std::vector<std::string>> {};

}  // namespace platform
}  // namespace info
}  // namespace sycl
