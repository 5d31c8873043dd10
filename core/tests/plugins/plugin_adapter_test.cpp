/// The adapter's own work, observed by a plugin that records its calls.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "ndweave/exception.hpp"
#include "recording_plugin.hpp"
#include "runtime/device/device_tuning.hpp"
#include "runtime/error_of.hpp"
#include "runtime/graph/recorded_command.hpp"
#include "runtime/plugin/device.hpp"
#include "runtime/plugin/kernel/launch.hpp"
#include "runtime/queue/reduction_shape.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::error_of;
using ::ndweave::testing::recorded;
using ::ndweave::testing::recording_plugin;

class PluginAdapter : public ::testing::Test {
protected:
    void SetUp() override { ::ndweave::testing::reset(); }

    std::shared_ptr<plugin_device> make_device() { return std::make_shared<plugin_device>(plugin_, 0); }

    ndw_plugin plugin_ = recording_plugin();
};

template <class F>
kernel_record record_of(const F&, kernel_kind kind, std::uint32_t dimensions) {
    kernel_record r{};
    r.functor_size = sizeof(F);
    r.kind = kind;
    r.dimensions = dimensions;
    r.source_name = "[T = test kernel]";
    return r;
}

TEST_F(PluginAdapter, OverlappingCopiesAreTakenApart) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (int i = 0; i < 50; ++i) {
        std::vector<unsigned char> actual(100 + random() % 400);
        for (auto& b : actual) b = static_cast<unsigned char>(random());
        auto expected = actual;
        const std::size_t bytes = random() % actual.size();
        const std::size_t from = random() % (actual.size() - bytes + 1), to = random() % (actual.size() - bytes + 1);
        std::memmove(&expected[0] + to, &expected[0] + from, bytes);
        queue->copy(&actual[0] + to, &actual[0] + from, bytes);
        ASSERT_EQ(actual, expected) << bytes << " bytes from " << from << " to " << to;
    }
    const int live = recorded().live;
    std::vector<unsigned char> v(64);
    queue->copy(&v[8], &v[0], 32);
    EXPECT_EQ(recorded().live, live);  // the buffer between is given back
}

TEST_F(PluginAdapter, PatternsOfAnySizeFill) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    for (const std::size_t size : {1, 2, 3, 4, 5, 8, 12, 16, 24, 100}) {
        for (const std::size_t count : {1, 2, 3, 7, 64, 1000}) {
            std::vector<unsigned char> pattern(size), data(size * count + 1, 0xee);
            std::iota(pattern.begin(), pattern.end(), static_cast<unsigned char>(count));
            queue->fill(data.data(), pattern.data(), size, count);
            for (std::size_t i = 0; i < size * count; ++i)
                ASSERT_EQ(data[i], pattern[i % size]) << size << "x" << count;
            EXPECT_EQ(data.back(), 0xee);
        }
    }
}

TEST_F(PluginAdapter, FillWithoutThePluginsEntryCopies) {
    plugin_.fill = nullptr;
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    std::vector<float> data(1000);
    const float pattern = 2.5f;
    queue->fill(data.data(), &pattern, 4, data.size());
    EXPECT_EQ(data, std::vector<float>(1000, 2.5f));
}

