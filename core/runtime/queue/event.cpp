#include "ndweave/event.hpp"

#include <cmath>

#include "ndweave/exception.hpp"
#include "runtime/queue/queue_core.hpp"

namespace ndweave {
namespace {

std::uint64_t nanoseconds(const std::shared_ptr<detail::event_impl>& e) {
    if (!e) {
        throw exception(errc::invalid,
                        "the event has no times: make its queue with property::queue::enable_profiling to record them");
    }
    return static_cast<std::uint64_t>(std::llround(e->seconds() * 1e9));
}

}  // namespace

// Without profiling no driver event is recorded per submission, which would cost more than the launch. Waiting for all
// that the driver has of the in-order queue covers it.
void event::wait() {
    if (end_) {
        end_->wait();
    } else if (queue_) {
        queue_->wait(position_);
    }
}

bool event::is_complete() const {
    if (end_) return end_->complete();
    return !queue_ || queue_->is_complete(position_);
}

void event::wait(const std::vector<event>& events) {
    for (event e : events) e.wait();
}

template <>
NDWEAVE_EXPORT std::uint64_t event::get_profiling_info<info::event_profiling::command_submit>() {
    wait();
    return nanoseconds(start_);
}
template <>
NDWEAVE_EXPORT std::uint64_t event::get_profiling_info<info::event_profiling::command_start>() {
    wait();
    return nanoseconds(start_);
}
template <>
NDWEAVE_EXPORT std::uint64_t event::get_profiling_info<info::event_profiling::command_end>() {
    wait();
    return nanoseconds(end_);
}

}  // namespace ndweave
