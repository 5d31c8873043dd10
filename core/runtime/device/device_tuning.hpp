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

/// Groups per compute unit of a GPU at most; of these a launch has as many as run at once, which depends on the
/// kernel's registers.
inline constexpr std::uint32_t reduction_groups_per_unit = 8;
/// The registers of OpenCL kernels are unknown. On an H200 eight groups fitted, and two waves of them were the fastest.
inline constexpr std::uint32_t opencl_reduction_groups_per_unit = 16;
/// Points of a group on a CPU: below the minimum, the combination of groups would take longer than their points.
/// Multiples of the step are full cache lines of any type.
inline constexpr std::size_t min_reduction_run = 256, max_reduction_run = 8192, reduction_run_step = 64;

// Kernels that are loaded before their first launch (plugin/kernel/launched_kernels.cpp). -----------------------------

/// An H200 takes 0.1 to 0.4 ms to load one, which the program does not wait for, and some 64 KiB of memory.
inline constexpr std::size_t max_preloaded_kernels = 64;

// Kernels that are compiled before a launch asks for them (kernel/background/compile_ahead.cpp; docs/decisions/143).
// ---

/// Of programs that start: more threads than kernels of a source file gain nothing, and each takes some 30 MB.
inline constexpr unsigned max_ahead_threads = 8;
/// Kernels behind the one that is needed, for each thread, at most; that many are compiled for nothing by a program
/// that launches no more of them.
inline constexpr unsigned ahead_kernels_per_thread = 2;
/// Threads from which on kernels of kinds that were not launched yet are compiled, too.
inline constexpr unsigned min_threads_for_new_kinds = 4;

// Captures as constants (kernel/captures).
// -----------------------------------------------------------------------------

/// Launches with the same value in a row after which it is taken to stay. Time steps and colours of sweeps change at
/// each launch, levels of a multigrid method after a few; what an iteration repeats stays for the whole of a solve.
inline constexpr std::uint32_t constant_after_launches = 16;
/// Launches must have taken this multiple of the processor time of a compilation, so that a program spends at most a
/// tenth of its processors' time so far on another one, whatever it brings.
inline constexpr double constant_worth = 10;
/// Launches that are looked at, as a multiple of those with the same value, before they are left alone until they have
/// taken as long again: comparing costs a launch some 10 ns.
inline constexpr std::uint32_t constant_patience = 4;
/// Further codes of a kernel's variant: each launch compares its captures with all of them.
inline constexpr std::size_t max_constant_codes = 2;
/// Of the thread that compiles them: a tenth of a processor where all are busy with threads of niceness 0.
inline constexpr int background_niceness = 10;

// Memory. -------------------------------------------------------------------------------------------------------------

/// The widest access of PTX, .v4.b32 and .v2.b64: pointers are assumed to be so aligned if they are.
inline constexpr std::uint32_t max_access_bytes = 16;
/// Blocks of host memory, pinned, that copies go through (memory/copy_channel.cpp). A copy between devices takes at
/// least half blocks, and has so many of them if it is large (memory/staged_copy.cpp).
inline constexpr std::size_t staging_block_bytes = std::size_t{8} << 20, staging_blocks = 4, target_blocks = 8;
/// Blocks of device memory that two drivers share (memory/shared_memory.cpp). A GPU takes 0.3 ms to change from one
/// driver's work to the other's: on an H100 256 MiB take 2.7 ms through these, 5.4 through the host's.
inline constexpr std::size_t shared_block_bytes = std::size_t{32} << 20, shared_blocks = 2;
inline constexpr std::size_t min_shared_bytes = std::size_t{16} << 20;
/// The smallest scratch block of reductions, and its alignment: a cache line.
inline constexpr std::size_t min_scratch_bytes = 4096, scratch_alignment = 64;

// Copies of ordinary host memory (memory/host_copy.cpp; docs/decisions/099). H100 host with 16 cores.
// ------------------

/// Below this the driver's path is as fast.
inline constexpr std::size_t min_staged_bytes = std::size_t{16} << 20;
/// Pinning the blocks takes as long as the driver's path for so many bytes; before, it would not pay off.
inline constexpr std::uint64_t min_pinned_bytes = std::uint64_t{256} << 20;
/// A chunk is what the device copies at once, which costs it 2.5 µs: at most a block, and so many of a large copy.
inline constexpr std::size_t min_chunk_bytes = std::size_t{1} << 20, target_chunks = 32;
/// What a thread copies at once: so many of a chunk, within limits.
inline constexpr std::size_t max_piece_bytes = std::size_t{512} << 10, min_piece_bytes = std::size_t{256} << 10;
inline constexpr std::size_t target_pieces = 16;
/// A thread for so many bytes, and the limit of their number: more only compete for the memory.
inline constexpr std::size_t bytes_per_copy_thread = std::size_t{2} << 20, max_copy_threads = 8;

}  // namespace ndweave::detail::device_tuning