TEST_F(PluginAdapter, AnErrorOfAnyLengthIsCutShort) {
    plugin_.last_error = [](char* text, std::uint64_t size) {
        std::memset(text, 'x', size);  // and no end
        return std::uint64_t{1} << 62;
    };
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    int a = 0, b = 0;
    recorded().next_status = NDW_DRIVER_ERROR;
    const exception e = error_of([&] { queue->copy(&a, &b, sizeof a); });
    EXPECT_EQ(e.code(), errc::runtime);
    EXPECT_LT(std::string(e.what()).size(), 100'000u);
}

TEST_F(PluginAdapter, TextsOfADeviceEndWithTheirPlaces) {
    static int (*const honest)(std::uint32_t, ndw_device_info*) = plugin_.device_info;
    plugin_.device_info = [](std::uint32_t index, ndw_device_info* info) {
        const int status = honest(index, info);
        std::memset(info->name, 'n', sizeof info->name);
        std::memset(info->driver_version, 'd', sizeof info->driver_version);
        return status;
    };
    const auto device = make_device();
    EXPECT_EQ(device->limits().name, std::string(sizeof(ndw_device_info::name) - 1, 'n'));
    EXPECT_EQ(device->limits().driver_version, std::string(sizeof(ndw_device_info::driver_version) - 1, 'd'));
}

/// Runs while the process ends, behind what drivers have destroyed; what it finds is the exit status.
class last_to_go {
public:
    static last_to_go& one() {
        static last_to_go object;
        return object;
    }
    ~last_to_go() {
        if (!device) return;
        const std::size_t calls = recorded().calls.size();
        const int live = recorded().live;
        int a = 0, b = 0;
        const auto is_refused = [](const auto& f) {
            try {
                f();
                return false;
            } catch (const exception& e) {
                return e.code() == errc::runtime && std::string(e.what()).find("ending") != std::string::npos;
            }
        };
        bool right = is_refused([&] { waited->copy(&a, &b, sizeof a); }) && is_refused([&] { left->wait(); }) &&
                     is_refused([&] { device->make_queue(false); }) &&
                     is_refused([&] { device->allocate(64, 64, usm_kind::device); });
        waited->wait();  // as destructors do: nothing is under way
        device->deallocate(memory, usm_kind::device);
        waited.reset();
        left.reset();
        device.reset();
        right = right && recorded().calls.size() == calls && recorded().live == live;
        ::_exit(right ? 5 : 6);
    }

    std::shared_ptr<plugin_device> device;
    std::unique_ptr<queue_impl> waited, left;
    void* memory = nullptr;
};

TEST_F(PluginAdapter, WhatIsDestroyedBehindTheDriverGetsErrorsAndCallsItNoMore) {
    const auto leave = [&] {
        last_to_go& last = last_to_go::one();
        last.device = make_device();
        last.waited = last.device->make_queue(false);
        last.left = last.device->make_queue(false);
        last.memory = last.device->allocate(64, 64, usm_kind::device);
        int a = 0, b = 0;
        last.waited->copy(&a, &b, sizeof a);
        last.waited->wait();
        last.left->copy(&a, &b, sizeof a);
        std::exit(7);
    };
    EXPECT_EXIT(leave(), ::testing::ExitedWithCode(5), "");
}

TEST_F(PluginAdapter, WhatComesBehindTheLastKernelRunsWhileTheProcessEnds) {
    const auto leave = [&] {
        static std::shared_ptr<plugin_device> device = make_device();
        static std::unique_ptr<queue_impl> queue = device->make_queue(false);
        queue->wait();
        std::atexit([] {
            int a = 0, b = 3;
            queue->copy(&a, &b, sizeof a);
            queue->wait();
            ::_exit(a == 3 ? 5 : 6);
        });
        std::exit(7);
    };
    EXPECT_EXIT(leave(), ::testing::ExitedWithCode(5), "");
}

/// What the child of a fork comes to: 0 where `f` holds there.
template <class F>
int status_in_child(const F& f) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(f() ? 0 : 1);
    int status = -1;
    ::waitpid(child, &status, 0);
    return status;
}

template <class F>
bool is_refused_after_fork(const F& f) {
    try {
        f();
        return false;
    } catch (const exception& e) {
        return e.code() == errc::runtime && std::string(e.what()).find("forked") != std::string::npos;
    }
}

TEST_F(PluginAdapter, AForkedChildGetsErrorsAndCallsNoDriver) {
    auto device = make_device();
    auto queue = device->make_queue(true);
    const auto event = queue->record();
    int a = 0, b = 0;
    std::atomic<bool> stop = false;
    std::thread other([&] {  // holds the queue's mutex now and then, as the fork may find it
        int x = 0, y = 0;
        while (!stop) queue->copy(&x, &y, sizeof x);
    });
    for (int round = 0; round < 50; ++round) {
        EXPECT_EQ(status_in_child([&] {
                      const std::size_t calls = recorded().calls.size();
                      const int live = recorded().live;
                      const bool refused = is_refused_after_fork([&] { queue->copy(&a, &b, sizeof a); }) &&
                                           is_refused_after_fork([&] { queue->wait(); }) &&
                                           is_refused_after_fork([&] { event->wait(); }) &&
                                           is_refused_after_fork([&] { device->make_queue(false); }) &&
                                           is_refused_after_fork([&] { device->allocate(64, 64, usm_kind::device); });
                      queue.reset();
                      device.reset();
                      return refused && recorded().calls.size() == calls && recorded().live == live;
                  }),
                  0);
    }
    stop = true;
    other.join();
    queue->copy(&a, &b, sizeof a);
    // What is opened in the child only works there.
    EXPECT_EQ(status_in_child([&] {
                  const auto own = make_device();
                  own->make_queue(false)->copy(&a, &b, sizeof a);
                  return true;
              }),
              0);
}

