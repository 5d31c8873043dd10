#include "opencl/event.hpp"

#include "opencl/error.hpp"
#include "opencl/queue.hpp"

namespace ndweave::opencl {

int event_record(ndw_queue* queue, ndw_event** event) {
    const std::lock_guard lock(queue->mutex);
    cl_event e = nullptr;
    NDWEAVE_OPENCL_TRY(clEnqueueMarkerWithWaitList, queue->queue, 0, nullptr, &e);
    *event = new ndw_event{e};
    return flush(queue);  // other queues and polling may wait for it
}

void event_destroy(ndw_event* event) {
    cl.clReleaseEvent(event->event);
    delete event;
}

int event_wait(ndw_event* event, std::uint32_t block) {
    if (block) {
        NDWEAVE_OPENCL_TRY(clWaitForEvents, 1, &event->event);
        return NDW_OK;
    }
    cl_int state = CL_COMPLETE;
    NDWEAVE_OPENCL_TRY(clGetEventInfo, event->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, nullptr);
    if (state < 0) return fail(NDW_LAUNCH_FAILED, "work before the event ended with " + error_name(state));
    return state == CL_COMPLETE ? NDW_OK : NDW_NOT_READY;
}

int event_elapsed(ndw_event* start, ndw_event* end, double* seconds) {
    cl_ulong from = 0, to = 0;  // nanoseconds on the device's clock
    NDWEAVE_OPENCL_TRY(clGetEventProfilingInfo, start->event, CL_PROFILING_COMMAND_END, sizeof from, &from, nullptr);
    NDWEAVE_OPENCL_TRY(clGetEventProfilingInfo, end->event, CL_PROFILING_COMMAND_END, sizeof to, &to, nullptr);
    *seconds = static_cast<double>(static_cast<std::int64_t>(to - from)) * 1e-9;
    return NDW_OK;
}

}  // namespace ndweave::opencl
