/// Locks of the whole library, which whoever forks holds meanwhile: the child, which has no other thread, finds them
/// free and what they guard whole. So a fork waits for a compilation that is under way. Locks of a queue are not among
/// these: a queue that another thread uses at the moment of a fork is of no use in the child.
#pragma once

#include <memory>

namespace ndweave::detail {

/// In lock order.
enum class fork_lock { planning, compiling, teams, kernel_log, allocations };
inline constexpr int fork_lock_count = 5;

struct fork_calls {
    void* mutex = nullptr;
    void (*lock)(void*) = nullptr;
    void (*unlock)(void*) = nullptr;  // in the parent
    void (*renew)(void*) = nullptr;   // in the child
};

void hold_while_forking(fork_lock, const fork_calls&);

/// To be called once for each lock, while the library is loaded.
template <class Mutex>
void hold_while_forking(fork_lock which, Mutex& mutex) {
    // The child does not unlock: a shared_mutex would be handed over to a thread of the parent's that waits for it.
    hold_while_forking(which, {&mutex, [](void* m) { static_cast<Mutex*>(m)->lock(); },
                               [](void* m) { static_cast<Mutex*>(m)->unlock(); },
                               [](void* m) { std::construct_at(static_cast<Mutex*>(m)); }});
}

}  // namespace ndweave::detail
