/// Threads that help others with copies.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

#include "runtime/memory/copy_helpers.hpp"

namespace ndweave::detail {
namespace {

constexpr std::size_t parts = 20000;

/// Whether each part is done once, and by nobody any more when the call has returned.
bool all_parts_are_done_once(std::size_t helpers) {
    std::vector<std::atomic<int>> done(parts);
    std::atomic<std::size_t> next = 0;
    std::atomic<int> inside = 0;
    const auto work = [&] {
        ++inside;
        for (std::size_t p; (p = next++) < parts;) ++done[p];
        --inside;
    };
    work_with_helpers(helpers, work);
    if (inside != 0) return false;
    for (const auto& d : done) {
        if (d != 1) return false;
    }
    return true;
}

TEST(CopyHelpers, ShareTheWorkOfOneThread) {
    for (const std::size_t helpers : {0, 1, 3, 7, 1}) EXPECT_TRUE(all_parts_are_done_once(helpers)) << helpers;
}

TEST(CopyHelpers, ShareTheWorkOfManyThreads) {
    std::array<std::thread, 5> callers;
    std::atomic<int> wrong = 0;
    for (std::thread& caller : callers) {
        caller = std::thread([&] {
            for (std::size_t k = 0; k < 20; ++k) wrong += !all_parts_are_done_once(k % 4);
        });
    }
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(wrong, 0);
}

TEST(CopyHelpers, ComeToAThreadThatWaitsForOne) {
    if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "one processor";
    std::atomic<int> inside = 0;
    const auto meet = [&] {
        ++inside;
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (inside < 2 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
    };
    work_with_helpers(1, meet);
    EXPECT_EQ(inside, 2);
}

TEST(CopyHelpers, OfAParentAreNotAwaitedByItsChild) {
    ASSERT_TRUE(all_parts_are_done_once(3));
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);  // seconds; one that never comes would hang it
        _exit(all_parts_are_done_once(3) ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

}  // namespace
}  // namespace ndweave::detail
