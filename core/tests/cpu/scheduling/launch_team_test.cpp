// Workers that stay between launches of any length and distance, from threads and arenas that come and go.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "cpu/scheduling/spin_backoff.hpp"
#include "cpu/strategies.hpp"

namespace ndweave::tests {
namespace {

/// Kernels in library mode may do what compiled ones cannot: throw, count, query their thread.
constexpr kernel_properties in_library_mode{.strategy = cpu_strategy::fiber};

void work_for(std::chrono::nanoseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) continue;
}

/// The pause between two launches: none, shorter than a worker stays, longer.
void pause_between_launches(unsigned choice) {
    if (choice == 1) work_for(std::chrono::microseconds(60));
    if (choice == 2) std::this_thread::sleep_for(std::chrono::microseconds(400));
}

/// Counts how often each work-item ran, one launch after the other.
class counted_launches {
public:
    explicit counted_launches(std::size_t most) : counts_(most) {}

    /// A launch of `size` work-items, of which each 64th takes a microsecond.
    void run(queue& q, std::size_t size) {
        q.parallel_for(range<1>(size), in_library_mode, [c = counts_.data()](id<1> i) {
            if (i[0] % 64 == 0) work_for(std::chrono::microseconds(1));
            c[i[0]].fetch_add(1, std::memory_order_relaxed);
        });
        for (std::size_t i = 0; i < counts_.size(); ++i) expected_[i] += i < size;
    }

    void expect_once_each() const {
        for (std::size_t i = 0; i < counts_.size(); ++i) ASSERT_EQ(counts_[i].load(), expected_[i]) << i;
    }

private:
    std::vector<std::atomic<unsigned>> counts_;
    std::vector<unsigned> expected_ = std::vector<unsigned>(counts_.size());
};

TEST(LaunchTeam, LaunchesOfManySizesAndDistancesRunEachWorkItemOnce) {
    random_source random;
    queue q{device("cpu")};
    counted_launches launches(20000);
    for (int i = 0; i < 300; ++i) {
        launches.run(q, 1 + random.below(20000));
        pause_between_launches(random.below(8));
    }
    launches.expect_once_each();
}

/// Where in its share the calling thread starts: each run of 64 work-items takes 20 µs, and no other thread starts
/// before it. If there is memory, it counts 64 times, as 4 KiB per run each.
std::size_t first_run_of_caller(queue& q, std::size_t runs, const char* memory) {
    struct {
        std::thread::id caller = std::this_thread::get_id();
        std::atomic<std::size_t> first = SIZE_MAX;
    } seen;
    std::array<const char*, 64> pointers;
    pointers.fill(memory);
    q.parallel_for(range<1>(runs * 64), in_library_mode, [s = &seen, pointers](id<1> i) {
        if (i[0] % 64 != 0 || pointers[i[0] % 64] == reinterpret_cast<const char*>(s)) return;
        std::size_t none = SIZE_MAX;
        if (std::this_thread::get_id() == s->caller) s->first.compare_exchange_strong(none, i[0] / 64);
        while (s->first.load() == SIZE_MAX) std::this_thread::yield();
        work_for(std::chrono::microseconds(20));
    });
    return seen.first;
}

TEST(LaunchTeam, EveryOtherLaunchThatLeavesTheCachesGoesThroughTheSharesFromTheirEnds) {
    const auto threads = static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency());
    if (threads == 1) GTEST_SKIP() << "one thread has no shares";
    constexpr std::size_t runs_of_a_share = 64;
    queue q{device("cpu")};
    char* const memory = malloc_shared<char>(threads * runs_of_a_share * 4096, q);
    for (const char* const touched : {static_cast<const char*>(memory), static_cast<const char*>(nullptr)}) {
        std::vector<std::size_t> places;
        for (int i = 0; i < 16; ++i) {
            places.push_back(first_run_of_caller(q, threads * runs_of_a_share, touched) % runs_of_a_share);
        }
        // The first launches only learn what the kernel costs.
        for (std::size_t i = 8; i < places.size(); ++i) {
            EXPECT_EQ(places[i] == places[i - 1], touched == nullptr) << i;
            EXPECT_EQ(places[i], places[i - 2]) << i;
        }
    }
    free(memory, q);
}

TEST(LaunchTeam, HostThreadsAtOnceHaveTheirOwn) {
    const auto host_thread = [] {
        queue q{device("cpu")};
        counted_launches launches(5000);
        for (int i = 0; i < 50; ++i) {
            launches.run(q, 5000);
            pause_between_launches(i % 3);
        }
        launches.expect_once_each();
    };
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t) threads.emplace_back(host_thread);
    for (std::thread& t : threads) t.join();
}

TEST(LaunchTeam, HostThreadsComeAndGo) {
    queue q{device("cpu")};
    counted_launches launches(5000);
    for (int i = 0; i < 60; ++i) std::thread([&] { launches.run(q, 5000); }).join();
    launches.expect_once_each();
}

TEST(LaunchTeam, AThreadLaunchesFromOneArenaAndAnother) {
    queue q{device("cpu")};
    tbb::task_arena two(2), three(3), none_reserved(2, 0);
    counted_launches launches(5000);
    for (int i = 0; i < 40; ++i) {
        launches.run(q, 5000);
        for (tbb::task_arena* const arena : {&two, &three, &none_reserved}) {
            arena->execute([&] { launches.run(q, 5000); });
        }
    }
    launches.expect_once_each();
}

