/// A device's clock, made of elapsed times between events.
#pragma once

#include <memory>
#include <mutex>

#include "runtime/plugin/handle.hpp"

namespace ndweave::detail {

/// Drivers report the time between two events, some of them (CUDA: cuEventElapsedTime) as a float of milliseconds,
/// which is coarse for distant events. Times are therefore measured from an anchor event that moves along. Thread-safe.
class plugin_clock {
public:
    explicit plugin_clock(const ndw_plugin& plugin) : plugin_(plugin) {}

    /// Sets the zero of the clock, unless it is set. The event is complete and its queue has profiling.
    void start(std::shared_ptr<event_handle> zero);
    /// Seconds from the zero to a complete event of a queue with profiling.
    double seconds(const std::shared_ptr<event_handle>& event);

private:
    const ndw_plugin& plugin_;
    std::mutex mutex_;
    std::shared_ptr<event_handle> anchor_;
    double anchor_seconds_ = 0;
};

}  // namespace ndweave::detail
