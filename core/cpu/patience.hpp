/// Waiting for another thread without its notice, at little cost to the rest of the machine.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace ndweave::detail {

/// For loops that look again and again. At first they only pause, then they offer their processor before each look.
/// They are over when `limit` has passed, or as soon as such an offer was taken: where more threads are ready than
/// processors exist, waiting takes time from those that have work. Time in which a virtual machine's host had the
/// processor is not counted.
class patience {
public:
    using clock = std::chrono::steady_clock;

    explicit patience(clock::duration limit) : limit_(limit) {}

    clock::duration waited() const { return waited_; }

    /// Between two looks. False: stop waiting.
    bool next() {
        pause();
        if (++looks_ % looks_a_glance != 0) return true;
        const clock::time_point now = clock::now();
        waited_ += std::min<clock::duration>(now - last_, away);
        last_ = now;
        if (waited_ < pausing) return true;
        if (waited_ >= limit_) return false;
        return !offer_is_taken();
    }

private:
    static constexpr unsigned looks_a_glance = 32;  // between looks at the clock
    static constexpr clock::duration pausing = std::chrono::microseconds(20);
    static constexpr clock::duration away =
        std::chrono::microseconds(10);  // neither looks nor an idle yield take as long

    static void pause() {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        asm volatile("isb");
#endif
    }

    /// How often the calling thread had to make room for another of this system, after a yield, too.
    static long times_displaced() {
        rusage usage;
        getrusage(RUSAGE_THREAD, &usage);
        return usage.ru_nivcsw;
    }

    bool offer_is_taken() {
        if (displaced_ < 0) displaced_ = times_displaced();
        std::this_thread::yield();
        const clock::time_point back = clock::now();
        const bool was_away = back - std::exchange(last_, back) >= away;
        return was_away && times_displaced() != displaced_;
    }

    const clock::duration limit_;
    clock::time_point last_ = clock::now();
    clock::duration waited_{};
    long displaced_ = -1;
    unsigned looks_ = 0;
};

}  // namespace ndweave::detail
