/// All tuning constants of the CPU engine, each with its reason and, where it was measured, the machine.
///
/// Machines: "two quiet Zen cores" is a virtual machine of two AMD cores (decision 010); "Zen 4" and "Xeon" are the
/// virtual machines of decision 011; "16 processors" and "64 processors" are the Xeons of decision 013. Constants
/// without a machine follow from the stated reason and were not measured separately.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace ndweave::detail::tuning {

using std::chrono::microseconds;

// Hardware. -----------------------------------------------------------------------------------------------------------

inline constexpr std::size_t cache_line_bytes = 64;  // x86-64 and most AArch64 processors
inline constexpr std::size_t page_bytes = 4096;
inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
/// Assumed where the system does not report cache sizes.
inline constexpr std::uint64_t default_private_cache_bytes = 512 << 10, default_llc_bytes = 32 << 20;

/// Work-items per sub-group unless a kernel requests another number: a 512-bit vector of floats.
inline constexpr std::uint32_t sub_group_size = 16;
/// Check mode stores a work-item's number in 12 bits (access_stamp).
inline constexpr std::uint64_t max_work_group_size = 4096;

// Whether a launch uses several threads (work_estimate.hpp). ----------------------------------------------------------

/// Below this, other threads cost more than they gain.
inline constexpr double min_parallel_ns = 5000;
/// A parallel launch becomes serial only below this: with one threshold, launches would oscillate and find their data
/// in other processors' caches.
inline constexpr double max_serial_ns = 2500;
/// What a kernel's first launch is expected to take at least, where it has several parts: enough for all threads and
/// for parts that even out uneven work. Many programs launch a kernel once, some with few work-items of milliseconds
/// each.
inline constexpr double first_launch_ns = 10e6;
/// Estimates before the first launch, per work-item: compiled kernels, and kernels in library mode.
inline constexpr double compiled_item_ns = 1, library_item_ns = 20;
/// The part of a larger measurement that an estimate adopts, and the limit of its growth as a multiple of the old
/// value: noise only adds time, and may be a thread that was descheduled for milliseconds.
inline constexpr double estimate_adoption = 1.0 / 4, max_estimate_growth = 8;

// How a launch is divided (schedule.cpp, cpu_queue.cpp). --------------------------------------------------------------

/// Minimum duration of a part, which makes its overhead small. 16 processors (decision 013): 50 or 100 µs gain nothing
/// in triads and cost uneven work 1.26 and 1.53 of its time.
inline constexpr double min_part_ns = 20e3;
/// Parts per thread, so that other threads can help one that is late or interrupted (decision 010).
inline constexpr double max_parts_per_share = 8;
/// Shares with fewer parts are not traversed backwards: helpers of a late thread then take the same parts each time. 16
/// processors with 2 MiB of second-level cache each: with alternation, triads of 24 MiB sometimes ran at 0.4 of their
/// speed.
inline constexpr std::uint64_t min_parts_to_alternate = 3;
/// Work-items of a basic kernel along axis 0 that are not divided: full vectors, and no cache line in two parts.
inline constexpr std::uint64_t basic_kernel_run = 64;
/// An estimate for work without one; long enough that a team requests workers in any case.
inline constexpr double first_touch_ns = 1e6;
/// First-touch placement waits so long for sleeping workers, which take some 30 µs to wake (decision 010).
inline constexpr microseconds first_touch_wait{200};

// Threads (launch_team.cpp, spin_backoff.hpp; decisions 010 and 013). -------------------------------------------------

