/// Times by the device's own events, taken beside wall times in runs of their own: timed submissions take longer.
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

/// Seconds on the device of everything that a queue runs between two moments. The two events are of a timed queue
/// beside it, so that the commands cost what they always do: with an event before and one behind each, thousands of
/// short ones would take longer than untimed.
class span_timer {
public:
    /// Pre: a timed_queue of the device whose queues will be timed.
    explicit span_timer(queue timed) : timed_(std::move(timed)) {}

    void begin(queue& q) {
        begin_ = mark(q);
        q.submit([&](handler& h) { h.depends_on(begin_); });
    }
    void end(queue& q) { end_ = mark(q); }
    double seconds() {
        const auto time = [](event& e) { return e.get_profiling_info<info::event_profiling::command_end>(); };
        return 1e-9 * static_cast<double>(time(end_) - time(begin_));
    }

private:
    /// Reached when `q` has done what it was given.
    event mark(queue& q) {
        const event done = q.submit([](handler&) {});
        return timed_.submit([&](handler& h) { h.depends_on(done); });
    }

    queue timed_;
    event begin_, end_;
};

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

/// The same for work that is timed as a whole: `once(span_timer)` submits it to the run's own queue between begin and
/// end.
template <class Once>
std::vector<double> span_samples(const context& run, const Once& once) {
    return event_samples(run, [&](queue& timed) {
        span_timer span(timed);
        once(span);
        return span.seconds();
    });
}

}  // namespace ndweave::apps
