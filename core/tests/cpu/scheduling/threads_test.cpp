// Many host threads, and launches from inside the caller's own oneTBB work.
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "cpu/strategies.hpp"

namespace ndweave::tests {
namespace {

class Threads : public EachStrategy {
protected:
    /// Increments every element, with a barrier where the strategy can.
    void increment(queue& on, int* data, std::size_t n) {
        if (GetParam() == cpu_strategy::loop) {
            on.parallel_for(range<1>(n), properties(), [=](id<1> i) { ++data[i]; });
        } else {
            on.parallel_for(nd_range<1>(n, 64), properties(), [=](nd_item<1> it) {
                group_barrier(it.get_group());
                ++data[it.get_global_id(0)];
            });
        }
    }

    template <class F>
    static void on_threads(int count, const F& f) {
        std::vector<std::thread> threads;
        for (int t = 0; t < count; ++t) {
            threads.emplace_back([&] {
                try {
                    f();
                } catch (const std::exception& e) {
                    ADD_FAILURE() << e.what();
                }
            });
        }
        for (std::thread& t : threads) t.join();
    }
};

TEST_P(Threads, QueuesOfTheirOwn) {
    on_threads(8, [&] {
        queue own{device("cpu")};
        for (const std::size_t n : {64, 6400, 64000}) {
            shared_array<int> data(n, own);
            for (int i = 0; i < 10; ++i) increment(own, data.data(), n);
            for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(data[i], 10);
        }
    });
}

TEST_P(Threads, ReductionsOfOneQueueHaveMemoryOfTheirOwn) {
    constexpr std::size_t most = 1 << 16;
    shared_array<int> ones(most, q);
    std::fill_n(ones.data(), most, 1);
    const int* const x = ones.data();
    for (int round = 0; round < 20; ++round) {
        queue shared{device("cpu")};
        std::atomic<std::size_t> next = 0;
        on_threads(4, [&] {
            const std::size_t first = std::size_t{64} << next.fetch_add(1);
            shared_array<int> sum(1, q);
            for (std::size_t n = first; n <= most; n *= 2) {  // each needs more than all before
                sum[0] = 0;
                int* const s = sum.data();
                shared.parallel_for(range<1>(n), properties(), reduction(s, plus<>()),
                                    [=](id<1> i, auto& t) { t += x[i]; });
                ASSERT_EQ(sum[0], static_cast<int>(n));
                if (GetParam() == cpu_strategy::loop) continue;  // those of groups need barriers
                shared.parallel_for(nd_range<1>(n, 1), properties(), reduction(s, plus<>()),
                                    [=](nd_item<1> i, auto& t) { t += x[i.get_global_id(0)]; });
                ASSERT_EQ(sum[0], static_cast<int>(2 * n));
            }
        });
    }
}

TEST_P(Threads, OneQueueKeepsItsCommandsApart) {
    for (const std::size_t n : {64, 25600}) {
        shared_array<int> data(n, q);
        // Plain increments of the same elements: only launches that never overlap count right.
        on_threads(8, [&] {
            for (int i = 0; i < 25; ++i) increment(q, data.data(), n);
        });
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(data[i], 200) << i;
    }
}

TEST_P(Threads, InsideTheCallersArena) {
    const std::size_t n = 25600;
    for (const int concurrency : {1, 2, 4}) {
        tbb::task_arena arena(concurrency);
        shared_array<int> data(n, q);
        arena.execute([&] { increment(q, data.data(), n); });
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(data[i], 1);
    }
}

TEST_P(Threads, InsideParallelForOnOneQueue) {
    const std::size_t n = 6400;
    shared_array<int> data(n, q);
    tbb::parallel_for(0, 40, [&](int) { increment(q, data.data(), n); });
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(data[i], 40);
}

TEST_P(Threads, InsideParallelForOnQueuesOfTheirOwn) {
    const std::size_t n = 6400;
    tbb::parallel_for(0, 40, [&](int) {
        queue own{device("cpu")};
        shared_array<int> data(n, own);
        for (int i = 0; i < 3; ++i) increment(own, data.data(), n);
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(data[i], 3);
    });
}

/// A thread that waits for its launch must not run another task of the caller, which would need the same lock.
TEST_P(Threads, InsideParallelForWhileTheCallerHoldsALock) {
    const std::size_t n = 25600;
    shared_array<int> data(n, q);
    std::mutex mutex;
    tbb::parallel_for(0, 40, [&](int) {
        queue own{device("cpu")};
        const std::lock_guard lock(mutex);
        increment(own, data.data(), n);
    });
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(data[i], 40);
}

TEST_P(Threads, InsideParallelForInIsolatedNestedArenas) {
    const std::size_t n = 25600;
    tbb::task_arena outer(3), inner(2);
    shared_array<int> data(n, q);
    outer.execute([&] {
        tbb::parallel_for(0, 8, [&](int) {
            tbb::this_task_arena::isolate([&] { inner.execute([&] { increment(q, data.data(), n); }); });
        });
    });
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(data[i], 8);
}

INSTANTIATE_TEST_SUITE_P(Cpu, Threads, every_strategy, name_of_parameter);

/// Which threads run a launch, as reported by kernels in library mode.
class ThreadsOfALaunch : public testing::Test {
protected:
    /// The threads that ran a basic kernel of n work-items, each of which takes a while.
    std::set<std::thread::id> threads_of(std::size_t n) {
        std::mutex mutex;
        std::set<std::thread::id> seen;
        q.parallel_for(range<1>(n), in_library_mode, [m = &mutex, s = &seen](id<1>) {
            const std::lock_guard lock(*m);
            s->insert(std::this_thread::get_id());
        });
        return seen;
    }

    static constexpr kernel_properties in_library_mode{.strategy = cpu_strategy::fiber};
    queue q{device("cpu")};
};

TEST_F(ThreadsOfALaunch, SmallOnesStayOnTheCallers) {
    for (int i = 0; i < 100; ++i) ASSERT_EQ(threads_of(3), std::set{std::this_thread::get_id()});
    std::thread([&] { EXPECT_EQ(threads_of(3), std::set{std::this_thread::get_id()}); }).join();
}

TEST_F(ThreadsOfALaunch, AreNoMoreThanTheArenaHas) {
    for (const int most : {1, 2, 3}) {
        tbb::task_arena arena(most);
        arena.execute([&] {
            for (int i = 0; i < 10; ++i) EXPECT_LE(threads_of(100000).size(), static_cast<std::size_t>(most));
        });
    }
}

}  // namespace
}  // namespace ndweave::tests
