/// Functions that run on the host as commands of a queue.
#pragma once

#include <functional>

namespace ndweave::detail {

class queue_core;

using host_function = std::function<void(queue_core&)>;

/// Submits `function`. Throws errc::feature_not_supported for a queue that records.
void run_on_host(queue_core&, host_function function);

}  // namespace ndweave::detail