TEST_F(PluginAdapter, EmptyWorkCallsNothing) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    int x = 1;
    queue->copy(&x, &x, sizeof x);
    queue->copy(&x, nullptr, 0);
    queue->fill(nullptr, &x, 4, 0);
    EXPECT_TRUE(recorded().calls.empty());
}

TEST_F(PluginAdapter, FailuresCarryTheObjectThePluginsWholeTextAndSyclsCode) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    int a = 0, b = 0;
    const std::pair<int, errc> codes[] = {{NDW_OUT_OF_MEMORY, errc::memory_allocation},
                                          {NDW_INVALID, errc::invalid},
                                          {NDW_LAUNCH_FAILED, errc::kernel},
                                          {NDW_DRIVER_ERROR, errc::runtime},
                                          {NDW_DEVICE_LOST, errc::runtime},
                                          {12345, errc::runtime}};
    for (const auto& [status, code] : codes) {
        recorded().next_status = status;
        const exception e = error_of([&] { queue->copy(&a, &b, sizeof a); });
        EXPECT_EQ(e.code(), code);
        EXPECT_NE(std::string(e.what()).find("4 bytes on recorder"), std::string::npos) << e.what();
        EXPECT_TRUE(std::string(e.what()).ends_with("at length")) << e.what();
    }
    queue->copy(&a, &b, sizeof a);  // and the queue goes on
}

TEST_F(PluginAdapter, QueuesAreRefusedWhereLaunchesAreToBeCheckedOrValidated) {
    const auto device = make_device();
    for (const char* variable : {"NDWEAVE_CHECK", "NDWEAVE_VALIDATE"}) {
        setenv(variable, "1", 1);
        const exception e = error_of([&] { device->make_queue(false); });
        unsetenv(variable);
        EXPECT_EQ(e.code(), errc::feature_not_supported);
        EXPECT_NE(std::string(e.what()).find(variable), std::string::npos) << e.what();
    }
    EXPECT_NE(device->make_queue(false), nullptr);
}

TEST_F(PluginAdapter, OutOfMemoryIsNullAndMissingKindsAreErrors) {
    recorded().capabilities = 0;
    const auto device = make_device();
    EXPECT_EQ(device->allocate(std::size_t{1} << 50, 64, usm_kind::device), nullptr);
    EXPECT_EQ(error_of([&] { device->allocate(64, 64, usm_kind::host); }).code(), errc::feature_not_supported);
    EXPECT_EQ(error_of([&] { device->allocate(64, 64, usm_kind::shared); }).code(), errc::feature_not_supported);
    EXPECT_EQ(error_of([&] { device->make_queue(true); }).code(), errc::feature_not_supported);
}

TEST_F(PluginAdapter, ReductionsHaveAsManyGroupsAsTheDeviceRunsAtOnce) {
    const auto groups_of = [&](auto device_info) {
        plugin_.device_info = device_info;
        return shape_of_reduction(std::size_t{1} << 30, 1, make_device()->limits()).groups;
    };
    EXPECT_EQ(groups_of([](std::uint32_t device, ndw_device_info* info) -> int {
                  const int status = recording_plugin().device_info(device, info);
                  info->is_gpu = 1;
                  info->compute_units = 10;
                  return status;
              }),
              10 * device_tuning::reduction_groups_per_unit);
    EXPECT_EQ(groups_of([](std::uint32_t device, ndw_device_info* info) -> int {
                  const int status = recording_plugin().device_info(device, info);
                  info->is_gpu = 1;
                  info->compute_units = 10;
                  info->code_format = NDW_CODE_OPENCL_C;
                  return status;
              }),
              10 * device_tuning::opencl_reduction_groups_per_unit);
}

