/// What ThreadSanitizer (preset tsan) cannot see: the order that TBB's library, which is not instrumented, makes
/// between a thread that enqueues a task and the one that runs it. Nothing elsewhere. Fibers stay outside: the
/// sanitizer loses its stack at Boost.Context's switches.
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

/// `made()` before the task is enqueued, `followed()` first of all in it. One mark for all tasks, since a task has to
/// pass it before it reads even its own closure.
class sanitized_call {
public:
#ifdef NDWEAVE_TSAN
    static void made() { __tsan_release(&mark_); }
    static void followed() { __tsan_acquire(&mark_); }

private:
    static inline char mark_ = 0;
#else
    static void made() {}
    static void followed() {}
#endif
};

}  // namespace ndweave::detail
