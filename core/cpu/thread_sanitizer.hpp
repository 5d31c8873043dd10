/// What ThreadSanitizer (preset tsan) cannot see: the order that TBB's library, which is not instrumented, makes
/// between threads. Nothing elsewhere. Fibers stay outside: the sanitizer loses its stack at Boost.Context's switches.
#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define NDWEAVE_TSAN 1
#endif
#endif

#ifdef NDWEAVE_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace ndweave::detail {

/// `before()` on the thread that prepares work, `begin()` and `end()` around each part of it, `after()` when all are
/// done: parts see what came before them, and whoever waits sees the parts. One mark for the beginnings of all
/// launches, since a part has to pass it before it reads even its own closure.
class sanitized_parts {
public:
#ifdef NDWEAVE_TSAN
    static void before() { __tsan_release(&started_); }
    static void begin() { __tsan_acquire(&started_); }
    void end() { __tsan_release(&done_); }
    void after() { __tsan_acquire(&done_); }

private:
    static inline char started_ = 0;
    char done_ = 0;
#else
    static void before() {}
    static void begin() {}
    void end() {}
    void after() {}
#endif
};

}  // namespace ndweave::detail
