// How a launch is divided into boxes.
#include "cpu/scheduling/schedule.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "cpu/scheduling/task_range.hpp"
#include "cpu/scheduling/thread_limit.hpp"
#include "cpu/strategies.hpp"

namespace ndweave::detail {
namespace {

TEST(ForEachBox, CoversTheIntervalOnceInAtMostFiveBoxes) {
    tests::random_source random;
    for (int round = 0; round < 300; ++round) {
        const std::uint64_t extent[3] = {1 + random.below(6), 1 + random.below(6), 1 + random.below(6)};
        const std::uint64_t size = extent[0] * extent[1] * extent[2];
        const std::uint64_t begin = random.below(std::uint32_t(size)),
                            end = begin + random.below(std::uint32_t(size - begin + 1));
        std::vector<int> seen(size);
        int boxes = 0;
        for_each_box(extent, begin, end, [&](const grid_box& b) {
            ++boxes;
            for (auto z = b.begin[2]; z < b.end[2]; ++z) {
                for (auto y = b.begin[1]; y < b.end[1]; ++y) {
                    for (auto x = b.begin[0]; x < b.end[0]; ++x) ++seen.at((z * extent[1] + y) * extent[0] + x);
                }
            }
        });
        EXPECT_LE(boxes, 5);
        for (std::uint64_t i = 0; i < size; ++i) ASSERT_EQ(seen[i], i >= begin && i < end) << round << " " << i;
    }
}

TEST(ParallelShares, AreOneIntervalForEachThread) {
    const tbb::global_control more(tbb::global_control::max_allowed_parallelism, 4);
    tbb::task_arena arena(4);
    tests::random_source random;
    for (int round = 0; round < 50; ++round) {
        const std::uint64_t units = 1 + random.below(20);
        std::mutex mutex;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> shares;
        arena.execute([&] {
            parallel_shares(units, [&](std::uint64_t begin, std::uint64_t end) {
                const std::lock_guard lock(mutex);
                shares.emplace_back(begin, end);
            });
        });
        std::sort(shares.begin(), shares.end());
        EXPECT_EQ(shares.size(), std::min({units, std::uint64_t{4}, std::uint64_t{thread_limit()}}));
        std::uint64_t at = 0;
        for (const auto& [begin, end] : shares) {
            EXPECT_EQ(begin, at);
            EXPECT_GE(end - begin, units / shares.size());
            EXPECT_LE(end - begin, units / shares.size() + 1);
            at = end;
        }
        EXPECT_EQ(at, units);
    }
}

TEST(TaskRange, EachTaskIsTakenOnceFromEitherEnd) {
    constexpr std::uint32_t tasks = 2000;
    task_range share;
    EXPECT_EQ(share.pop_front(), std::nullopt);
    EXPECT_EQ(share.steal_back(), std::nullopt);
    std::vector<std::atomic<int>> taken(tasks);
    share.push(0, tasks);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, first = t == 0] {
            while (const auto task = first ? share.pop_front() : share.steal_back()) taken.at(*task)++;
        });
    }
    for (std::thread& t : threads) t.join();
    for (std::uint32_t p = 0; p < tasks; ++p) ASSERT_EQ(taken[p].load(), 1) << p;
}

TEST(TaskRange, TheOwnerTakesFromTheFrontAndOthersFromTheBack) {
    task_range share;
    share.push(3, 6);
    EXPECT_EQ(share.pop_front(), 3u);
    EXPECT_EQ(share.steal_back(), 5u);
    EXPECT_EQ(share.pop_front(), 4u);
    EXPECT_EQ(share.steal_back(), std::nullopt);
}

TEST(BulkCommands, LargeCopiesAndFillsAreWhole) {
    queue q{device("cpu")};
    const std::size_t n = (3 << 20) + 17;
    tests::shared_array<unsigned char> a(n, q), b(n, q);
    for (std::size_t i = 0; i < n; ++i) a[i] = static_cast<unsigned char>(i * 31 + (i >> 8));
    q.memcpy(b.data(), a.data(), n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(a[i], b[i]) << i;
    struct triple {
        unsigned char v[3];
    };
    q.fill(b.data(), triple{{1, 2, 3}}, n / 3);
    for (std::size_t i = 0; i < n / 3 * 3; ++i) ASSERT_EQ(b[i], 1 + i % 3) << i;
    q.memcpy(a.data() + 5, a.data(), n - 5);
    for (std::size_t i = 5; i < n; ++i) {
        ASSERT_EQ(a[i], static_cast<unsigned char>((i - 5) * 31 + ((i - 5) >> 8))) << i;
    }
}

}  // namespace
}  // namespace ndweave::detail
