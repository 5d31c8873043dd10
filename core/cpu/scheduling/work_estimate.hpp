/// A launch's expected time, learned from earlier launches of the same plan.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "cpu/tuning.hpp"

namespace ndweave::detail {

/// Thread-safe; a lost update only costs accuracy.
class work_estimate {
public:
    explicit work_estimate(double first_guess_ns) : ns_per_item_(first_guess_ns) {}

    /// Expected time of that many work-items on one processor.
    double ns(std::uint64_t items) const {
        return static_cast<double>(items) * ns_per_item_.load(std::memory_order_relaxed);
    }

    /// What a parallel launch should expect, for its number of parts and of workers.
    double parallel_ns(std::uint64_t items) const {
        return is_observed() ? ns(items) : std::max(ns(items), tuning::first_launch_ns);
    }

    /// Whether the launch should run on one thread: not the first one, whose work-items may take seconds. Between the
    /// two thresholds it runs as the previous one did (hysteresis).
    bool is_small(std::uint64_t items) {
        if (!is_observed()) return false;
        const bool was_small = was_small_.load(std::memory_order_relaxed);
        const bool small = ns(items) < (was_small ? tuning::min_parallel_ns : tuning::max_serial_ns);
        if (small != was_small) was_small_.store(small, std::memory_order_relaxed);
        return small;
    }

    /// Noise (page faults, other processes) only adds time: a smaller value is adopted at once, a larger one slowly and
    /// with limited growth. The first measurement replaces the guess.
    void observe(std::uint64_t items, double ns) {
        const double seen = ns / static_cast<double>(items);
        const double old = ns_per_item_.load(std::memory_order_relaxed);
        const bool adopt = seen < old || !is_observed();
        ns_per_item_.store(
            adopt ? seen : old + std::min((seen - old) * tuning::estimate_adoption, old * tuning::max_estimate_growth),
            std::memory_order_relaxed);
        observed_.store(true, std::memory_order_relaxed);
    }

private:
    bool is_observed() const { return observed_.load(std::memory_order_relaxed); }

    std::atomic<double> ns_per_item_;
    std::atomic<bool> observed_{false}, was_small_{true};
};

}  // namespace ndweave::detail
