// Sub-devices of the CPU: their kernels run on their processors, and leave no trace on the threads.
#include <oneapi/tbb/task_arena.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <vector>

#include "cpu/placement/refused_binding.hpp"
#include "cpu/placement/running_places.hpp"

namespace ndweave::tests {
namespace {

using info::partition_property;

class SubDevices : public testing::Test {
protected:
    void SetUp() override {
        if (units < 2) GTEST_SKIP() << "the CPU has one compute unit here, which cannot be divided";
    }

    std::vector<device> halves() const {
        return cpu.create_sub_devices<partition_property::partition_equally>(units / 2);
    }
    /// All compute units as one sub-device, whose launches have workers.
    device whole() const { return cpu.create_sub_devices<partition_property::partition_by_counts>({units}).front(); }

    const device cpu{"cpu"};
    const std::size_t units = cpu.get_info<info::device::max_compute_units>();
};

TEST_F(SubDevices, KernelsRunOnTheirProcessors) {
    for (const device& half : halves()) {
        SCOPED_TRACE(half.identifier());
        const detail::processor_list own = processors_of(half);
        ASSERT_EQ(own.size(), half.get_info<info::device::max_compute_units>());
        queue q(half);
        for (const std::size_t hundreds : {1, 10, 1000}) {
            const running_places places = places_of_launch(q, hundreds);
            EXPECT_TRUE(all_within(places.may_run_on, own));
            EXPECT_TRUE(std::ranges::includes(own, places.on));
            EXPECT_LE(places.threads.size(), own.size());
        }
    }
}

TEST_F(SubDevices, WorkersRunOnTheirProcessorsToo) {
    queue q(whole());
    const running_places places = places_with_a_worker(q);
    EXPECT_TRUE(all_within(places.may_run_on, processors_of(q.get_device())));
    EXPECT_LE(places.threads.size(), units);
}

TEST_F(SubDevices, TheCallerMayRunWhereItMightBefore) {
    const detail::processor_list before = own_processors();
    std::vector<char> from(4 << 20, 1), to(4 << 20);
    for (const device& half : halves()) {
        queue q(half);
        places_of_launch(q, 1000);
        EXPECT_EQ(own_processors(), before) << "after a launch";
        q.memcpy(to.data(), from.data(), to.size());
        q.memset(to.data(), 2, to.size());
        EXPECT_EQ(own_processors(), before) << "after copies";
        free(malloc_shared<char>(4 << 20, q), q);
        EXPECT_EQ(own_processors(), before) << "after allocations";
        EXPECT_THROW(q.parallel_for(range<1>(10), in_library_mode, [](id<1>) { throw std::runtime_error("planted"); }),
                     std::runtime_error);
        EXPECT_EQ(own_processors(), before) << "after an exception";
    }
}

TEST_F(SubDevices, ACallerThatIsBoundElsewhereComesAndGoes) {
    const auto parts = halves();
    for (const unsigned place : own_processors()) {
        const detail::thread_binding here(detail::affinity_mask({place}));
        for (const device& half : parts) {
            queue q(half);
            EXPECT_TRUE(all_within(places_of_launch(q, 10).may_run_on, processors_of(half)));
            EXPECT_EQ(own_processors(), detail::processor_list({place}));
        }
    }
}

TEST_F(SubDevices, WorkersMayRunEverywhereAfterwards) {
    queue part(whole()), all(cpu);
    const detail::processor_list before = detail::processors_of_process();
    for (const device& half : halves()) {
        queue q(half);
        places_of_launch(q, 1000);
    }
    places_with_a_worker(part);
    EXPECT_EQ(places_with_a_worker(all).of_others_may, std::set{before});
}

TEST_F(SubDevices, RunSideBySide) {
    const auto parts = halves();
    std::vector<std::set<unsigned>> on(parts.size());
    std::vector<std::size_t> wrong(parts.size());
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < parts.size(); ++t) {
        threads.emplace_back([&, t] {
            queue q(parts[t]);
            shared_array<int> data(100000, q);
            int* const x = data.data();
            for (int round = 0; round < 50; ++round) {
                q.parallel_for(range<1>(data.size()), [=](id<1> i) { x[i] += static_cast<int>(i[0]); });
                on[t].merge(places_of_launch(q, 100).on);
            }
            for (std::size_t i = 0; i < data.size(); ++i) wrong[t] += x[i] != 50 * static_cast<int>(i);
        });
    }
    for (std::thread& t : threads) t.join();
    std::set<unsigned> all;
    std::size_t sum = 0;
    for (std::size_t t = 0; t < parts.size(); ++t) {
        EXPECT_EQ(wrong[t], 0u);
        EXPECT_TRUE(std::ranges::includes(processors_of(parts[t]), on[t]));
        sum += on[t].size();
        all.merge(on[t]);
    }
    EXPECT_EQ(all.size(), sum) << "a processor ran kernels of both";
}

TEST_F(SubDevices, ManyThreadsShareOne) {
    const device part = whole();
    std::atomic<std::size_t> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t) {
        threads.emplace_back([&] {
            queue q(part);
            shared_array<int> data(30000, q);
            int* const x = data.data();
            for (int round = 0; round < 100; ++round) {
                q.parallel_for(range<1>(data.size()), in_library_mode, [=](id<1> i) { ++x[i]; });
            }
            for (std::size_t i = 0; i < data.size(); ++i) wrong += x[i] != 100;
        });
    }
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(wrong, 0u);
}

