#include "runtime/plugin/driver_life.hpp"

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "ndweave/exception.hpp"

namespace ndweave::detail {
namespace {

std::atomic<std::uint32_t> forks = 0;
std::atomic<bool> ended = false, compiling = false;

/// Threads that are within a background_driver_work. Never destroyed; a forked child has none of them.
struct workers {
    std::mutex mutex;
    std::condition_variable none;
    unsigned count = 0;
};

workers& the_workers() {
    static auto& one = *new workers;
    return one;
}

[[gnu::constructor]] void count_forks() {
    the_workers();
    pthread_atfork(nullptr, nullptr, [] {
        forks.fetch_add(1, std::memory_order_relaxed);
        std::construct_at(&the_workers());
    });
}

void end() {
    workers& w = the_workers();
    std::unique_lock lock(w.mutex);
    ended.store(true, std::memory_order_relaxed);
    w.none.wait(lock, [&] { return w.count == 0; });
}

bool count_worker() {
    workers& w = the_workers();
    const std::lock_guard lock(w.mutex);
    if (drivers_have_ended()) return false;
    ++w.count;
    return true;
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

void drivers_made_objects() { std::atexit(end); }

background_driver_work::background_driver_work() : counted_(count_worker()) {}

background_driver_work::~background_driver_work() {
    if (!counted_) return;
    workers& w = the_workers();
    const std::lock_guard lock(w.mutex);
    if (--w.count == 0) w.none.notify_all();
}

void drivers_make_objects() noexcept { compiling.store(true, std::memory_order_relaxed); }

void drivers_were_waited_for() {
    if (compiling.load(std::memory_order_relaxed) && compiling.exchange(false)) drivers_made_objects();
}

}  // namespace ndweave::detail
