// The child of a fork launches kernels on the CPU, whatever other threads of its parent were doing.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

#include "cpu/strategies.hpp"
#include "ndweave/reports/kernel_log.hpp"
#include "runtime/with_variable.hpp"

namespace ndweave::tests {
namespace {

constexpr std::size_t n = 100;

/// A kernel of its own for each number, which is compiled at its first launch.
template <int Number>
bool launch_another(queue& q) {
    int* const x = malloc_shared<int>(n, q);
    q.parallel_for(range<1>(n), [=](id<1> i) { x[i] = static_cast<int>(i[0]) + Number; }).wait();
    const bool right = x[n - 1] == static_cast<int>(n) - 1 + Number;
    free(x, q);
    return right;
}

template <int... Numbers>
bool launch_others(queue& q, std::integer_sequence<int, Numbers...>) {
    return (launch_another<Numbers>(q) && ...);
}

/// The wait status of a child that compiles and launches on a queue of its own.
int status_of_child() {
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);  // seconds; a lock that is never released would hang it
        queue q{device("cpu")};
        _exit(launch_another<-1>(q) ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

TEST(Fork, WhileAnotherThreadCompilesLeavesTheChildWhole) {
    const testing::with_variable cache("NDWEAVE_CACHE_DIR", "/dev/null");
    const testing::with_variable ahead("NDWEAVE_COMPILE_AHEAD", "1");  // so that others compile, too
    std::atomic<bool> done = false, right = false;
    std::thread other([&] {
        queue q{device("cpu")};
        right = launch_others(q, std::make_integer_sequence<int, 40>());
        done = true;
    });
    int children = 0;
    do {
        const int status = status_of_child();
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "child " << children << ": " << status;
        ++children;
    } while (!done && !::testing::Test::HasFailure());
    other.join();
    EXPECT_TRUE(right);
}

/// Whether the child of a fork launches, where another thread has begun to, as the first of this process,
/// `microseconds` before.
bool forks_well_after(int microseconds) {
    std::thread other([&] {
        queue q{device("cpu")};
        launch_another<-2>(q);
    });
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
    const int status = status_of_child();
    other.join();
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Devices are described, plugins and the kernel compiler are loaded, and the machine's properties are read once.
TEST(Fork, WhileAnotherThreadLaunchesTheFirstKernelLeavesTheChildWhole) {
    for (int attempt = 0; attempt < 100 && !::testing::Test::HasFailure(); ++attempt) {
        const int microseconds = attempt < 60 ? 15 * attempt : 500 * (attempt - 58);
        const pid_t program = fork();
        if (program == 0) _exit(forks_well_after(microseconds) ? 0 : 1);
        int status = -1;
        waitpid(program, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << microseconds << " µs: " << status;
    }
}

TEST(Fork, WhileThreadsEnterAndLeaveTbbLeavesTheChildWhole) {
    std::atomic<bool> stop = false;
    std::thread other([&] {
        while (!stop) {  // a new thread, which TBB has not seen
            std::thread([] {
                queue q{device("cpu")};
                int* const x = malloc_shared<int>(1 << 18, q);
                for (int i = 0; i < 3; ++i) q.parallel_for(range<1>(1 << 18), [=](id<1> at) { x[at] = i; });
                free(x, q);
            }).join();
        }
    });
    for (int round = 0; round < 300 && !::testing::Test::HasFailure(); ++round) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(30);
            queue q{device("cpu")};
            int* const x = malloc_shared<int>(1 << 18, q);
            q.parallel_for(range<1>(1 << 18), [=](id<1> at) { x[at] = static_cast<int>(at[0]); });
            for (int i = 0; i < 1 << 18; ++i) {
                if (x[i] != i) _exit(1);
            }
            _exit(0);
        }
        int status = -1;
        waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "child " << round << ": " << status;
    }
    stop = true;
    other.join();
}

/// A launch of some milliseconds, which captures its trip count.
void launch_loop(queue& q, int* x, int count) {
    q.parallel_for(range<1>(10 * n), [=](id<1> i) {
        int s = static_cast<int>(i[0]);
        for (int k = 0; k < count; ++k) s = s * 5 % 1009 + 1;
        x[i] = s;
    });
}

TEST(Fork, WhileCodeForConstantsIsCompiledLeavesTheChildWhole) {
    if (!reason_without_cbs().empty()) GTEST_SKIP() << reason_without_cbs();
    std::atomic<bool> used = false;
    set_kernel_log([&](const kernel_log_entry& e) { used = used || !e.constants.empty(); });
    queue q{device("cpu")};
    const shared_array<int> x(10 * n, q);
    for (int children = 0; !used; ++children) {
        for (int launch = 0; launch < 8; ++launch) launch_loop(q, x.data(), 20'000);
        const int status = status_of_child();
        ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "child " << children << ": " << status;
    }
    set_kernel_log({});
}

TEST(Fork, WhileAnotherThreadAllocatesLeavesTheChildWhole) {
    std::atomic<bool> stop = false;
    std::thread other([&] {
        queue q{device("cpu")};
        while (!stop) free(malloc_shared<int>(n, q), q);
    });
    for (int round = 0; round < 200 && !::testing::Test::HasFailure(); ++round) {
        const int status = status_of_child();
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "child " << round << ": " << status;
    }
    stop = true;
    other.join();
}

TEST(Fork, AsynchronousQueuesAreOfTheirProcess) {
    queue q(device("cpu"), property::queue::asynchronous());
    EXPECT_TRUE(launch_another<-2>(q));
    std::atomic<bool> stop = false;
    q.submit([&](handler& h) { h.host_task([&] { stop.wait(false); }); });
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);
        {
            const queue copy = std::move(q);  // destroyed here, without its thread
            bool refused = false;
            try {
                queue(copy).single_task([] {});
            } catch (const exception& e) {
                refused = e.code() == errc::runtime;
            }
            if (!refused) _exit(1);
        }
        queue own(device("cpu"), property::queue::asynchronous());
        _exit(launch_another<-2>(own) ? 0 : 2);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    stop = true;
    stop.notify_all();
    q.wait();
}

}  // namespace
}  // namespace ndweave::tests