TEST(CompiledKernel, CoarseningDividesTheGridAlongAxis0) {
    ndw_compiled_kernel kernel{};
    kernel.coarsening = 2;
    for (const auto& [groups, launched] : {std::pair{1u, 1u}, {2u, 1u}, {5u, 3u}, {6u, 3u}}) {
        ndw_launch l{};
        std::fill_n(l.group_count, 3, groups);
        std::fill_n(l.local_range, 3, 4);
        adapt_to_kernel(l, kernel);
        EXPECT_EQ(l.group_count[0], launched) << groups;
        EXPECT_EQ(l.group_count[1], groups);
        EXPECT_EQ(l.local_range[0], 4u);
        EXPECT_EQ(l.flags, 0u);
    }
}

TEST(CompiledKernel, LoopsOverWorkItemsMakeGroupsOfOne) {
    ndw_compiled_kernel kernel{};
    kernel.coarsening = 1;
    kernel.items_in_loops = kernel.direct = 1;
    ndw_launch l{};
    std::fill_n(l.group_count, 3, 7);
    std::fill_n(l.local_range, 3, 4);
    adapt_to_kernel(l, kernel);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(l.group_count[axis], 7u);
        EXPECT_EQ(l.local_range[axis], 1u);
    }
    EXPECT_EQ(l.flags, NDW_LAUNCH_DIRECT);
}

TEST(CompiledKernel, OnlyPointersThatItNamesMustBeAligned) {
    const std::uint32_t offsets[] = {0, 16};
    ndw_compiled_kernel kernel{};
    kernel.aligned_pointers = offsets;
    kernel.aligned_pointer_count = 2;
    const std::uintptr_t aligned[] = {32, 33, 48}, not_aligned[] = {32, 32, 40};
    EXPECT_TRUE(meets_alignment(kernel, 16, aligned));
    EXPECT_FALSE(meets_alignment(kernel, 16, not_aligned));
    EXPECT_TRUE(meets_alignment(kernel, 8, not_aligned));
}

TEST_F(PluginAdapter, BasicKernelsGetAGridThatCoversTheirRange) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    const auto functor = [a = 1.0] { (void)a; };
    static kernel_record record = record_of(functor, kernel_kind::basic, 3);
    for (const auto& global :
         {std::array<std::uint64_t, 3>{1, 1, 1}, {255, 1, 1}, {256, 1, 1}, {257, 3, 1}, {5, 7, 11}, {1, 1, 999}}) {
        launch l{&record, &functor, {global[0], global[1], global[2]}, {0, 0, 0}, 0, {}};
        queue->launch(l);
        const ndw_launch& got = recorded().launches.back();
        EXPECT_LE(got.local_range[0] * got.local_range[1] * got.local_range[2], 512u);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_GE(got.group_count[axis] * got.local_range[axis], global[axis]);
            EXPECT_LT((got.group_count[axis] - 1) * got.local_range[axis], global[axis]);
        }
    }
    EXPECT_EQ(recorded().arguments.back().size(), 1u);  // a device without code gets the functor whole
}

TEST_F(PluginAdapter, NdRangeKernelsKeepTheirWorkGroupAndAreLoadedOncePerShape) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    const auto functor = [a = 1.0] { (void)a; };
    static kernel_record record = record_of(functor, kernel_kind::nd_range, 2);
    for (int i = 0; i < 3; ++i) {
        queue->launch({&record, &functor, {64, 32, 1}, {16, 8, 1}, 128, {}});
        queue->launch({&record, &functor, {64, 32, 1}, {8, 16, 1}, 128, {}});
    }
    EXPECT_EQ(std::ranges::count(recorded().calls, "load"), 2);
    const ndw_launch& got = recorded().launches.back();
    EXPECT_EQ(got.local_range[0], 8u);
    EXPECT_EQ(got.local_range[1], 16u);
    EXPECT_EQ(got.group_count[0], 8u);
    EXPECT_EQ(got.group_count[1], 2u);
    EXPECT_EQ(got.local_memory_bytes, 128u);
}

