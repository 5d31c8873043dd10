/// SYCL 2020 kernel descriptors (4.11.13.2). Sizes in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ndweave/range.hpp"
#include "sycl/execution/detail/descriptor.hpp"

namespace sycl {

class context;
class queue;

namespace info::kernel {

/// Of kernels of other languages, which are not here: throws errc::invalid.
struct num_args : sycl::detail::descriptor<std::uint32_t> {};
struct attributes : sycl::detail::descriptor<std::string> {};
// SYCL 1.2.1's.
struct function_name : sycl::detail::descriptor<std::string> {};
struct reference_count : sycl::detail::descriptor<std::uint32_t> {};
struct context : sycl::detail::descriptor<sycl::context> {};

}  // namespace info::kernel

namespace info::kernel_device_specific {

/// Of built-in kernels, of which there are none: throws errc::invalid.
struct global_work_size : sycl::detail::descriptor<ndweave::range<3>> {};
struct work_group_size : sycl::detail::descriptor<std::size_t> {};
struct compile_work_group_size : sycl::detail::descriptor<ndweave::range<3>> {};
struct preferred_work_group_size_multiple : sycl::detail::descriptor<std::size_t> {};
struct private_mem_size : sycl::detail::descriptor<std::size_t> {};
struct max_num_sub_groups : sycl::detail::descriptor<std::uint32_t> {};
struct compile_num_sub_groups : sycl::detail::descriptor<std::uint32_t> {};
struct max_sub_group_size : sycl::detail::descriptor<std::uint32_t> {};
struct compile_sub_group_size : sycl::detail::descriptor<std::uint32_t> {};
/// DPC++'s: registers of a work-item.
struct ext_codeplay_num_regs : sycl::detail::descriptor<std::uint32_t> {};
}  // namespace info::kernel_device_specific

/// Of sycl_ext_oneapi_launch_queries: of a kernel on a queue's device, the last three with the work-group's range.
namespace ext::oneapi::experimental::info::kernel_queue_specific {

struct max_work_group_size : sycl::detail::descriptor<std::size_t> {};
template <int D>
struct max_work_item_sizes : sycl::detail::descriptor<ndweave::id<D>> {};
struct max_sub_group_size : sycl::detail::descriptor<std::uint32_t> {};
struct num_sub_groups : sycl::detail::descriptor<std::uint32_t> {};
/// Work-groups that the device has room for at the same time, at least, with so many bytes of local memory beside
/// the kernel's own. 0: it cannot run such a group.
struct max_num_work_groups : sycl::detail::descriptor<std::size_t> {};

}  // namespace ext::oneapi::experimental::info::kernel_queue_specific
}  // namespace sycl
