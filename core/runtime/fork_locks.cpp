#include "runtime/fork_locks.hpp"

#include <pthread.h>

#include <ranges>

namespace ndweave::detail {
namespace {

constinit fork_calls all[fork_lock_count] = {};

template <class Locks>
void call_all(Locks&& locks, void (*fork_calls::*call)(void*)) {
    for (const fork_calls& one : locks) {
        if (one.*call != nullptr) (one.*call)(one.mutex);
    }
}

[[gnu::constructor]] void watch_forks() {
    pthread_atfork([] { call_all(all, &fork_calls::lock); },
                   [] { call_all(all | std::views::reverse, &fork_calls::unlock); },
                   [] { call_all(all | std::views::reverse, &fork_calls::renew); });
}

}  // namespace

void hold_while_forking(fork_lock which, const fork_calls& calls) { all[static_cast<int>(which)] = calls; }

}  // namespace ndweave::detail
