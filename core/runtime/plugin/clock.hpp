/// A device's clock, made of elapsed times between events.
#pragma once

#include <memory>
#include <mutex>

#include "runtime/plugin/handle.hpp"

namespace ndweave::detail {

/// Drivers tell the time between two events, and some of them (CUDA: cuEventElapsedTime) as a float of milliseconds,
/// which is coarse once the two lie far apart. So times count from an anchor that moves along. Thread-safe.
class plugin_clock {
public:
    explicit plugin_clock(const ndw_plugin& plugin) : plugin_(plugin) {}

    /// The zero of the clock, unless there is one. The event is complete and its queue has profiling.
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
