#include "sycl/execution/device.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "sycl/execution/bundles/kernel_id.hpp"
#include "sycl/runtime/queue_state.hpp"

namespace sycl {
namespace {

namespace d = info::device;
using ndweave::memory_order;
using ndweave::memory_scope;

bool is_of(const device& one, info::device_type type) {
    switch (type) {
        case info::device_type::cpu:
            return one.is_cpu();
        case info::device_type::gpu:
            return one.is_gpu();
        case info::device_type::automatic:
            return one == device();
        case info::device_type::all:
            return true;
        default:
            return false;
    }
}

std::uint32_t smallest_sub_group(const device& one) {
    std::size_t smallest = SIZE_MAX;
    for (const std::size_t size : one.get_info<d::sub_group_sizes>()) smallest = size < smallest ? size : smallest;
    return static_cast<std::uint32_t>(smallest);
}

/// Elements of so many bytes that one instruction of the device works on. Programs make groups of them on CPUs.
std::uint32_t elements_of_a_vector(const device& one, std::uint32_t bytes) {
    if (one.get_backend() != backend::cpu) return 1;
#if defined(__x86_64__)
    const std::uint32_t vector = __builtin_cpu_supports("avx512f") ? 64 : __builtin_cpu_supports("avx2") ? 32 : 16;
#else
    const std::uint32_t vector = 16;  // NEON; SVE has no less
#endif
    return vector / bytes;
}

std::vector<info::fp_config> float_config() {
    using enum info::fp_config;
    return {denorm, inf_nan, round_to_nearest, fma};
}

/// Whether two backends have the same GPU, as CUDA's driver and NVIDIA's OpenCL.
bool is_same_gpu(const device& a, const device& b) {
    const auto location = [](const device& d) {
        return d.ndweave::device::get_info<ndweave::info::device::location>();
    };
    return a.is_gpu() && b.is_gpu() && a.get_backend() != b.get_backend() && !location(a).empty() &&
           location(a) == location(b);
}

}  // namespace

std::vector<device> device::get_devices(info::device_type type) {
    const device asked;
    std::vector<device> found;
    for (const ndweave::device& one : ndweave::device::get_devices()) {
        // The null device runs no kernels: it is there for programs that ask for it.
        if (one.get_backend() == backend::null && !(one == asked)) continue;
        if (is_of(one, type)) found.push_back(one);
    }
    // Many programs take the first one, or the first platform's.
    std::ranges::stable_partition(found, [&](const device& one) { return one == asked; });
    // Programs that divide their work among all GPUs would give one of them two parts.
    std::vector<device> once;
    for (const device& one : found) {
        const auto is_it = [&](const device& other) { return is_same_gpu(one, other); };
        if (std::ranges::none_of(once, is_it)) once.push_back(one);
    }
    return once;
}

std::vector<std::size_t> device::sub_group_sizes() const {
    std::vector<std::size_t> sizes = ndweave::device::get_info<ndweave::info::device::sub_group_sizes>();
    const std::size_t usual = detail::kernel_defaults_for(*this).sub_group_size;
    if (usual == 0) return sizes;
    std::erase_if(sizes, [=](std::size_t size) { return size > usual; });
    std::ranges::sort(sizes, std::greater());
    return sizes;
}

bool device::has(aspect a) const {
    const auto core = [this](ndweave::aspect of) { return ndweave::device::has(of); };
    switch (a) {
        case aspect::cpu:
            return is_cpu();
        case aspect::gpu:
            return is_gpu();
        case aspect::fp16:
            return core(ndweave::aspect::fp16);
        case aspect::fp64:
            return core(ndweave::aspect::fp64);
        case aspect::atomic64:
            return core(ndweave::aspect::atomic64);
        case aspect::usm_device_allocations:
            return core(ndweave::aspect::usm_device_allocations);
        case aspect::usm_host_allocations:
            return core(ndweave::aspect::usm_host_allocations);
        case aspect::usm_shared_allocations:
            return core(ndweave::aspect::usm_shared_allocations);
        // Kernels on the CPU run before their submission returns: they would wait for ever for what the host does next.
        case aspect::usm_atomic_host_allocations:
        case aspect::usm_atomic_shared_allocations:
            return false;
        case aspect::usm_system_allocations:
        case aspect::host_debuggable:
            return get_backend() == backend::cpu;
        case aspect::queue_profiling:
        case aspect::online_compiler:
        case aspect::online_linker:
            return true;
        case aspect::ext_intel_pci_address:
            return !get_info<ndweave::info::device::location>().empty();
        case aspect::ext_intel_free_memory:
            return get_info<ndweave::info::device::free_memory>() != 0;
        case aspect::ext_intel_memory_clock_rate:
            return get_info<ndweave::info::device::memory_clock_rate>() != 0;
        case aspect::ext_intel_memory_bus_width:
            return get_info<ndweave::info::device::memory_bus_width>() != 0;
        case aspect::ext_intel_max_mem_bandwidth:
            return has(aspect::ext_intel_memory_clock_rate) && has(aspect::ext_intel_memory_bus_width);
        case aspect::ext_oneapi_native_assert:
        case aspect::ext_oneapi_bfloat16_math_functions:
        case aspect::ext_oneapi_limited_graph:
        case aspect::ext_oneapi_non_uniform_groups:
        case aspect::ext_oneapi_ballot_group:
        case aspect::ext_oneapi_fixed_size_group:
        case aspect::ext_oneapi_opportunistic_group:
            return true;
        default:
            return false;
    }
}

bool device::has_extension(const std::string& name) const {
    return (name == "cl_khr_fp16" && has(aspect::fp16)) || (name == "cl_khr_fp64" && has(aspect::fp64)) ||
           (name == "cl_khr_int64_base_atomics" && has(aspect::atomic64));
}

#define SYCL_DETAIL_INFO(descriptor, ...)                                                        \
    template <>                                                                                  \
    NDWEAVE_EXPORT typename d::descriptor::return_type device::own_info<d::descriptor>() const { \
        return __VA_ARGS__;                                                                      \
    }
SYCL_DETAIL_INFO(device_type, is_cpu() ? info::device_type::cpu : info::device_type::gpu)
SYCL_DETAIL_INFO(vendor_id, get_backend() == backend::cuda ? 0x10de : get_backend() == backend::hip ? 0x1002 : 0)
SYCL_DETAIL_INFO(max_work_item_dimensions, 3)
SYCL_DETAIL_INFO(max_num_sub_groups,
                 static_cast<std::uint32_t>((get_info<d::max_work_group_size>() + smallest_sub_group(*this) - 1) /
                                            smallest_sub_group(*this)))
SYCL_DETAIL_INFO(sub_group_independent_forward_progress, false)
SYCL_DETAIL_INFO(preferred_vector_width_char, 1)
SYCL_DETAIL_INFO(preferred_vector_width_short, 1)
SYCL_DETAIL_INFO(preferred_vector_width_int, 1)
SYCL_DETAIL_INFO(preferred_vector_width_long, 1)
SYCL_DETAIL_INFO(preferred_vector_width_long_long, 1)
SYCL_DETAIL_INFO(preferred_vector_width_float, 1)
SYCL_DETAIL_INFO(preferred_vector_width_double, has(aspect::fp64) ? 1 : 0)
SYCL_DETAIL_INFO(preferred_vector_width_half, has(aspect::fp16) ? 1 : 0)
SYCL_DETAIL_INFO(native_vector_width_char, elements_of_a_vector(*this, 1))
SYCL_DETAIL_INFO(native_vector_width_short, elements_of_a_vector(*this, 2))
SYCL_DETAIL_INFO(native_vector_width_int, elements_of_a_vector(*this, 4))
SYCL_DETAIL_INFO(native_vector_width_long, elements_of_a_vector(*this, 8))
SYCL_DETAIL_INFO(native_vector_width_long_long, elements_of_a_vector(*this, 8))
SYCL_DETAIL_INFO(native_vector_width_float, elements_of_a_vector(*this, 4))
SYCL_DETAIL_INFO(native_vector_width_double, has(aspect::fp64) ? elements_of_a_vector(*this, 8) : 0)
SYCL_DETAIL_INFO(native_vector_width_half, has(aspect::fp16) ? elements_of_a_vector(*this, 2) : 0)
SYCL_DETAIL_INFO(address_bits, 64)
SYCL_DETAIL_INFO(image_support, false)
SYCL_DETAIL_INFO(max_read_image_args, 0)
SYCL_DETAIL_INFO(max_write_image_args, 0)
SYCL_DETAIL_INFO(image2d_max_width, 0)
SYCL_DETAIL_INFO(image2d_max_height, 0)
SYCL_DETAIL_INFO(image3d_max_width, 0)
SYCL_DETAIL_INFO(image3d_max_height, 0)
SYCL_DETAIL_INFO(image3d_max_depth, 0)
SYCL_DETAIL_INFO(image_max_buffer_size, 0)
SYCL_DETAIL_INFO(image_max_array_size, 0)
SYCL_DETAIL_INFO(max_samplers, 0)
SYCL_DETAIL_INFO(max_parameter_size, 4096)
SYCL_DETAIL_INFO(mem_base_addr_align, 512)
SYCL_DETAIL_INFO(half_fp_config, has(aspect::fp16) ? float_config() : std::vector<info::fp_config>())
SYCL_DETAIL_INFO(single_fp_config, float_config())
SYCL_DETAIL_INFO(double_fp_config, has(aspect::fp64) ? float_config() : std::vector<info::fp_config>())
SYCL_DETAIL_INFO(global_mem_cache_type, info::global_mem_cache_type::read_write)
// Constant memory is global memory that kernels only read.
SYCL_DETAIL_INFO(max_constant_buffer_size, get_info<d::max_mem_alloc_size>())
SYCL_DETAIL_INFO(max_constant_args, static_cast<std::uint32_t>(get_info<d::max_parameter_size>() / sizeof(void*)))
SYCL_DETAIL_INFO(local_mem_type, is_cpu() ? info::local_mem_type::global : info::local_mem_type::local)
SYCL_DETAIL_INFO(host_unified_memory, is_cpu())
SYCL_DETAIL_INFO(atomic_memory_order_capabilities, {memory_order::relaxed, memory_order::acquire, memory_order::release,
                                                    memory_order::acq_rel, memory_order::seq_cst})
SYCL_DETAIL_INFO(atomic_fence_order_capabilities, {memory_order::relaxed, memory_order::acquire, memory_order::release,
                                                   memory_order::acq_rel, memory_order::seq_cst})
SYCL_DETAIL_INFO(atomic_memory_scope_capabilities,
                 {memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group, memory_scope::device,
                  memory_scope::system})
SYCL_DETAIL_INFO(atomic_fence_scope_capabilities,
                 {memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group, memory_scope::device,
                  memory_scope::system})
SYCL_DETAIL_INFO(profiling_timer_resolution, is_cpu() ? 1 : 1000)
SYCL_DETAIL_INFO(is_endian_little, std::endian::native == std::endian::little)
SYCL_DETAIL_INFO(is_available, true)
SYCL_DETAIL_INFO(is_compiler_available, true)
SYCL_DETAIL_INFO(is_linker_available, true)
SYCL_DETAIL_INFO(queue_profiling, true)
SYCL_DETAIL_INFO(execution_capabilities, {info::execution_capability::exec_kernel})
SYCL_DETAIL_INFO(built_in_kernel_ids, {})
SYCL_DETAIL_INFO(built_in_kernels, {})
SYCL_DETAIL_INFO(platform, get_platform())
SYCL_DETAIL_INFO(profile, "FULL_PROFILE")
SYCL_DETAIL_INFO(version, get_info<d::driver_version>())
SYCL_DETAIL_INFO(backend_version, get_info<d::driver_version>())
SYCL_DETAIL_INFO(opencl_c_version, {})
SYCL_DETAIL_INFO(extensions, {})
SYCL_DETAIL_INFO(printf_buffer_size, 0)
SYCL_DETAIL_INFO(preferred_interop_user_sync, false)
SYCL_DETAIL_INFO(reference_count, 1)
SYCL_DETAIL_INFO(usm_device_allocations, has(aspect::usm_device_allocations))
SYCL_DETAIL_INFO(usm_host_allocations, has(aspect::usm_host_allocations))
SYCL_DETAIL_INFO(usm_shared_allocations, has(aspect::usm_shared_allocations))
SYCL_DETAIL_INFO(usm_system_allocations, has(aspect::usm_system_allocations))
#undef SYCL_DETAIL_INFO

template <>
NDWEAVE_EXPORT std::vector<aspect> device::own_info<d::aspects>() const {
    std::vector<aspect> found;
    for (int a = 0; a <= static_cast<int>(aspect::host); ++a) {
        if (has(static_cast<aspect>(a))) found.push_back(static_cast<aspect>(a));
    }
    return found;
}

}  // namespace sycl
