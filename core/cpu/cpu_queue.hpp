/// A queue of the CPU: every call returns with its work done.
#pragma once

#include <memory>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

class cpu_partition;

/// Reads NDWEAVE_CPU, NDWEAVE_CHECK, NDWEAVE_VALIDATE and NDWEAVE_CONSTANT_CAPTURES. `device` and `partition` outlive
/// the queue, whose calls run on the partition, or with null on the whole CPU. Calls from several threads run one after
/// the other, whole.
std::unique_ptr<queue_impl> make_cpu_queue(const device_limits& device, cpu_partition* partition, bool profiling);

}  // namespace ndweave::detail
