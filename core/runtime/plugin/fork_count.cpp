#include "runtime/plugin/fork_count.hpp"

#include <pthread.h>

#include <atomic>

#include "ndweave/exception.hpp"

namespace ndweave::detail {
namespace {

std::atomic<std::uint32_t> forks = 0;

[[gnu::constructor]] void count_forks() {
    pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
}

}  // namespace

std::uint32_t fork_count() noexcept { return forks.load(std::memory_order_relaxed); }

void require_same_process(std::uint32_t count) {
    if (count == fork_count()) return;
    throw exception(errc::runtime,
                    "this process was forked from the one that opened the device, whose driver does not work here: use "
                    "devices of plugins in the child of a fork only after exec, or open them after the fork alone");
}

}  // namespace ndweave::detail