/// A launch on one from inside a kernel on another.
TEST_F(SubDevices, AKernelMayLaunchOnAnother) {
    const auto parts = halves();
    queue outer(parts[0]), inner(parts[1]);
    const detail::processor_list before = own_processors();
    std::optional<running_places> within;
    std::optional<detail::processor_list> after;
    outer.parallel_for(range<1>(1), in_library_mode, [on = &inner, w = &within, a = &after](id<1>) {
        *w = places_of_launch(*on, 100);
        *a = own_processors();
    });
    EXPECT_TRUE(all_within(within->may_run_on, processors_of(parts[1])));
    EXPECT_EQ(*after, processors_of(parts[0]));
    EXPECT_EQ(own_processors(), before);
}

TEST_F(SubDevices, OfASubDeviceHaveSomeOfItsProcessors) {
    const device part = whole();
    const auto parts = part.create_sub_devices<partition_property::partition_by_counts>({1, 1});
    ASSERT_EQ(parts.size(), 2u);
    for (const device& d : parts) {
        EXPECT_TRUE(std::ranges::includes(processors_of(part), processors_of(d)));
        EXPECT_EQ(d.get_info<info::device::parent_device>(), part);
        queue q(d);
        EXPECT_EQ(places_of_launch(q, 100).may_run_on, std::set{processors_of(d)});
    }
    EXPECT_NE(processors_of(parts[0]), processors_of(parts[1]));
}

TEST_F(SubDevices, TheCallersArenaCountsAsWell) {
    queue q(whole());
    tbb::task_arena one(1);
    one.execute([&] {
        for (int i = 0; i < 10; ++i) EXPECT_EQ(places_of_launch(q, 500).threads.size(), 1u);
    });
}

TEST_F(SubDevices, ComeAndGoWhileWorkersStay) {
    random_source random;
    for (int round = 0; round < 200; ++round) {
        const std::size_t first = 1 + random.below(static_cast<std::uint32_t>(units) - 1);
        const auto parts = cpu.create_sub_devices<partition_property::partition_by_counts>({first, 0, units - first});
        ASSERT_EQ(parts.size(), 2u);
        queue q(random.below(3) == 0 ? whole() : parts[random.below(2)]);
        shared_array<int> data(20000, q);
        int* const x = data.data();
        for (int i = 0; i < 3; ++i) q.parallel_for(range<1>(data.size()), in_library_mode, [=](id<1> k) { ++x[k]; });
        for (std::size_t i = 0; i < data.size(); ++i) ASSERT_EQ(x[i], 3);
    }
}

TEST_F(SubDevices, TheChildOfAForkRunsOnItsProcessors) {
    queue q(whole());
    places_with_a_worker(q);  // oneTBB is lost in the child
    const device part = halves().back();
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);  // seconds
        std::optional<queue> own(part);
        const running_places places = places_of_launch(*own, 1000);
        const bool right = places.threads.size() == 1 && all_within(places.may_run_on, processors_of(part));
        places_of_launch(q, 1000);
        own.reset();
        {
            const device made = whole();
        }
        _exit(right ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

/// In a process of its own: oneTBB creates its threads while the caller is bound to a part of the processors.
[[noreturn]] void begin_with_a_sub_device() {
    const device cpu("cpu");
    const std::size_t units = cpu.get_info<info::device::max_compute_units>();
    const auto part = [&](std::size_t count) {
        return cpu.create_sub_devices<partition_property::partition_by_counts>({count}).front();
    };
    const detail::processor_list process = detail::processors_of_process();
    queue first(part(1)), second(part(units)), all(cpu);
    const detail::thread_binding bound(detail::affinity_mask(processors_of(first.get_device())));
    places_of_launch(first, 1000);
    places_with_a_worker(second);
    const bool everywhere = places_with_a_worker(all).of_others_may == std::set{process};
    std::exit(everywhere && !testing::Test::HasFailure() ? 7 : 8);
}

TEST_F(SubDevices, LeaveNewWorkersUnbound) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(begin_with_a_sub_device(), testing::ExitedWithCode(7), "");
}

/// Exit status 7: creation and launches say what was refused.
[[noreturn]] void be_refused() {
    const device cpu("cpu");
    queue half(cpu.create_sub_devices<partition_property::partition_equally>(1).front());
    refuse_binding();
    const auto is_told = [](const auto& call) {
        try {
            call();
        } catch (const exception& e) {
            const std::string text = e.what();
            return e.code() == errc::runtime && text.find("cannot be bound to processors ") != std::string::npos &&
                   text.find("Operation not permitted") != std::string::npos;
        }
        return false;
    };
    if (!is_told([&] { cpu.create_sub_devices<partition_property::partition_equally>(1); })) std::exit(10);
    if (!is_told([&] { places_of_launch(half, 1); })) std::exit(11);
    std::exit(7);
}

TEST_F(SubDevices, AreAnErrorWhereTheSystemBindsNoThreads) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(be_refused(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace ndweave::tests
