/// Memory of the CPU device.
#pragma once

#include <cstddef>

namespace ndweave::detail {

/// Memory aligned to `alignment`, at least 64 bytes. Null: out of memory.
///
/// Large blocks are asked to lie on huge pages, and begin at different places of a page and of the caches: arrays that
/// are walked together would otherwise fight for the same few lines (as those of malloc do, which all begin 16 bytes
/// into a page). On machines of several NUMA nodes they are touched here, in the same parts that launches use.
void* allocate_host(std::size_t bytes, std::size_t alignment);

/// Gives back what allocate_host returned; null is allowed.
void free_host(void* memory);

}  // namespace ndweave::detail
