/// In-order command queues.
#pragma once

#include <cstdint>
#include <mutex>

#include "ndweave/plugin.h"
#include "opencl/driver.hpp"

struct ndw_queue {
    cl_command_queue queue;
    ndw_device* device;
    std::mutex mutex{};         // one thread at a time: else NVIDIA's driver now and then never ends clReleaseContext
    bool idle = true;           // nothing was enqueued since the host last waited for all of it
    bool names_memory = false;  // a launch that may still run was told of all allocations
};

namespace ndweave::opencl {

int queue_create(ndw_device* device, std::uint32_t flags, ndw_queue** queue);
void queue_destroy(ndw_queue* queue);
int queue_sync(ndw_queue* queue);
int queue_wait_event(ndw_queue* queue, ndw_event* event);

/// Waits for the launches, of any queue, that were told of all allocations: memory that such a launch names must not go
/// before it ends (OpenCL 3.0, clSVMFree).
int finish_naming_launches(ndw_device& device);

/// Drivers may hold commands back until a flush; the ABI's queues start them by themselves.
int flush(ndw_queue* queue);

}  // namespace ndweave::opencl
