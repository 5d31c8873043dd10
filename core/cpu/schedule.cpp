#include "cpu/schedule.hpp"

#include <oneapi/tbb/task_arena.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "cpu/host_info.hpp"
#include "cpu/launch_team.hpp"
#include "cpu/thread_limit.hpp"

namespace ndweave::detail {
namespace {

constexpr double long_ns = 1e6;  // worth a call of workers, whatever it is

struct interval {
    std::uint64_t begin, end;
};

/// Part number `p` of [0, size) in `parts` parts whose sizes differ by one at most.
interval equal_part(std::uint64_t size, std::uint64_t parts, std::uint64_t p) {
    const std::uint64_t each = size / parts, longer = size % parts;
    const auto begin_of = [=](std::uint64_t n) { return n * each + std::min(n, longer); };
    return {begin_of(p), begin_of(p + 1)};
}

/// Of at least 20 µs, which makes their overhead small; a few, so that others can help a thread that comes late or is
/// interrupted.
std::uint64_t parts_of_a_share(std::uint64_t units, double expected_ns) {
    return std::min(units, static_cast<std::uint64_t>(std::clamp(expected_ns / 20e3, 1.0, 8.0)));
}

/// Whether a launch goes through its shares from their ends. Every other one of a host thread does: what a launch
/// touched last is still in the caches, and the next one finds it there before its own data drive it out. Not where
/// nothing is driven out, or a share has fewer than three parts: whoever helps a late thread then takes the same parts
/// each time, whose data it has, instead of parts at either end.
bool goes_backwards(std::uint64_t shares, std::uint64_t parts_of_share, function_ref<std::uint64_t()> touched) {
    if (parts_of_share < 3 || touched() <= shares * private_cache_bytes()) return false;
    thread_local bool backwards = true;
    backwards = !backwards;
    return backwards;
}

std::atomic<bool> tbb_is_used = false;
std::atomic<bool> tbb_was_left = false;  // to the parent, by a fork

/// The child of a fork has none of TBB's threads, and TBB does not make others. What is more, TBB's own locks may have
/// been held then: such a child does without it.
[[gnu::constructor]] void watch_forks() {
    pthread_atfork(nullptr, nullptr,
                   [] { tbb_was_left.store(tbb_is_used.load(std::memory_order_relaxed), std::memory_order_relaxed); });
}

struct team_size {
    unsigned slots;        // of the arena
    std::uint64_t shares;  // threads that a launch has
};

team_size team_for(std::uint64_t units) {
    if (launch_team::runs_a_piece() || tbb_was_left.load(std::memory_order_relaxed)) return {1, 1};
    if (!tbb_is_used.load(std::memory_order_relaxed)) tbb_is_used.store(true, std::memory_order_relaxed);
    const auto slots = static_cast<unsigned>(tbb::this_task_arena::max_concurrency());
    return {slots, std::min({units, std::uint64_t{slots}, std::uint64_t{thread_limit()}})};
}

void run_shares(const team_size& team, std::uint64_t pieces_per_share, double expected_ns,
                function_ref<void(std::uint32_t)> run) {
    const piecework work{static_cast<unsigned>(team.shares), static_cast<std::uint32_t>(pieces_per_share), expected_ns,
                         run};
    tbb::this_task_arena::isolate([&] { launch_team::of_this_thread(team.slots).run(work); });
}

/// Keeps every thread that comes in a piece of its own until all are there, or 200 µs have passed.
void assemble(const team_size& team) {
    using clock = std::chrono::steady_clock;
    const clock::time_point end = clock::now() + std::chrono::microseconds(200);
    std::atomic<std::uint64_t> here = 0;
    run_shares(team, 1, long_ns, [&](std::uint32_t) {
        here.fetch_add(1, std::memory_order_relaxed);
        while (here.load(std::memory_order_relaxed) < team.shares && clock::now() < end) std::this_thread::yield();
    });
}

}  // namespace

void parallel_parts(std::uint64_t units, double expected_ns, function_ref<void(std::uint64_t, std::uint64_t)> part,
                    function_ref<std::uint64_t()> touched) {
    const team_size team = team_for(units);
    const std::uint64_t shares = team.shares;
    if (shares <= 1) {
        part(0, units);
        return;
    }
    // Shares of equal size first, so that every thread has as much whatever the number of parts.
    const std::uint64_t parts = parts_of_a_share(units / shares, expected_ns / static_cast<double>(shares));
    const bool backwards = goes_backwards(shares, parts, touched);
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
    assemble(team);
    run_shares(team, 1, long_ns, [&](std::uint64_t p) {
        const interval own = equal_part(units, shares, p);
        share(own.begin, own.end);
    });
}

}  // namespace ndweave::detail