TEST_F(PluginAdapter, GridBeyondTheDeviceIsRefusedBeforeItIsLoaded) {
    const auto device = make_device();
    const auto queue = device->make_queue(false);
    const auto functor = [] {};
    static kernel_record record = record_of(functor, kernel_kind::nd_range, 1);
    const exception e = error_of([&] { queue->launch({&record, &functor, {65536u * 4, 1, 1}, {4, 1, 1}, 0, {}}); });
    EXPECT_EQ(e.code(), errc::nd_range);
    EXPECT_NE(std::string(e.what()).find("test kernel"), std::string::npos) << e.what();
    EXPECT_TRUE(recorded().calls.empty());
}

TEST_F(PluginAdapter, ClockStaysFineOverHours) {
    const auto device = make_device();
    const auto queue = device->make_queue(true);
    // The driver's float would be 0.25 ms coarse after an hour of milliseconds; the anchor follows.
    double longest_error = 0;
    for (int i = 0; i < 4000; ++i) {
        recorded().clock += 0.9;
        const auto start = queue->record();
        recorded().clock += 1e-5;
        const auto end = queue->record();
        const double measured = end->seconds() - start->seconds();
        longest_error = std::max(longest_error, std::abs(measured - 1e-5));
    }
    EXPECT_LT(longest_error, 1e-6);
}

TEST_F(PluginAdapter, EventsOrderQueuesOfOneDeviceAndEverythingIsGivenBack) {
    {
        const auto device = make_device();
        auto one = device->make_queue(true), two = device->make_queue(false);
        const auto event = one->record();
        two->wait_for(event);
        EXPECT_EQ(std::ranges::count(recorded().calls, "wait_event"), 1);
        const auto other = make_device();
        other->make_queue(false)->wait_for(event);  // waits on the host
        EXPECT_EQ(std::ranges::count(recorded().calls, "wait_event"), 1);
        one.reset();
        EXPECT_TRUE(event->complete());  // outlives its queue
    }
    EXPECT_EQ(recorded().live, 0);
}

using call_list = std::vector<std::string>;

TEST_F(PluginAdapter, GraphsAreCollectedOnAQueueOfTheirOwnWithKernelsCompiledBefore) {
    {
        const auto device = make_device();
        const auto queue = device->make_queue(false);
        const auto functor = [a = 1.0] { (void)a; };
        static kernel_record record = record_of(functor, kernel_kind::nd_range, 1);
        std::vector<unsigned char> data(64);
        const std::vector<recorded_command> commands{
            record_launch({&record, &functor, {64, 1, 1}, {16, 1, 1}, 0, {}}),
            recorded_copy{&data[8], &data[0], 32},      // overlaps: through a buffer
            recorded_fill{data.data(), {1, 2, 3}, 3}};  // copies of a pattern
        const auto graph = device->make_graph(commands);
        EXPECT_EQ(recorded().calls, call_list({"load", "graph_begin", "launch", "copy 32", "copy 32", "copy 3",
                                               "copy 3", "copy 3", "graph_end"}));
        recorded().calls.clear();
        graph->launch(*queue);
        graph->launch(*queue);
        EXPECT_EQ(recorded().calls, call_list({"graph_launch", "graph_launch"}));
    }
    EXPECT_EQ(recorded().live, 0);
}

TEST_F(PluginAdapter, GraphThatCannotBeCollectedIsAbandoned) {
    {
        const auto device = make_device();
        int x = 0, y = 0;
        const std::vector<recorded_command> commands{recorded_copy{&x, &y, 4}, recorded_copy{&y, &x, 4}};
        recorded().failing = "copy";
        EXPECT_EQ(error_of([&] { device->make_graph(commands); }).code(), errc::runtime);
        EXPECT_EQ(recorded().calls, call_list({"graph_begin", "copy 4", "graph_end"}));
    }
    EXPECT_EQ(recorded().live, 0);
}

TEST_F(PluginAdapter, WithoutGraphEntriesThereAreNoGraphs) {
    plugin_.graph_begin = nullptr;
    EXPECT_EQ(make_device()->make_graph({}), nullptr);
}

}  // namespace
}  // namespace ndweave::detail
