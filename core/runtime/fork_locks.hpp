/// The library's global locks, which are held during a fork: the child, which has one thread only, finds them free and
/// what they guard consistent. A fork therefore waits for a running compilation. Lazy initialisation happens under one
/// of these locks: a function's static object that another thread was initialising would never be completed in the
/// child. Locks of queues are not included: a queue that another thread uses during a fork is unusable in the child.
#pragma once

#include <memory>

namespace ndweave::detail {

/// In lock order.
enum class fork_lock {
    ahead,
    devices,
    device_globals,
    planning,
    compiling,
    loading,
    background,
    teams,
    validation,
    validation_log,
    kernel_log,
    allocations,
    waits,
    copies,
    shared_memory,
    copy_helpers,
    machine_code,
    tools
};
inline constexpr int fork_lock_count = 18;

struct fork_calls {
    void* mutex = nullptr;
    void (*lock)(void*) = nullptr;    // null if forks do not wait for it
    void (*unlock)(void*) = nullptr;  // in the parent
    void (*renew)(void*) = nullptr;   // in the child
};

void hold_while_forking(fork_lock, const fork_calls&);

/// Call once per lock while the library is loaded.
template <class Mutex>
void hold_while_forking(fork_lock which, Mutex& mutex) {
    // The child unlocks it and then constructs it again: a shared_mutex may have been handed over to a waiting thread
    // of the parent. Without the unlock, ThreadSanitizer would consider it locked.
    hold_while_forking(which, {&mutex, [](void* m) { static_cast<Mutex*>(m)->lock(); },
                               [](void* m) { static_cast<Mutex*>(m)->unlock(); },
                               [](void* m) {
                                   static_cast<Mutex*>(m)->unlock();
                                   std::construct_at(static_cast<Mutex*>(m));
                               }});
}

/// The same where forks do not wait: for a lock whose holder leaves nothing half done that matters to the child.
template <class Mutex>
void renew_when_forked(fork_lock which, Mutex& mutex) {
    hold_while_forking(which, {&mutex, nullptr, nullptr, [](void* m) { std::construct_at(static_cast<Mutex*>(m)); }});
}

}  // namespace ndweave::detail
