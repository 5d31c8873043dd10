/// In-order command queues.
#pragma once

#include <cstdint>
#include <mutex>

#include "ndweave/plugin.h"
#include "opencl/driver.hpp"

struct ndw_queue {
    cl_command_queue queue;
    ndw_device* device;
    std::mutex mutex{};        // one thread at a time: else NVIDIA's clReleaseContext occasionally hangs
    bool idle = true;          // nothing was enqueued since the last wait
    bool lent = false;         // others may enqueue, too: it is never known to be idle
    bool may_use_svm = false;  // a launch with the list of all allocations may still run
};

namespace ndweave::opencl {

int queue_create(ndw_device* device, std::uint32_t flags, ndw_queue** queue);
void queue_destroy(ndw_queue* queue);
int queue_sync(ndw_queue* queue);
int queue_wait_event(ndw_queue* queue, ndw_event* event);
int queue_native(ndw_queue* queue, void** handle);

/// Waits for the launches of all queues that have the list of all allocations: memory on the list must not be freed
/// before such a launch ends (OpenCL 3.0, clSVMFree).
int finish_naming_launches(ndw_device& device);

/// Drivers may delay commands until a flush; the ABI's queues start them without one.
int flush(ndw_queue* queue);

}  // namespace ndweave::opencl
