/// Queues of the runtime's own, for memory that no queue of the program's asks for.
#pragma once

#include "ndweave/queue.hpp"

namespace sycl::detail {

/// One for each device; lives until the process ends.
const ndweave::queue& service_queue(const ndweave::device&);

}  // namespace sycl::detail
