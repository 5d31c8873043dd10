/// Copies and fills of large memory on all cores.
#pragma once

#include <cstddef>

namespace ndweave::detail {

/// memmove.
void bulk_copy(void* to, const void* from, std::size_t bytes);

/// `count` copies of the pattern, one after the other.
void bulk_fill(void* to, const void* pattern, std::size_t pattern_bytes, std::size_t count);

}  // namespace ndweave::detail
