/// Times by the device's own events, taken beside wall times in runs of their own: timed submissions cost more.
#pragma once

#include <ndweave/queue.hpp>
#include <optional>
#include <vector>

#include "meter.hpp"

namespace ndweave::apps {

/// A queue of the same device whose events can be timed. None on the CPU, where a launch's end is its return, and where
/// the device cannot.
inline std::optional<queue> timed_queue(const queue& q) {
    const device d = q.get_device();
    if (d.backend_name() == "cpu") return std::nullopt;
    try {
        return queue(d, property::queue::enable_profiling());
    } catch (const exception&) {
        return std::nullopt;
    }
}

/// Seconds on the device from the start of `first` to the end of `last`.
inline double device_seconds(event first, event last) {
    const auto start = first.get_profiling_info<info::event_profiling::command_start>();
    const auto end = last.get_profiling_info<info::event_profiling::command_end>();
    return 1e-9 * static_cast<double>(end - start);
}

}  // namespace ndweave::apps
