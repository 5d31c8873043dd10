/// SYCL 2020 kernel descriptors (4.11.13.2). Sizes in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ndweave/range.hpp"

namespace sycl {

class context;
class queue;

namespace info::kernel {

#define SYCL_DETAIL_DESCRIPTOR(name, type) \
    struct name {                          \
        using return_type = type;          \
    };
/// Of kernels of other languages, which are not here: throws errc::invalid.
SYCL_DETAIL_DESCRIPTOR(num_args, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(attributes, std::string)
// SYCL 1.2.1's.
SYCL_DETAIL_DESCRIPTOR(function_name, std::string)
SYCL_DETAIL_DESCRIPTOR(reference_count, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(context, sycl::context)

}  // namespace info::kernel

namespace info::kernel_device_specific {

/// Of built-in kernels, of which there are none: throws errc::invalid.
SYCL_DETAIL_DESCRIPTOR(global_work_size, ndweave::range<3>)
SYCL_DETAIL_DESCRIPTOR(work_group_size, std::size_t)
SYCL_DETAIL_DESCRIPTOR(compile_work_group_size, ndweave::range<3>)
SYCL_DETAIL_DESCRIPTOR(preferred_work_group_size_multiple, std::size_t)
SYCL_DETAIL_DESCRIPTOR(private_mem_size, std::size_t)
SYCL_DETAIL_DESCRIPTOR(max_num_sub_groups, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(compile_num_sub_groups, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(max_sub_group_size, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(compile_sub_group_size, std::uint32_t)
/// DPC++'s: registers of a work-item.
SYCL_DETAIL_DESCRIPTOR(ext_codeplay_num_regs, std::uint32_t)
}  // namespace info::kernel_device_specific

/// Of sycl_ext_oneapi_launch_queries: of a kernel on a queue's device, the last three with the work-group's range.
namespace ext::oneapi::experimental::info::kernel_queue_specific {

SYCL_DETAIL_DESCRIPTOR(max_work_group_size, std::size_t)
template <int D>
SYCL_DETAIL_DESCRIPTOR(max_work_item_sizes, ndweave::id<D>)
SYCL_DETAIL_DESCRIPTOR(max_sub_group_size, std::uint32_t) SYCL_DETAIL_DESCRIPTOR(num_sub_groups, std::uint32_t)
    /// Work-groups that the device has room for at the same time, at least, with so many bytes of local memory beside
    /// the kernel's own. 0: it cannot run such a group.
    SYCL_DETAIL_DESCRIPTOR(max_num_work_groups, std::size_t)
#undef SYCL_DETAIL_DESCRIPTOR

}  // namespace ext::oneapi::experimental::info::kernel_queue_specific
}  // namespace sycl
