/// Copies of a queue between any two pointers.
#pragma once

#include <cstddef>

namespace ndweave::detail {

class queue_state;

/// Enqueues a copy. Where a side is memory of another device that the queue's does not copy itself, the bytes go by way
/// of the host, after what the queue holds, and have arrived on return. Such a copy into a graph throws
/// errc::feature_not_supported.
void copy(queue_state& queue, void* to, const void* from, std::size_t bytes);

}  // namespace ndweave::detail
