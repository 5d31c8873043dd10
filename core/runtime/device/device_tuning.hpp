/// Tuning constants of the runtime for GPUs and other devices behind plugins, and of reductions on all devices. The
/// CPU engine's are in cpu/tuning.hpp, those of a plugin in its own folder.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ndweave::detail::device_tuning {

// Work-groups of launches without a local range (plugin/kernel/launch.cpp), and of reductions. ------------------------

/// Fills every GPU.
inline constexpr std::uint32_t default_group_size = 256;
/// Extent along axis 0 in two and three dimensions: full cache lines, and neighbours in the next rows within one group.
inline constexpr std::uint32_t group_row = 64;
/// OpenCL on CPUs runs a group as loops. PoCL, two cores: a group costs 10 ns (BabelStream in groups of 1024 takes 0.96
/// of the time of 256), and a thread takes 32 groups at once, so that few groups do not occupy several threads (LULESH
/// with 20^3 elements takes 1.3 times as long in groups of 1024 as of 64).
inline constexpr std::uint32_t small_loop_group = 64, large_loop_group = 1024, min_groups_per_thread = 64;

// Reductions over ranges (queue/reduction_shape.cpp; a device has its groups per unit among its limits). --------------

/// Groups per compute unit of a GPU, as many as run at once: six fit a multiprocessor with at most 40 registers per
/// work-item.
inline constexpr std::uint32_t reduction_groups_per_unit = 6;
/// The registers of OpenCL kernels are unknown. On an H200 eight groups fitted, and two waves of them were the fastest.
inline constexpr std::uint32_t opencl_reduction_groups_per_unit = 16;
/// Points of a group on a CPU: below the minimum, the combination of groups would take longer than their points.
/// Multiples of the step are full cache lines of any type.
inline constexpr std::size_t min_reduction_run = 256, max_reduction_run = 8192, reduction_run_step = 64;

// Memory. -------------------------------------------------------------------------------------------------------------

/// The widest access of PTX, .v4.b32 and .v2.b64: pointers are assumed to be so aligned if they are.
inline constexpr std::uint32_t max_access_bytes = 16;
/// Blocks of host memory of a copy between devices that cannot access each other (memory/staged_copy.cpp).
inline constexpr std::size_t staging_block_bytes = std::size_t{4} << 20, staging_blocks = 4;
/// The smallest scratch block of reductions, and its alignment: a cache line.
inline constexpr std::size_t min_scratch_bytes = 4096, scratch_alignment = 64;

}  // namespace ndweave::detail::device_tuning
