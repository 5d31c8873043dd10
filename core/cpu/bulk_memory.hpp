/// Allocation, copying and filling of large memory, with all cores.
#pragma once

#include <cstddef>

namespace ndweave::detail {

/// Memory aligned to `alignment`, at least 64 bytes, large blocks to pages; freed by std::free. On machines of several
/// NUMA nodes large blocks are touched here, in the same parts that launches use. Null: out of memory.
void* allocate_pages(std::size_t bytes, std::size_t alignment);

/// memmove.
void bulk_copy(void* to, const void* from, std::size_t bytes);

/// `count` copies of the pattern, one after the other.
void bulk_fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count);

}  // namespace ndweave::detail
