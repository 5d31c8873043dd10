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

/// A place between two commands.
inline event mark(queue& q) {
    return q.submit([](handler&) {});
}

/// `once(timed_queue)` submits the work of a sample and gives its device_seconds. Up to 10 samples, fewer where they
/// take longer than the run's min_time; none where the device cannot time.
template <class Once>
std::vector<double> event_samples(const context& run, const Once& once) {
    std::optional<queue> timed = timed_queue(*run.queue);
    std::vector<double> samples;
    if (!timed) return samples;
    double total = 0;
    do {
        samples.push_back(once(*timed));
        total += samples.back();
    } while (samples.size() < 10 && total < run.min_time);
    return samples;
}

}  // namespace ndweave::apps
