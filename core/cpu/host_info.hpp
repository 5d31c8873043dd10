/// Properties of this machine, read once.
#pragma once

#include <cstdint>
#include <string>

namespace ndweave::detail {

std::string host_name();              // the processor's model
std::string host_vendor();            // "GenuineIntel", …
std::uint64_t private_cache_bytes();  // level 2, of one core
std::uint64_t llc_bytes();            // last-level cache that the first core shares
std::uint64_t effective_llc_bytes();  // the part of it that this machine can count on: at most 16 MiB a processor
std::uint64_t socket_llc_bytes();     // all last-level caches of a socket: AMD's cores share one in groups
std::uint32_t cache_line_bytes();     // 0: unknown
std::uint32_t clock_mhz();            // the highest; 0: unknown
std::uint64_t physical_memory_bytes();
std::uint64_t available_memory_bytes();  // now
/// Whether memory has several NUMA nodes. (oneTBB knows it too, but the query loads hwloc, which takes milliseconds.)
bool has_several_numa_nodes();

}  // namespace ndweave::detail
