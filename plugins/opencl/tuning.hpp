/// Tuning constants of the OpenCL plugin.
#pragma once

#include <chrono>
#include <cstdint>

namespace ndweave::opencl::tuning {

/// The largest sub-groups that are used by default: above it a GPU runs short of registers, below it more steps use
/// local memory.
inline constexpr std::uint32_t max_sub_group_size = 32;

/// Of processors, whose work-groups are loops: what a kernel may ask for, as on the CPU device. Bit n: 2^n work-items.
inline constexpr std::uint32_t processor_sub_group_sizes = 2 | 4 | 8 | 16 | 32 | 64;
/// Reads up to this size block. NVIDIA: a blocking read takes 5 microseconds, one on the driver's own thread 40.
inline constexpr std::uint64_t max_blocking_read_bytes = 64 << 10;
/// Pages that the kernel is asked for on CPU devices.
inline constexpr std::uint64_t huge_page_bytes = std::uint64_t{2} << 20;
/// A thread that sleeps for an event looks this often whether its driver has forgotten to wake it: rare enough to cost
/// nothing, often enough for a lost device.
inline constexpr std::chrono::milliseconds time_between_looks{100};

}  // namespace ndweave::opencl::tuning
