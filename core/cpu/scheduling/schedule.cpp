#include "cpu/scheduling/schedule.hpp"

#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "cpu/host_info.hpp"
#include "cpu/placement/partition.hpp"
#include "cpu/scheduling/launch_team.hpp"
#include "cpu/scheduling/tbb_life.hpp"
#include "cpu/scheduling/thread_limit.hpp"
#include "cpu/tuning.hpp"

namespace ndweave::detail {
namespace {

struct interval {
    std::uint64_t begin, end;
};

/// Part number `p` of [0, size) in `parts` parts whose sizes differ by one at most.
interval equal_part(std::uint64_t size, std::uint64_t parts, std::uint64_t p) {
    const std::uint64_t each = size / parts, longer = size % parts;
    const auto begin_of = [=](std::uint64_t n) { return n * each + std::min(n, longer); };
    return {begin_of(p), begin_of(p + 1)};
}

std::uint64_t parts_per_share(std::uint64_t units, double expected_ns) {
    return std::min(units, static_cast<std::uint64_t>(
                               std::clamp(expected_ns / tuning::min_part_ns, 1.0, tuning::max_parts_per_share)));
}

/// Whether a launch traverses its shares from their ends. Every other launch of a host thread does: the data that a
/// launch accessed last are still in the caches, and the next launch reuses them before its own data evict them. Not if
/// nothing is evicted, nor if a share has fewer than three parts: then helpers of a late thread should take the same
/// parts each time, whose data they have, instead of parts at alternating ends.
bool runs_backwards(std::uint64_t shares, std::uint64_t parts_of_share, function_ref<std::uint64_t()> footprint_bytes) {
    if (parts_of_share < tuning::min_parts_to_alternate || footprint_bytes() <= shares * private_cache_bytes())
        return false;
    thread_local bool backwards = true;
    backwards = !backwards;
    return backwards;
}

struct team_size {
    unsigned slots;        // of the arena, or of the partition if it has fewer
    std::uint64_t shares;  // threads of a launch
};

team_size team_for(std::uint64_t units) {
    if (launch_team::runs_a_task() || tbb_life::is_lost()) return {1, 1};
    tbb_life::note_use();
    auto slots = static_cast<unsigned>(tbb::this_task_arena::max_concurrency());
    if (const cpu_partition* const partition = cpu_partition::current()) slots = std::min(slots, partition->size());
    return {slots, std::min({units, std::uint64_t{slots}, std::uint64_t{thread_limit()}})};
}

void run_shares(const team_size& team, std::uint64_t tasks_per_share, double expected_ns,
                function_ref<void(std::uint32_t)> run) {
    const parallel_task work{static_cast<unsigned>(team.shares), static_cast<std::uint32_t>(tasks_per_share),
                             expected_ns, run};
    tbb::this_task_arena::isolate([&] { launch_team::of_this_thread(team.slots).run(work); });
}

/// Holds each arriving thread in a task of its own until all have arrived, or 200 µs have passed.
void wait_for_threads(const team_size& team) {
    using clock = std::chrono::steady_clock;
    const clock::time_point end = clock::now() + tuning::first_touch_wait;
    std::atomic<std::uint64_t> arrived = 0;
    run_shares(team, 1, tuning::first_touch_ns, [&](std::uint32_t) {
        arrived.fetch_add(1, std::memory_order_relaxed);
        while (arrived.load(std::memory_order_relaxed) < team.shares && clock::now() < end) std::this_thread::yield();
    });
}

}  // namespace

void parallel_parts(std::uint64_t units, double expected_ns, function_ref<void(std::uint64_t, std::uint64_t)> part,
                    function_ref<std::uint64_t()> footprint_bytes) {
    const team_size team = team_for(units);
    const std::uint64_t shares = team.shares;
    if (shares <= 1) {
        part(0, units);
        return;
    }
    // Equal shares first, so that the number of parts does not unbalance the threads.
    const std::uint64_t parts = parts_per_share(units / shares, expected_ns / static_cast<double>(shares));
    const bool backwards = runs_backwards(shares, parts, footprint_bytes);
    run_shares(team, parts, expected_ns, [&](std::uint64_t p) {
        const interval share = equal_part(units, shares, p / parts);
        const std::uint64_t place = p % parts;
        const interval own = equal_part(share.end - share.begin, parts, backwards ? parts - 1 - place : place);
        part(share.begin + own.begin, share.begin + own.end);
    });
}

void parallel_shares(std::uint64_t units, function_ref<void(std::uint64_t, std::uint64_t)> share) {
    const team_size team = team_for(units);
    const std::uint64_t shares = team.shares;
    if (shares <= 1) {
        share(0, units);
        return;
    }
    wait_for_threads(team);
    run_shares(team, 1, tuning::first_touch_ns, [&](std::uint64_t p) {
        const interval own = equal_part(units, shares, p);
        share(own.begin, own.end);
    });
}

}  // namespace ndweave::detail
