/// Memory of the CPU device.
#pragma once

#include <cstddef>

namespace ndweave::detail {

/// Memory aligned to `alignment`, at least 64 bytes. Null: out of memory.
///
/// Large blocks are advised to use huge pages, and start at different offsets within a page and within the caches:
/// arrays that are traversed together would otherwise compete for the same few cache sets (as those of malloc do, which
/// all start 16 bytes into a page). On machines with several NUMA nodes they are first touched here, in the same parts
/// that launches use.
void* allocate_host(std::size_t bytes, std::size_t alignment);

/// Frees what allocate_host returned; null is allowed.
void free_host(void* memory);

}  // namespace ndweave::detail
