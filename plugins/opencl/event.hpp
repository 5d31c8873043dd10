/// Events: markers in a queue.
#pragma once

#include <cstdint>

#include "ndweave/plugin.h"
#include "opencl/driver.hpp"

struct ndw_event {
    cl_event event;
    bool sleeps = false;  // who waits for it sleeps
};

namespace ndweave::opencl {

int event_record(ndw_queue* queue, ndw_event** event);
int event_record_blocking(ndw_queue* queue, ndw_event** event);
void event_destroy(ndw_event* event);
int event_wait(ndw_event* event, std::uint32_t block);
int event_elapsed(ndw_event* start, ndw_event* end, double* seconds);

}  // namespace ndweave::opencl
