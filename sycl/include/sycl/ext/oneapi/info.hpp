/// Device descriptors of DPC++'s extensions: sycl_ext_oneapi_num_compute_units, sycl_ext_oneapi_max_work_group_query
/// and sycl_ext_oneapi_device_architecture.
#pragma once

#include <cstddef>
#include <string>

#include "sycl/execution/info.hpp"

namespace sycl::ext::oneapi {

namespace info::device {
struct num_compute_units : sycl::detail::device_descriptor<std::size_t> {};
}  // namespace info::device

namespace experimental {

/// What kernels are compiled for. NVIDIA's are in the order of their abilities.
enum class architecture {
    unknown,
    x86_64,
    nvidia_gpu_sm_50,
    nvidia_gpu_sm_52,
    nvidia_gpu_sm_53,
    nvidia_gpu_sm_60,
    nvidia_gpu_sm_61,
    nvidia_gpu_sm_62,
    nvidia_gpu_sm_70,
    nvidia_gpu_sm_72,
    nvidia_gpu_sm_75,
    nvidia_gpu_sm_80,
    nvidia_gpu_sm_86,
    nvidia_gpu_sm_87,
    nvidia_gpu_sm_89,
    nvidia_gpu_sm_90,
    nvidia_gpu_sm_90a,
    amd_gpu_gfx906,
    amd_gpu_gfx908,
    amd_gpu_gfx90a,
    amd_gpu_gfx942,
    amd_gpu_gfx1030,
    amd_gpu_gfx1031,
    amd_gpu_gfx1032,
    amd_gpu_gfx1100,
    amd_gpu_gfx1101,
    amd_gpu_gfx1102,
};

namespace info::device {

/// The most work-groups of a launch.
struct max_global_work_groups : sycl::detail::device_descriptor<std::size_t> {};
/// The same along each dimension.
template <int D = 3>
struct max_work_groups : sycl::detail::device_descriptor<ndweave::range<D>> {};
/// `unknown` for one that is not in the list.
struct architecture : sycl::detail::device_descriptor<experimental::architecture> {};

}  // namespace info::device
}  // namespace experimental
}  // namespace sycl::ext::oneapi
