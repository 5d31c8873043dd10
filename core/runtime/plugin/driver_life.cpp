#include "runtime/plugin/driver_life.hpp"

#include <pthread.h>

#include <atomic>
#include <cstdlib>

#include "ndweave/exception.hpp"

namespace ndweave::detail {
namespace {

std::atomic<std::uint32_t> forks = 0;
std::atomic<bool> ended = false, compiling = false;

[[gnu::constructor]] void count_forks() {
    pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
}

}  // namespace

std::uint32_t fork_count() noexcept { return forks.load(std::memory_order_relaxed); }

bool drivers_have_ended() noexcept { return ended.load(std::memory_order_relaxed); }

bool are_drivers_alive(std::uint32_t count) noexcept { return count == fork_count() && !drivers_have_ended(); }

void require_drivers(std::uint32_t count) {
    if (count != fork_count()) {
        throw exception(
            errc::runtime,
            "this process was forked from the one that opened the device, whose driver does not work here: use "
            "devices of plugins in the child of a fork only after exec, or open them after the fork alone");
    }
    if (drivers_have_ended()) {
        throw exception(errc::runtime,
                        "this process is ending, and the device's driver has ended before: use devices of plugins "
                        "before main returns, or in functions that std::atexit got after the device's last new kernel");
    }
}

void drivers_made_objects() {
    std::atexit([] { ended.store(true, std::memory_order_relaxed); });
}

void drivers_make_objects() noexcept { compiling.store(true, std::memory_order_relaxed); }

void drivers_were_waited_for() {
    if (compiling.load(std::memory_order_relaxed) && compiling.exchange(false)) drivers_made_objects();
}

}  // namespace ndweave::detail
