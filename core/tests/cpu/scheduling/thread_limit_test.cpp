// The number of threads of a launch: by the environment and by control groups.
#include "cpu/scheduling/thread_limit.hpp"

#include <sys/wait.h>

#include <climits>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

#include "cpu/strategies.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::detail {
namespace {

namespace fs = std::filesystem;

/// A fake /proc/self/cgroup and /sys/fs/cgroup.
class ControlGroups : public testing::Test {
protected:
    void write(const fs::path& name, const std::string& text) const {
        fs::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name) << text << '\n';
    }
    unsigned quota() const { return quota_of_control_groups(folder_ / "self", folder_ / "groups"); }

private:
    const support::temporary_folder own_;
    const fs::path folder_ = own_.path();
};

TEST_F(ControlGroups, NoneIsNoLimit) {
    EXPECT_EQ(quota(), UINT_MAX);
    write("self", "0::/");
    EXPECT_EQ(quota(), UINT_MAX);
    write("groups/cpu.max", "max 100000");
    EXPECT_EQ(quota(), UINT_MAX);
}

TEST_F(ControlGroups, AQuotaIsRoundedUp) {
    tests::random_source random;
    write("self", "0::/");
    for (int round = 0; round < 50; ++round) {
        const unsigned whole = random.below(200), rest = 1 + random.below(100000);
        write("groups/cpu.max", std::to_string(whole * 100000 + rest) + " 100000");
        EXPECT_EQ(quota(), whole + 1);
    }
}

TEST_F(ControlGroups, TheLeastOfThoseAroundTheProcessCounts) {
    write("self", "0::/outer/inner");
    write("groups/outer/inner/cpu.max", "max 100000");
    write("groups/outer/cpu.max", "350000 100000");
    write("groups/other/cpu.max", "100000 100000");
    EXPECT_EQ(quota(), 4u);
    write("groups/outer/inner/cpu.max", "20000 10000");
    EXPECT_EQ(quota(), 2u);
}

TEST_F(ControlGroups, OfTheFirstVersionAreRead) {
    write("self", "12:pids:/p\n5:cpuset:/s\n4:cpu,cpuacct:/job\n0::/");
    write("groups/cpu/cpu.cfs_quota_us", "-1");
    write("groups/cpu/cpu.cfs_period_us", "100000");
    EXPECT_EQ(quota(), UINT_MAX);
    write("groups/cpu/job/cpu.cfs_quota_us", "150000");
    write("groups/cpu/job/cpu.cfs_period_us", "50000");
    EXPECT_EQ(quota(), 3u);
}

/// Exit status: the threads of a launch that had the most, 100 where the device says otherwise. In a process of its
/// own, for the variable is read once.
[[noreturn]] void launch_with(const char* threads) {
    setenv("NDWEAVE_CPU_THREADS", threads, 1);
    queue q{device("cpu")};
    std::size_t most = 0;
    for (int i = 0; i < 50; ++i) {
        std::mutex mutex;
        std::set<std::thread::id> seen;
        q.parallel_for(range<1>(20000), kernel_properties{.strategy = cpu_strategy::fiber},
                       [m = &mutex, s = &seen](id<1> at) {
                           if (at[0] % 64 != 0) return;
                           const std::lock_guard lock(*m);
                           s->insert(std::this_thread::get_id());
                       });
        most = std::max(most, seen.size());
    }
    const unsigned units = q.get_device().get_info<info::device::max_compute_units>();
    const bool as_asked = units <= static_cast<unsigned>(std::atoi(threads)) && most <= units;
    std::exit(as_asked ? static_cast<int>(most) : 100);
}

[[noreturn]] void fail_with(const char* threads) {
    setenv("NDWEAVE_CPU_THREADS", threads, 1);
    try {
        queue q{device("cpu")};
    } catch (const exception& e) {
        const std::string expected = std::string("NDWEAVE_CPU_THREADS is '") + threads +
                                     "': it must be the number of threads of a launch, 1 or more";
        std::exit(e.code() == errc::invalid && e.what() == expected ? 7 : 8);
    }
    std::exit(9);
}

TEST(ThreadLimit, TheEnvironmentSaysHowMany) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(launch_with("1"), testing::ExitedWithCode(1), "");
    EXPECT_EXIT(launch_with("2"), [](int status) { return WIFEXITED(status) && WEXITSTATUS(status) <= 2; }, "");
    EXPECT_EXIT(launch_with("3"), [](int status) { return WIFEXITED(status) && WEXITSTATUS(status) <= 3; }, "");
}

TEST(ThreadLimit, WhatIsNoNumberOfThreadsIsAnError) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    for (const char* text : {"0", "-2", "two", "4 ", "99999999999"}) {
        EXPECT_EXIT(fail_with(text), testing::ExitedWithCode(7), "") << text;
    }
}

}  // namespace
}  // namespace ndweave::detail
