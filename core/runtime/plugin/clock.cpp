#include "runtime/plugin/clock.hpp"

#include "runtime/plugin/error.hpp"

namespace ndweave::detail {
namespace {

/// A float of milliseconds resolves 60 ns at this distance, finer than the drivers' own half microsecond.
constexpr double anchor_reach_seconds = 1.0;

}  // namespace

void plugin_clock::start(std::shared_ptr<event_handle> zero) {
    const std::lock_guard lock(mutex_);
    if (!anchor_) anchor_ = std::move(zero);
}

double plugin_clock::seconds(const std::shared_ptr<event_handle>& event) {
    const std::lock_guard lock(mutex_);
    double elapsed = 0;
    check_plugin(plugin_, plugin_.event_elapsed(anchor_->get(), event->get(), &elapsed),
                 "cannot read the time of an event");
    const double now = anchor_seconds_ + elapsed;
    if (elapsed > anchor_reach_seconds) {
        anchor_ = event;
        anchor_seconds_ = now;
    }
    return now;
}

}  // namespace ndweave::detail
