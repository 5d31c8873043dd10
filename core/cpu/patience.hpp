/// Waiting for another thread without its notice, at little cost to the rest of the machine.
#pragma once

#include <chrono>
#include <thread>

namespace ndweave::detail {

/// For loops that look again and again. At first they only pause, then they offer their processor before each look.
/// They are over when `limit` has passed, or as soon as such an offer was taken: where more threads are ready than
/// processors exist, waiting takes time from those that have work.
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
        waited_ = now - start_;
        if (waited_ < pausing) return true;
        if (waited_ >= limit_) return false;
        std::this_thread::yield();
        return clock::now() - now < taken;
    }

private:
    static constexpr unsigned looks_a_glance = 32;  // between looks at the clock
    static constexpr clock::duration pausing = std::chrono::microseconds(20);
    static constexpr clock::duration taken = std::chrono::microseconds(10);  // a yield nobody takes returns in under 1

    static void pause() {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        asm volatile("isb");
#endif
    }

    const clock::duration limit_;
    const clock::time_point start_ = clock::now();
    clock::duration waited_{};
    unsigned looks_ = 0;
};

}  // namespace ndweave::detail
