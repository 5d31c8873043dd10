/// What a launch will cost, learned from earlier launches of the same plan.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace ndweave::detail {

/// Safe to use from several threads; a lost update costs accuracy only.
class work_estimate {
public:
    explicit work_estimate(double first_guess_ns) : ns_per_item_(first_guess_ns) {}

    /// Of one processor, for that many work-items.
    double ns(std::uint64_t items) const {
        return static_cast<double>(items) * ns_per_item_.load(std::memory_order_relaxed);
    }

    /// Under about 5 µs other threads cost more than they bring. Between half of that and all a launch runs as the one
    /// before it: if it went back and forth, it would find its data in other processors' caches each time.
    bool is_small(std::uint64_t items) {
        const bool was_small = was_small_.load(std::memory_order_relaxed);
        const bool small = ns(items) < (was_small ? 5000 : 2500);
        if (small != was_small) was_small_.store(small, std::memory_order_relaxed);
        return small;
    }

    /// Noise (page faults, other processes) only ever adds time: a smaller value is believed at once, a larger one
    /// slowly and for at most nine times the old one, lest a processor that was taken away for milliseconds makes an
    /// empty launch a long one. The first is believed in place of the guess.
    void observe(std::uint64_t items, double ns) {
        const double seen = ns / static_cast<double>(items);
        const double old = ns_per_item_.load(std::memory_order_relaxed);
        const bool believed = seen < old || !observed_.load(std::memory_order_relaxed);
        ns_per_item_.store(believed ? seen : old + std::min((seen - old) / 4, 8 * old), std::memory_order_relaxed);
        observed_.store(true, std::memory_order_relaxed);
    }

private:
    std::atomic<double> ns_per_item_;
    std::atomic<bool> observed_{false}, was_small_{true};
};

}  // namespace ndweave::detail