/// A worker stays so long without a launch. Two quiet Zen cores: launches 150 µs apart then run on both.
inline constexpr microseconds worker_linger{200};
/// The same while other teams wait for workers.
inline constexpr microseconds worker_linger_contended{5};
/// A single launch below this requests no workers: a request costs the caller 10 µs, and a sleeping worker arrives 30
/// µs later. Two quiet Zen cores.
inline constexpr double min_wakeup_ns = 50e3;
/// The calling thread spins so long before it sleeps.
inline constexpr microseconds caller_spin{500};
/// What the requests of one launch may take: this, or a part of its expected work. On an idle machine all requests take
/// less. A request takes locks of TBB, whose holder may not be running (decision 013).
inline constexpr double min_request_budget_ns = 20e3, request_budget_share = 1.0 / 16;
/// The pause after requests as a multiple of their time: requests take a quarter of the time at most
/// (decision 013).
inline constexpr int request_pause_factor = 3;
/// A waiting thread only pauses at first, then yields between polls.
inline constexpr microseconds pause_phase{20};
inline constexpr unsigned polls_per_clock_read = 32;
/// Neither polls nor an idle yield take as long: a thread that was away longer had been descheduled, which does not
/// count as waiting (decision 013).
inline constexpr microseconds max_poll_time{10};

// Caches and streaming stores (host_info.cpp, cpu_queue.cpp, footprint.cpp; decision 011). ----------------------------

/// Launches stream beyond this multiple of the last-level cache: repeated streams keep part of it. Zen 4 and Xeon.
inline constexpr std::uint64_t streaming_llc_multiple = 3;
/// Last-level cache that a processor can count on. Real machines have 1 to 12 MiB; more means a virtual machine that
/// shares the cache with others. Xeon with 480 MiB for two processors.
inline constexpr std::uint64_t max_llc_bytes_per_processor = 16 << 20;
/// Memory that a work-item is assumed to access behind one pointer.
inline constexpr std::uint64_t max_bytes_per_item = 64;

// Memory (host_memory.cpp, bulk_memory.cpp, strand.cpp). --------------------------------------------------------------

/// Arrays from this size on start at different offsets; smaller ones share the caches without harm. TeaLeaf 512²
/// takes a quarter less time together with huge pages, a dot product of 2^25 doubles too.
inline constexpr std::size_t min_stagger_bytes = 256 << 10;
/// The offsets: so many steps of a page and some cache lines.
inline constexpr std::size_t stagger_steps = 16, stagger_lines = 5;
/// Allocations from this size on are touched by the threads that will use them, on machines with several NUMA nodes.
inline constexpr std::size_t min_first_touch_bytes = 1 << 20;
/// Allocations from this size on are compared with the machine's memory first.
inline constexpr std::size_t min_overcommit_check_bytes = std::size_t{1} << 30;
/// Copies and fills below this run on one thread, which is as fast; the time of larger ones on one thread.
inline constexpr std::size_t min_parallel_bytes = 1 << 20;
inline constexpr double bulk_ns_per_byte = 0.1;
/// Address space of a fiber's stack, and offsets of the stacks of a group, so that they use different cache sets.
inline constexpr std::size_t fiber_stack_bytes = 128 << 10, fiber_stagger_steps = 8, fiber_stagger_bytes = 512;

// Check mode and validation (check/, validation/). --------------------------------------------------------------------

/// Shadow memory that is kept for the next launch, which then needs no new pages. Beyond this size other processes
/// would lack it.
inline constexpr std::size_t max_retained_shadow_bytes = std::size_t{1} << 30;
/// Releases that are recorded. Beyond it, atomic operations are taken to order everything before them.
inline constexpr std::size_t max_recorded_releases = std::size_t{1} << 22;
/// Consecutive reads of known values after which a work-item is taken to wait.
inline constexpr std::uint64_t max_repeated_reads = std::uint64_t{1} << 22;
/// Places that are recorded: a work-item that reads more of them is not taken to wait. Each is read 16 times before the
/// other limit is reached.
inline constexpr std::size_t max_recorded_places = std::size_t{1} << 18;
/// Work-items of a basic kernel that the reference runs as one group of fibers.
inline constexpr std::uint64_t reference_group_size = 64;
/// Atomic operations of the reference in another order, beyond which work-items are taken to wait without end: a
/// multiple of those in the usual order, and a constant.
inline constexpr std::uint64_t reordered_atomics_factor = 64, reordered_atomics_slack = 1'000'000;

}  // namespace ndweave::detail::tuning
