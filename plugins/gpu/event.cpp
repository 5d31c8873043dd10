#include <new>

#include "gpu/driver.hpp"
#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "gpu/objects.hpp"
#include "gpu/status.hpp"

namespace ndweave::gpu {
namespace {

int create(ndw_device* device, unsigned flags, ndw_event** event) {
    void* handle = nullptr;
    if (const int status = check(driver.event_create(&handle, flags), "creating an event")) return status;
    *event = new (std::nothrow) ndw_event{device, handle, flags};
    if (*event) return NDW_OK;
    driver.event_destroy(handle);
    return fail(NDW_OUT_OF_MEMORY, "out of host memory");
}

int record(ndw_queue* queue, unsigned kind, ndw_event** event) {
    ndw_device* const device = queue->device;
    if (const int status = enter(device)) return status;
    const unsigned flags = kind | (queue->profiling ? 0 : event_disable_timing);
    ndw_event* made = device->events.take(flags);
    if (!made) {
        if (const int status = create(device, flags, &made)) return status;
    }
    if (const int status = check(driver.event_record(made->handle, queue->stream), "recording an event")) {
        event_destroy(made);
        return status;
    }
    *event = made;
    return NDW_OK;
}

}  // namespace

int event_record(ndw_queue* queue, ndw_event** event) { return record(queue, event_default, event); }
int event_record_blocking(ndw_queue* queue, ndw_event** event) { return record(queue, event_blocking_sync, event); }

void event_destroy(ndw_event* event) {
    if (event->device->events.give_back(event)) return;
    if (!enter(event->device)) driver.event_destroy(event->handle);
    delete event;
}

int event_wait(ndw_event* event, std::uint32_t block) {
    if (const int status = enter(event->device)) return status;
    if (block) return check(driver.event_sync(event->handle), "running the work before an event");
    const int code = driver.event_query(event->handle);
    if (code && status_of(code) == NDW_NOT_READY) return NDW_NOT_READY;
    return check(code, "running the work before an event");
}

int event_elapsed(ndw_event* start, ndw_event* end, double* seconds) {
    if (const int status = enter(start->device)) return status;
    float milliseconds = 0;
    const int code = driver.event_elapsed(&milliseconds, start->handle, end->handle);
    *seconds = static_cast<double>(milliseconds) * 1e-3;
    return check(code, "timing events");
}

}  // namespace ndweave::gpu
