/// Tuning constants of the plugins for CUDA and HIP.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ndweave::gpu::tuning {

/// Work-items of a group that core chooses: fills every GPU.
inline constexpr std::uint32_t preferred_group_size = 256;

// Staged copies of pageable memory (memory/staging.cpp; docs/decisions/053). H200 host with 16 cores. -----------------

/// Below this the driver's path is as fast.
inline constexpr std::size_t min_staged_bytes = std::size_t{16} << 20;
/// Pinned memory of a buffer, of which a lane has two. Small copies use half of it, for more chunks.
inline constexpr std::size_t staging_buffer_bytes = std::size_t{2} << 20, target_chunks = 32;
/// A lane, which is a thread, for so many bytes; and the limits of their number.
inline constexpr std::size_t bytes_per_lane = std::size_t{4} << 20, min_lanes = 2, max_lanes = 8;
/// Pinning the buffers takes as long as the driver's path for so many bytes; before, it would not pay off.
inline constexpr std::uint64_t min_pinned_bytes = std::uint64_t{256} << 20;

// Device memory. ------------------------------------------------------------------------------------------------------

/// The fraction of the device's memory that a pool may keep unused, unavailable to other processes.
inline constexpr std::size_t pool_fraction = 8;
/// Wide patterns are filled by strided stores up to this many repetitions, then by copies that double the filled part.
inline constexpr std::uint64_t fill_seed_patterns = 16384;

}  // namespace ndweave::gpu::tuning
