#include "opencl/event.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>

#include "opencl/error.hpp"
#include "opencl/queue.hpp"
#include "opencl/tuning.hpp"

namespace ndweave::opencl {
namespace {

int record(ndw_queue* queue, bool sleeps, ndw_event** event) {
    const std::lock_guard lock(queue->mutex);
    cl_event e = nullptr;
    NDWEAVE_OPENCL_TRY(clEnqueueMarkerWithWaitList, queue->queue, 0, nullptr, &e);
    *event = new ndw_event{e, sleeps};
    return flush(queue);  // other queues and polling may wait for it
}

int look(const ndw_event& event) {
    cl_int state = CL_COMPLETE;
    NDWEAVE_OPENCL_TRY(clGetEventInfo, event.event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, nullptr);
    if (state < 0) return fail(NDW_LAUNCH_FAILED, "work before the event ended with " + error_name(state));
    return state == CL_COMPLETE ? NDW_OK : NDW_NOT_READY;
}

/// What a driver's thread tells a thread that sleeps. Each of them owns it: either may be the last to need it.
struct alarm {
    std::mutex mutex;
    std::condition_variable condition;
    bool rang = false;
};

void CL_CALLBACK ring(cl_event, cl_int, void* data) {
    const std::unique_ptr<std::shared_ptr<alarm>> owned(static_cast<std::shared_ptr<alarm>*>(data));
    alarm& a = **owned;
    const std::lock_guard lock(a.mutex);
    a.rang = true;
    a.condition.notify_one();
}

/// NVIDIA's clWaitForEvents takes a whole processor. A driver whose device is lost may never call back, so the sleeper
/// also looks by itself from time to time.
int sleep_until(const ndw_event& event) {
    if (const int status = look(event); status != NDW_NOT_READY) return status;
    const auto a = std::make_shared<alarm>();
    auto for_driver = std::make_unique<std::shared_ptr<alarm>>(a);
    NDWEAVE_OPENCL_TRY(clSetEventCallback, event.event, CL_COMPLETE, ring, for_driver.get());
    (void)for_driver.release();  // `ring` frees it
    std::unique_lock lock(a->mutex);
    for (;;) {
        const bool rang = a->condition.wait_for(lock, tuning::time_between_looks, [&] { return a->rang; });
        const int status = look(event);
        if (status != NDW_NOT_READY) return status;
        if (rang) break;
    }
    lock.unlock();
    NDWEAVE_OPENCL_TRY(clWaitForEvents, 1,
                       &event.event);  // some drivers call back a moment before the event is complete
    return NDW_OK;
}

}  // namespace

int event_record(ndw_queue* queue, ndw_event** event) { return record(queue, false, event); }
int event_record_blocking(ndw_queue* queue, ndw_event** event) { return record(queue, true, event); }

void event_destroy(ndw_event* event) {
    cl.clReleaseEvent(event->event);
    delete event;
}

int event_wait(ndw_event* event, std::uint32_t block) {
    if (!block) return look(*event);
    if (event->sleeps) return sleep_until(*event);
    NDWEAVE_OPENCL_TRY(clWaitForEvents, 1, &event->event);
    return NDW_OK;
}

int event_elapsed(ndw_event* start, ndw_event* end, double* seconds) {
    cl_ulong from = 0, to = 0;  // nanoseconds on the device's clock
    NDWEAVE_OPENCL_TRY(clGetEventProfilingInfo, start->event, CL_PROFILING_COMMAND_END, sizeof from, &from, nullptr);
    NDWEAVE_OPENCL_TRY(clGetEventProfilingInfo, end->event, CL_PROFILING_COMMAND_END, sizeof to, &to, nullptr);
    *seconds = static_cast<double>(static_cast<std::int64_t>(to - from)) * 1e-9;
    return NDW_OK;
}

}  // namespace ndweave::opencl
