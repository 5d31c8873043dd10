#include <new>

#include "gpu/driver.hpp"
#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "gpu/objects.hpp"

namespace ndweave::gpu {

int queue_create(ndw_device* device, std::uint32_t flags, ndw_queue** queue) {
    if (const int status = enter(device)) return status;
    void* stream = nullptr;
    if (const int status = check(driver.stream_create(&stream, stream_non_blocking), "creating a stream"))
        return status;
    *queue = new (std::nothrow) ndw_queue{device, stream, (flags & NDW_QUEUE_PROFILING) != 0};
    if (*queue) return NDW_OK;
    driver.stream_destroy(stream);
    return fail(NDW_OUT_OF_MEMORY, "out of host memory");
}

void queue_destroy(ndw_queue* queue) {
    if (!enter(queue->device)) {
        driver.stream_sync(queue->stream);
        driver.stream_destroy(queue->stream);
    }
    delete queue;
}

int queue_sync(ndw_queue* queue) {
    if (const int status = enter(queue->device)) return status;
    return check(driver.stream_sync(queue->stream), "running the queue's work");
}

int queue_wait_event(ndw_queue* queue, ndw_event* event) {
    if (const int status = enter(queue->device)) return status;
    return check(driver.stream_wait(queue->stream, event->handle, 0), "waiting for an event");
}

int queue_native(ndw_queue* queue, void** handle) {
    if (const int status = enter(queue->device)) return status;
    *handle = queue->stream;
    return NDW_OK;
}

}  // namespace ndweave::gpu
