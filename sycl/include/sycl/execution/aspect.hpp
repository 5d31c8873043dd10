/// SYCL 2020 aspects (4.6.4.5).
#pragma once

#include <type_traits>

namespace sycl {

/// Optional features of devices; device::has tells which it has.
enum class aspect {
    cpu,
    gpu,
    accelerator,
    custom,
    emulated,
    host_debuggable,
    fp16,
    fp64,
    atomic64,
    image,
    online_compiler,
    online_linker,
    queue_profiling,
    usm_device_allocations,
    usm_host_allocations,
    usm_atomic_host_allocations,
    usm_shared_allocations,
    usm_atomic_shared_allocations,
    usm_system_allocations,
    // DPC++'s.
    ext_intel_pci_address,
    ext_intel_gpu_eu_count,
    ext_intel_gpu_eu_simd_width,
    ext_intel_gpu_slices,
    ext_intel_gpu_subslices_per_slice,
    ext_intel_gpu_eu_count_per_subslice,
    ext_intel_gpu_hw_threads_per_eu,
    ext_intel_max_mem_bandwidth,
    ext_intel_mem_channel,
    ext_intel_device_info_uuid,
    ext_intel_device_id,
    ext_intel_memory_clock_rate,
    ext_intel_memory_bus_width,
    ext_intel_free_memory,
    ext_intel_legacy_image,
    ext_intel_esimd,
    ext_intel_matrix,
    ext_oneapi_native_assert,
    ext_oneapi_srgb,
    ext_oneapi_bfloat16_math_functions,
    ext_oneapi_cuda_async_barrier,
    ext_oneapi_cuda_cluster_group,
    ext_oneapi_bindless_images,
    ext_oneapi_graph,
    ext_oneapi_limited_graph,
    ext_oneapi_private_alloca,
    ext_oneapi_non_uniform_groups,
    ext_oneapi_ballot_group,
    ext_oneapi_fixed_size_group,
    ext_oneapi_opportunistic_group,
    ext_oneapi_tangle_group,
    ext_oneapi_virtual_mem,
    // SYCL 1.2.1's and early DPC++'s: no device has the first.
    host,
    int64_base_atomics = atomic64,
    int64_extended_atomics = atomic64,
    usm_system_allocator = usm_system_allocations,
};

/// Whether some device that kernels are compiled for may have the aspect (4.6.4.3): they are compiled when they run, so
/// for any.
template <aspect Aspect>
struct any_device_has
    : std::bool_constant<Aspect != aspect::accelerator && Aspect != aspect::custom && Aspect != aspect::emulated &&
                         Aspect != aspect::image && Aspect != aspect::host> {};
template <aspect Aspect>
inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;

/// Whether each has it.
template <aspect Aspect>
struct all_devices_have : std::bool_constant<Aspect == aspect::online_compiler || Aspect == aspect::online_linker> {};
template <aspect Aspect>
inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

}  // namespace sycl
