/// In-order command queues.
#pragma once

#include <cstdint>

#include "ndweave/plugin.h"
#include "opencl/driver.hpp"

struct ndw_queue {
    cl_command_queue queue;
    ndw_device* device;
    bool idle;  // nothing was enqueued since the host last waited for all of it
};

namespace ndweave::opencl {

int queue_create(ndw_device* device, std::uint32_t flags, ndw_queue** queue);
void queue_destroy(ndw_queue* queue);
int queue_sync(ndw_queue* queue);
int queue_wait_event(ndw_queue* queue, ndw_event* event);

/// Drivers may hold commands back until a flush; the ABI's queues start them by themselves.
int flush(ndw_queue* queue);

}  // namespace ndweave::opencl
