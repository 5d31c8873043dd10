#include "runtime/memory/copy_helpers.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "cpu/placement/affinity.hpp"
#include "cpu/scheduling/spin_backoff.hpp"
#include "cpu/tuning.hpp"
#include "runtime/fork_locks.hpp"
#include "runtime/plugin/driver_life.hpp"

namespace ndweave::detail {
namespace {

std::mutex mutex;

[[gnu::constructor]] void hold_at_forks() { hold_while_forking(fork_lock::copy_helpers, mutex); }

/// On the stack of the thread that is helped. A helper is inside from the moment that it takes a seat.
struct job {
    function_ref<void()> work;
    std::size_t seats;
    std::atomic<std::size_t> inside = 0;
};

/// What `mutex` guards, but for `calls`.
struct crew {
    std::condition_variable arrival;
    std::vector<job*> jobs;
    std::size_t threads = 0, sleeping = 0;
    std::atomic<std::uint64_t> calls = 0;  // grows with each job, for those who look for one
};

/// Of one process: a child has none of its parent's threads. Never destroyed: the threads are there until the end.
crew& own_crew() {
    static auto& all = *new std::map<std::uint32_t, crew>;
    return all[fork_count()];
}

job* open_job(const crew& c) {
    const auto found = std::ranges::find_if(c.jobs, [](const job* j) { return j->seats > 0; });
    return found == c.jobs.end() ? nullptr : *found;
}

/// Copies often follow each other: looks for a moment whether there is another since that number.
void look_for(const crew& c, std::uint64_t calls) {
    spin_backoff backoff(tuning::worker_linger);
    while (c.calls.load(std::memory_order_relaxed) == calls && backoff.next()) {
    }
}

[[noreturn]] void serve(crew& c) {
    affinity_mask(processors_of_process()).apply();  // whoever created the thread may have been bound for a moment
    std::unique_lock lock(mutex);
    for (;;) {
        if (job* const j = open_job(c)) {
            --j->seats;
            j->inside.fetch_add(1, std::memory_order_relaxed);
            const std::uint64_t calls = c.calls.load(std::memory_order_relaxed);
            lock.unlock();
            j->work();
            j->inside.fetch_sub(1, std::memory_order_release);  // the job may be gone from here on
            look_for(c, calls);
            lock.lock();
        } else {
            ++c.sleeping;
            c.arrival.wait(lock);
            --c.sleeping;
        }
    }
}

/// Fewer where the system gives no more.
void add_threads(crew& c, std::size_t wanted) {
    try {
        for (; c.threads < wanted; ++c.threads) std::thread([&c] { serve(c); }).detach();
    } catch (const std::system_error&) {
    }
}

}  // namespace

void work_with_helpers(std::size_t helpers, function_ref<void()> work) {
    job own{work, helpers};
    bool wake = false;
    crew* c = nullptr;
    if (helpers > 0) {
        const std::lock_guard lock(mutex);
        c = &own_crew();
        c->jobs.push_back(&own);
        c->calls.fetch_add(1, std::memory_order_relaxed);
        std::size_t seats = 0;
        for (const job* const j : c->jobs) seats += j->seats;
        add_threads(*c, std::min<std::size_t>(seats, std::thread::hardware_concurrency()));
        wake = c->sleeping > 0;
    }
    if (wake) c->arrival.notify_all();
    work();
    if (helpers == 0) return;
    {
        const std::lock_guard lock(mutex);
        std::erase(c->jobs, &own);
    }
    while (own.inside.load(std::memory_order_acquire) > 0) std::this_thread::yield();
}

}  // namespace ndweave::detail
