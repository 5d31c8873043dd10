/// Waiting for another thread that sends no notification: spin, then yield.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "cpu/tuning.hpp"

namespace ndweave::detail {

/// For polling loops. They pause at first, then yield the processor before each poll. The wait ends after `limit`, or
/// as soon as another thread took the yielded processor: where more threads are ready than there are processors,
/// waiting takes time from those that have work. Time in which the hypervisor had descheduled the processor is not
/// counted.
class spin_backoff {
public:
    using clock = std::chrono::steady_clock;

    explicit spin_backoff(clock::duration limit) : limit_(limit) {}

    clock::duration waited() const { return waited_; }

    /// Call between two polls. False: stop waiting.
    bool next() {
        pause();
        if (++polls_ % tuning::polls_per_clock_read != 0) return true;
        const clock::time_point now = clock::now();
        waited_ += std::min<clock::duration>(now - last_, tuning::max_poll_time);
        last_ = now;
        if (waited_ < tuning::pause_phase) return true;
        if (waited_ >= limit_) return false;
        return !yield_was_taken();
    }

private:
    static void pause() {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        asm volatile("isb");
#endif
    }

    /// How often the calling thread was replaced by another of this system, after a yield included.
    static long involuntary_switches() {
        rusage usage;
        getrusage(RUSAGE_THREAD, &usage);
        return usage.ru_nivcsw;
    }

    bool yield_was_taken() {
        if (switches_ < 0) switches_ = involuntary_switches();
        std::this_thread::yield();
        const clock::time_point back = clock::now();
        const bool was_away = back - std::exchange(last_, back) >= tuning::max_poll_time;
        return was_away && involuntary_switches() != switches_;
    }

    const clock::duration limit_;
    clock::time_point last_ = clock::now();
    clock::duration waited_{};
    long switches_ = -1;  // before the first yield
    unsigned polls_ = 0;
};

}  // namespace ndweave::detail
