/// The processor that the program runs on.
#pragma once

#include <memory>

#include "runtime/device/device_impl.hpp"

namespace ndweave::detail {

/// The CPU as a device. Its queues run everything synchronously, on the calling thread and oneTBB's workers of the
/// caller's arena.
std::shared_ptr<device_impl> make_cpu_device();

}  // namespace ndweave::detail
