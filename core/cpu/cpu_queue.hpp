/// A queue of the CPU: every call returns with its work done.
#pragma once

#include <memory>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// Reads NDWEAVE_CPU, NDWEAVE_CHECK and NDWEAVE_VALIDATE. `device` outlives the queue. Calls from several threads run
/// one after the other, whole.
std::unique_ptr<queue_impl> make_cpu_queue(const device_limits& device, bool profiling);

}  // namespace ndweave::detail
