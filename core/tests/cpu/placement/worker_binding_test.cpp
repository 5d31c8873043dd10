// NDWEAVE_CPU_BIND, which is read once: each test has a process of its own.
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cstdlib>

#include "cpu/placement/refused_binding.hpp"
#include "cpu/placement/running_places.hpp"
#include "cpu/scheduling/thread_limit.hpp"

namespace ndweave::tests {
namespace {

class WorkerBinding : public testing::Test {
protected:
    void SetUp() override {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        // Not asked of the device, which would read the variable.
        if (std::min<std::size_t>(detail::processors_of_process().size(), detail::thread_limit()) < 2) {
            GTEST_SKIP() << "the CPU has one compute unit here, and so no workers";
        }
    }
};

/// The masks of oneTBB's workers while they run work of the program.
std::set<detail::processor_list> masks_of_the_programs_workers() {
    running_places places;
    std::mutex mutex;
    const std::thread::id caller = std::this_thread::get_id();
    for (int round = 0; round < 2000 && places.of_others_may.empty(); ++round) {
        tbb::parallel_for(0, 2000, [&](int) {
            const std::lock_guard lock(mutex);
            places.add_calling_thread(caller);
        });
    }
    return places.of_others_may;
}

/// Exit status 7: workers of launches on the CPU, or on a sub-device that is all of it, have one processor each, and
/// nobody else has.
[[noreturn]] void launch_bound(bool on_a_sub_device) {
    setenv("NDWEAVE_CPU_BIND", "cores", 1);
    device on("cpu");
    if (on_a_sub_device) {
        const std::size_t units = on.get_info<info::device::max_compute_units>();
        on = on.create_sub_devices<info::partition_property::partition_by_counts>({units}).front();
    }
    queue q(on);
    const detail::processor_list process = detail::processors_of_process(), mine = own_processors();
    const detail::processor_list allowed = on_a_sub_device ? processors_of(on) : process;
    for (int round = 0; round < 20; ++round) {
        const running_places places = places_with_a_worker(q);
        for (const detail::processor_list& one : places.of_others_may) {
            if (one.size() != 1 || !std::ranges::includes(allowed, one)) std::exit(8);
        }
        // As many processors as workers: none has two.
        if (places.of_others_may.size() != places.threads.size() - places.threads.count(std::this_thread::get_id())) {
            std::exit(9);
        }
        if (own_processors() != mine) std::exit(10);
    }
    if (masks_of_the_programs_workers() != std::set{process}) std::exit(11);
    std::exit(testing::Test::HasFailure() ? 12 : 7);
}

[[noreturn]] void launch_unbound(const char* value) {
    value ? setenv("NDWEAVE_CPU_BIND", value, 1) : unsetenv("NDWEAVE_CPU_BIND");
    queue q{device("cpu")};
    std::exit(places_with_a_worker(q).of_others_may == std::set{detail::processors_of_process()} ? 7 : 8);
}

[[noreturn]] void launch_refused() {
    setenv("NDWEAVE_CPU_BIND", "cores", 1);
    queue q{device("cpu")};
    const detail::processor_list process = detail::processors_of_process();
    refuse_binding();  // before oneTBB's threads are there
    std::exit(places_with_a_worker(q).of_others_may == std::set{process} ? 7 : 8);
}

TEST_F(WorkerBinding, KeepsEachWorkerOnOneProcessor) {
    EXPECT_EXIT(launch_bound(false), testing::ExitedWithCode(7), "");
}

TEST_F(WorkerBinding, KeepsThoseOfSubDevicesOnOneOfTheirs) {
    EXPECT_EXIT(launch_bound(true), testing::ExitedWithCode(7), "");
}

TEST_F(WorkerBinding, IsNotWhereTheSystemRefuses) { EXPECT_EXIT(launch_refused(), testing::ExitedWithCode(7), ""); }

TEST_F(WorkerBinding, IsNotUnlessAskedFor) {
    EXPECT_EXIT(launch_unbound(nullptr), testing::ExitedWithCode(7), "");
    EXPECT_EXIT(launch_unbound("none"), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace ndweave::tests
