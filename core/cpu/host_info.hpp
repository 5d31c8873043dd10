/// Facts about this machine, read once.
#pragma once

#include <cstdint>
#include <string>

namespace ndweave::detail {

/// Work-items per sub-group unless a kernel asks for another number.
inline constexpr std::uint32_t cpu_sub_group_size = 16;
inline constexpr std::uint64_t cpu_max_work_group_size = 4096;

std::string host_name();                  // the processor's model
std::string host_vendor();                // "GenuineIntel", …
std::uint64_t private_cache_bytes();      // level 2, of one core
std::uint64_t last_level_cache_bytes();   // of the cores that share one with the first
std::uint64_t kept_cache_bytes();         // of that, what is taken for this machine's: 16 MiB a processor at most
std::uint64_t last_level_caches_bytes();  // of a socket: AMD's cores share in groups
std::uint64_t physical_memory_bytes();
std::uint64_t available_memory_bytes();  // now
/// Whether memory has several NUMA nodes. (oneTBB knows, too, but asking it loads hwloc, which takes milliseconds.)
bool has_several_numa_nodes();

}  // namespace ndweave::detail
