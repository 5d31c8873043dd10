/// Copies of a queue between any two pointers.
#pragma once

#include <cstddef>

namespace ndweave::detail {

class queue_core;

/// Enqueues a copy. If one side is memory of another device that the queue's device cannot access, the copy goes
/// through host memory: it waits for the queue's commands and is complete on return. Such a copy into a graph throws
/// errc::feature_not_supported.
void copy(queue_core& queue, void* to, const void* from, std::size_t bytes);

}  // namespace ndweave::detail
