/// Copies of a queue between any two pointers.
#pragma once

#include <cstddef>

namespace ndweave::detail {

class queue_core;

/// Enqueues a copy. Where one side is memory that the queue's device cannot access, the queue's submission thread does
/// it, through the other device or host memory (staged_copy.hpp). Such a copy into a graph throws
/// errc::feature_not_supported.
void copy(queue_core& queue, void* to, const void* from, std::size_t bytes);

}  // namespace ndweave::detail
