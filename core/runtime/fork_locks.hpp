/// Locks of the whole library, which whoever forks holds meanwhile: the child, which has no other thread, finds them
/// free and what they guard whole. So a fork waits for a compilation that is under way. What is made at its first use
/// is made under one of them: a static object of a function that another thread was making is never done in the child.
/// Locks of a queue are not among these: a queue that another thread uses at the moment of a fork is of no use in the
/// child.
#pragma once

#include <memory>

namespace ndweave::detail {

/// In lock order.
enum class fork_lock { devices, planning, compiling, teams, validation, validation_log, kernel_log, allocations };
inline constexpr int fork_lock_count = 8;

struct fork_calls {
    void* mutex = nullptr;
    void (*lock)(void*) = nullptr;    // null where forks do not wait for it
    void (*unlock)(void*) = nullptr;  // in the parent
    void (*renew)(void*) = nullptr;   // in the child
};

void hold_while_forking(fork_lock, const fork_calls&);

/// To be called once for each lock, while the library is loaded.
template <class Mutex>
void hold_while_forking(fork_lock which, Mutex& mutex) {
    // The child makes it anew after it has unlocked it: a shared_mutex is handed over to a thread of the parent's that
    // waits for it. Without the unlocking, ThreadSanitizer would take it for locked.
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