TEST(LaunchTeam, ArenasEndWhileWorkersStay) {
    queue q{device("cpu")};
    counted_launches launches(5000);
    for (int i = 0; i < 60; ++i) {
        tbb::task_arena arena(2 + i % 3);
        arena.execute([&] { launches.run(q, 5000); });
    }
    launches.expect_once_each();
}

TEST(LaunchTeam, TheCallersOwnLoopsBetweenLaunchesAreWhole) {
    queue q{device("cpu")};
    counted_launches launches(5000);
    std::atomic<int> iterations = 0;
    for (int i = 0; i < 60; ++i) {
        launches.run(q, 5000);
        tbb::parallel_for(0, 100, [&](int) { ++iterations; });
    }
    EXPECT_EQ(iterations.load(), 6000);
    launches.expect_once_each();
}

TEST(LaunchTeam, MayHaveMoreThreadsThanProcessors) {
    const tbb::global_control more(tbb::global_control::max_allowed_parallelism, 8);
    tbb::task_arena arena(8);
    queue q{device("cpu")};
    counted_launches launches(5000);
    arena.execute([&] {
        for (int i = 0; i < 100; ++i) launches.run(q, 5000);
    });
    launches.expect_once_each();
}

TEST(LaunchTeam, MayHaveFewerSharesThanThreads) {
    const tbb::global_control more(tbb::global_control::max_allowed_parallelism, 8);
    tbb::task_arena arena(8);
    random_source random;
    queue q{device("cpu")};
    std::vector<std::atomic<unsigned>> counts(8 * 64);
    std::vector<unsigned> expected(counts.size());
    arena.execute([&] {
        for (int i = 0; i < 200; ++i) {
            const std::size_t size = 64 * (1 + random.below(8));
            q.parallel_for(range<1>(size), in_library_mode, [c = counts.data()](id<1> at) {
                if (at[0] % 64 == 0) work_for(std::chrono::microseconds(20));
                c[at[0]].fetch_add(1, std::memory_order_relaxed);
            });
            for (std::size_t at = 0; at < size; ++at) ++expected[at];
            pause_between_launches(random.below(8));
        }
    });
    for (std::size_t at = 0; at < counts.size(); ++at) ASSERT_EQ(counts[at].load(), expected[at]) << at;
}

TEST(LaunchTeam, OneAllowedThreadIsTheCallers) {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    std::thread([] {
        queue q{device("cpu")};
        std::mutex mutex;
        std::set<std::thread::id> seen;
        for (int i = 0; i < 100; ++i) {
            q.parallel_for(range<1>(5000), in_library_mode, [m = &mutex, s = &seen](id<1>) {
                const std::lock_guard lock(*m);
                s->insert(std::this_thread::get_id());
            });
            pause_between_launches(1);
        }
        EXPECT_EQ(seen, std::set{std::this_thread::get_id()});
    }).join();
}

TEST(LaunchTeam, AnExceptionOfAnyThreadComesOutAndTheNextLaunchIsWhole) {
    random_source random;
    queue q{device("cpu")};
    counted_launches launches(5000);
    for (int i = 0; i < 100; ++i) {
        const std::size_t bad = random.below(5000);
        EXPECT_THROW(q.parallel_for(range<1>(5000), in_library_mode,
                                    [=](id<1> at) {
                                        if (at[0] % 64 == 0) work_for(std::chrono::microseconds(1));
                                        if (at[0] >= bad) throw std::runtime_error("bad");
                                    }),
                     std::runtime_error);
        launches.run(q, 5000);
    }
    launches.expect_once_each();
}

/// However long the thread is descheduled between two clock reads (32 polls), it counts as 10 µs.
TEST(SpinBackoff, TimeAwayIsNotCounted) {
    detail::spin_backoff rest(std::chrono::seconds(1));
    for (int look = 0; look < 10; ++look) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        for (int iteration = 0; iteration < 32; ++iteration) rest.next();
        EXPECT_LE(rest.waited(), std::chrono::microseconds(10) * (look + 1));
    }
    EXPECT_GE(rest.waited(), std::chrono::microseconds(100));
}

TEST(SpinBackoff, EndsAtItsLimit) {
    detail::spin_backoff rest(std::chrono::microseconds(50));
    while (rest.next()) ASSERT_LT(rest.waited(), std::chrono::microseconds(50));
}

TEST(LaunchTeam, AKernelMayLaunchOnAnotherQueue) {
    queue outer{device("cpu")}, inner{device("cpu")};
    std::atomic<int> ran = 0;
    for (int i = 0; i < 20; ++i) {
        outer.parallel_for(range<1>(640), in_library_mode, [in = &inner, r = &ran](id<1> at) {
            if (at[0] % 64 != 0) return;
            in->parallel_for(range<1>(500), in_library_mode, [=](id<1>) { ++*r; });
        });
    }
    EXPECT_EQ(ran.load(), 20 * 10 * 500);
}

}  // namespace
}  // namespace ndweave::tests
