#include "opencl/queue.hpp"

#include "opencl/device.hpp"
#include "opencl/error.hpp"
#include "opencl/event.hpp"

namespace ndweave::opencl {

int queue_create(ndw_device* device, std::uint32_t flags, ndw_queue** queue) {
    const cl_command_queue_properties properties = flags & NDW_QUEUE_PROFILING ? CL_QUEUE_PROFILING_ENABLE : 0;
    cl_int error = CL_SUCCESS;
    const cl_command_queue q = cl.clCreateCommandQueue(device->context, device->id, properties, &error);
    if (const int status = check(error, "clCreateCommandQueue")) return status;
    *queue = new ndw_queue{q, device, true};
    return NDW_OK;
}

void queue_destroy(ndw_queue* queue) {
    cl.clFinish(queue->queue);
    cl.clReleaseCommandQueue(queue->queue);
    delete queue;
}

int queue_sync(ndw_queue* queue) {
    if (queue->idle) return NDW_OK;  // NVIDIA's clFinish takes microseconds even then
    NDWEAVE_OPENCL_TRY(clFinish, queue->queue);
    queue->idle = true;
    return NDW_OK;
}

int queue_wait_event(ndw_queue* queue, ndw_event* event) {
    queue->idle = false;
    NDWEAVE_OPENCL_TRY(clEnqueueBarrierWithWaitList, queue->queue, 1, &event->event, nullptr);
    return NDW_OK;
}

int flush(ndw_queue* queue) {
    queue->idle = false;
    NDWEAVE_OPENCL_TRY(clFlush, queue->queue);
    return NDW_OK;
}

}  // namespace ndweave::opencl
