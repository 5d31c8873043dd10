/// Tuning constants of the plugins for CUDA and HIP.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ndweave::gpu::tuning {

/// Work-items of a group that core chooses: fills every GPU.
inline constexpr std::uint32_t preferred_group_size = 256;

// Device memory. ------------------------------------------------------------------------------------------------------

/// The fraction of the device's memory that a pool may keep unused, unavailable to other processes.
inline constexpr std::size_t pool_fraction = 8;
/// Wide patterns are filled by strided stores up to this many repetitions, then by copies that double the filled part.
inline constexpr std::uint64_t fill_seed_patterns = 16384;

}  // namespace ndweave::gpu::tuning
