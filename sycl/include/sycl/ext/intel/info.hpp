/// Device descriptors of sycl_ext_intel_device_info. device::has tells which of them a device knows
/// (`aspect::ext_intel_…`); asking for another throws errc::feature_not_supported.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "sycl/execution/info.hpp"

namespace sycl {

namespace detail {
using uuid_type = std::array<unsigned char, 16>;
}  // namespace detail

namespace ext::intel::info::device {

#define SYCL_DETAIL_DESCRIPTOR(name, type)     \
    struct name {                              \
        using return_type = type;              \
        static constexpr bool is_sycls = true; \
    };
/// Bytes, now.
SYCL_DETAIL_DESCRIPTOR(free_memory, std::uint64_t)
/// MHz.
SYCL_DETAIL_DESCRIPTOR(memory_clock_rate, std::uint32_t)
/// Bits.
SYCL_DETAIL_DESCRIPTOR(memory_bus_width, std::uint32_t)
/// Bytes a second, of memory that transfers twice in a clock.
SYCL_DETAIL_DESCRIPTOR(max_mem_bandwidth, std::uint64_t)
/// As in "0000:3b:00.0".
SYCL_DETAIL_DESCRIPTOR(pci_address, std::string)
// Of Intel's GPUs and drivers; no device here knows them.
SYCL_DETAIL_DESCRIPTOR(device_id, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(uuid, sycl::detail::uuid_type)
SYCL_DETAIL_DESCRIPTOR(gpu_eu_count, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(gpu_eu_simd_width, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(gpu_slices, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(gpu_subslices_per_slice, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(gpu_eu_count_per_subslice, std::uint32_t)
SYCL_DETAIL_DESCRIPTOR(gpu_hw_threads_per_eu, std::uint32_t)
/// 1: queues choose none.
SYCL_DETAIL_DESCRIPTOR(max_compute_queue_indices, int)
#undef SYCL_DETAIL_DESCRIPTOR

}  // namespace ext::intel::info::device
}  // namespace sycl
