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

/// Bytes, now.
struct free_memory : sycl::detail::device_descriptor<std::uint64_t> {};
/// MHz.
struct memory_clock_rate : sycl::detail::device_descriptor<std::uint32_t> {};
/// Bits.
struct memory_bus_width : sycl::detail::device_descriptor<std::uint32_t> {};
/// Bytes a second, of memory that transfers twice in a clock.
struct max_mem_bandwidth : sycl::detail::device_descriptor<std::uint64_t> {};
/// As in "0000:3b:00.0".
struct pci_address : sycl::detail::device_descriptor<std::string> {};
// Of Intel's GPUs and drivers; no device here knows them.
struct device_id : sycl::detail::device_descriptor<std::uint32_t> {};
struct uuid : sycl::detail::device_descriptor<sycl::detail::uuid_type> {};
struct gpu_eu_count : sycl::detail::device_descriptor<std::uint32_t> {};
struct gpu_eu_simd_width : sycl::detail::device_descriptor<std::uint32_t> {};
struct gpu_slices : sycl::detail::device_descriptor<std::uint32_t> {};
struct gpu_subslices_per_slice : sycl::detail::device_descriptor<std::uint32_t> {};
struct gpu_eu_count_per_subslice : sycl::detail::device_descriptor<std::uint32_t> {};
struct gpu_hw_threads_per_eu : sycl::detail::device_descriptor<std::uint32_t> {};
/// 1: queues choose none.
struct max_compute_queue_indices : sycl::detail::device_descriptor<int> {};

}  // namespace ext::intel::info::device
}  // namespace sycl
