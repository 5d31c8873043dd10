#include "opencl/queue.hpp"

#include <mutex>

#include "opencl/device/device.hpp"
#include "opencl/error.hpp"
#include "opencl/event.hpp"

namespace ndweave::opencl {

int queue_create(ndw_device* device, std::uint32_t flags, ndw_queue** queue) {
    const cl_command_queue_properties properties = flags & NDW_QUEUE_PROFILING ? CL_QUEUE_PROFILING_ENABLE : 0;
    cl_int error = CL_SUCCESS;
    const cl_command_queue q = cl.clCreateCommandQueue(device->context, device->id, properties, &error);
    if (const int status = check(error, "clCreateCommandQueue")) return status;
    *queue = new ndw_queue{q, device};
    const std::lock_guard lock(device->queues_mutex);
    device->queues.insert(*queue);
    return NDW_OK;
}

void queue_destroy(ndw_queue* queue) {
    {
        const std::lock_guard lock(queue->mutex);
        cl.clFinish(queue->queue);
    }
    {
        const std::lock_guard lock(queue->device->queues_mutex);
        queue->device->queues.erase(queue);
    }
    cl.clReleaseCommandQueue(queue->queue);
    delete queue;
}

int queue_sync(ndw_queue* queue) {
    const std::lock_guard lock(queue->mutex);
    if (queue->idle && !queue->lent) return NDW_OK;  // NVIDIA's clFinish takes microseconds even then
    NDWEAVE_OPENCL_TRY(clFinish, queue->queue);
    queue->idle = true;
    queue->may_use_svm = false;
    return NDW_OK;
}

int queue_native(ndw_queue* queue, void** handle) {
    const std::lock_guard lock(queue->mutex);
    queue->lent = true;
    *handle = queue->queue;
    return NDW_OK;
}

int finish_naming_launches(ndw_device& device) {
    const std::lock_guard lock(device.queues_mutex);
    for (ndw_queue* q : device.queues) {
        const std::lock_guard one_thread(q->mutex);
        if (q->may_use_svm) NDWEAVE_OPENCL_TRY(clFinish, q->queue);
    }
    return NDW_OK;
}

int queue_wait_event(ndw_queue* queue, ndw_event* event) {
    const std::lock_guard lock(queue->mutex);
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
