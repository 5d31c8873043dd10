/// What ThreadSanitizer (preset tsan) cannot see: the order that TBB's library, which is not instrumented, makes
/// between a thread that enqueues a task and the one that runs it, and the order that fences make. Nothing elsewhere.
/// Fibers stay outside: the sanitizer loses its stack at Boost.Context's switches.
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

/// A fence of a kernel, behind the fence itself. `launch` is an address that only its work-items know: what they tell
/// each other orders nothing that other launches do.
inline void sanitized_fence([[maybe_unused]] const void* launch) {
#ifdef NDWEAVE_TSAN
    __tsan_release(const_cast<void*>(launch));
    __tsan_acquire(const_cast<void*>(launch));
#endif
}

}  // namespace ndweave::detail
