/// Annotations for ThreadSanitizer (preset tsan), which cannot see two orderings: the one between a thread that
/// enqueues a TBB task and the thread that runs it (TBB is not instrumented), and the one by fences. No-ops in other
/// builds. Fibers are not annotated: the sanitizer loses its stack at Boost.Context's switches.
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

/// Call `made()` before the task is enqueued, and `followed()` first in the task. One mark for all tasks, since a task
/// has to acquire it before it reads even its own closure.
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

/// Call after a kernel's fence. `launch` is an address that only its work-items use, so that the annotation does not
/// order other launches.
inline void sanitized_fence([[maybe_unused]] const void* launch) {
#ifdef NDWEAVE_TSAN
    __tsan_release(const_cast<void*>(launch));
    __tsan_acquire(const_cast<void*>(launch));
#endif
}

}  // namespace ndweave::detail
