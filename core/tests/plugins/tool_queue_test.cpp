// Profilers hear of commands of a device that runs them later: with fences, which Kokkos' tools have by default.
#include "runtime/trace/tool_queue.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "plugins/plugin_adapter.hpp"
#include "runtime/error_of.hpp"
#include "runtime/graph/recorded_command.hpp"
#include "support/temporary_folder.hpp"
#include "tools/tool_log.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::error_of;
using ::ndweave::testing::recorded;
using ::ndweave::tests::calls_of;
using ::ndweave::tests::expect_pairs;
using ::ndweave::tests::tool_call;
using ::ndweave::tests::tool_log;

using call_list = std::vector<std::string>;

class ToolQueue : public PluginAdapter {
protected:
    void SetUp() override {
        PluginAdapter::SetUp();
        setenv("TOOL_LOG", log_.c_str(), 1);
        setenv("NDWEAVE_TOOLS_LIBS", LOGGING_TOOL, 1);
        load_tools();
        std::filesystem::remove(log_);  // how it begins
        unsetenv("NDWEAVE_TOOLS_LIBS");
        if (!active_tools()) GTEST_SKIP() << "this process had queues before; ctest runs each test in one of its own";
    }

    void TearDown() override { setenv("TOOL_LOG", "/dev/null", 1); }  // of the end of the process

    std::unique_ptr<queue_impl> make_queue(device_impl& device) {
        return std::make_unique<tool_queue>(device.make_queue(false), device.limits(), 3);
    }

    tool_log heard() const { return ::ndweave::tests::read_tool_log(log_); }

    detail::launch launch_of_test() {
        static const auto functor = [a = 1.0] { (void)a; };
        static kernel_record record = record_of(functor, kernel_kind::nd_range, 1);
        return {&record, &functor, {64, 1, 1}, {16, 1, 1}, 0, {}};
    }

    const support::temporary_folder folder_;
    const std::string log_ = folder_ / "log";
};

TEST_F(ToolQueue, CommandsAreDoneWhenTheyEnd) {
    const auto device = make_device();
    const auto queue = make_queue(*device);
    std::vector<unsigned char> data(64);
    queue->launch(launch_of_test());
    queue->copy(&data[32], &data[0], 32);
    queue->fill(data.data(), "x", 1, 16);
    queue->wait();
    EXPECT_EQ(recorded().calls, call_list({"load", "launch", "sync", "copy 32", "sync", "fill 1x16", "sync", "sync"}));
    const tool_log log = heard();
    expect_pairs(log, true);
    std::vector<std::string> functions;
    for (const tool_call& c : log) {
        if (c.begins()) functions.push_back(c.kind());
    }
    EXPECT_EQ(functions, (call_list{"region", "parallel_for", "deep_copy", "deep_copy", "fence"}));
    EXPECT_EQ(calls_of(log, "begin_parallel_for")[0].argument(0), "test kernel");
}

TEST_F(ToolQueue, AKernelIsThereBeforeItBegins) {
    plugin_.module_load = [](ndw_device*, const ndw_module_source*, ndw_module**) { return int{NDW_BUILD_FAILED}; };
    const auto device = make_device();
    const auto queue = make_queue(*device);
    EXPECT_EQ(error_of([&] { queue->launch(launch_of_test()); }).code(), errc::build);
    EXPECT_TRUE(calls_of(heard(), "begin_parallel_for").empty());
}

TEST_F(ToolQueue, CommandsThatFailEnd) {
    const auto device = make_device();
    const auto queue = make_queue(*device);
    queue->launch(launch_of_test());
    for (const char* const failing : {"launch", "sync"}) {
        recorded().failing = failing;
        error_of([&] { queue->launch(launch_of_test()); });
        recorded().failing.clear();
    }
    expect_pairs(heard(), true);
    EXPECT_EQ(calls_of(heard(), "end_parallel_for").size(), 3u);
}

TEST_F(ToolQueue, AGraphOfTheDeviceIsARegion) {
    const auto device = make_device();
    const auto queue = make_queue(*device);
    const auto graph = device->make_graph({record_launch(launch_of_test())});
    EXPECT_TRUE(heard().empty()) << "it was made, not launched";
    recorded().calls.clear();
    queue->run_graph([&](queue_impl& own) { graph->launch(own); });
    EXPECT_EQ(recorded().calls, call_list({"graph_launch", "sync"}));
    ASSERT_EQ(heard().size(), 2u);
    EXPECT_EQ(heard()[0].argument(0), "graph");
}

TEST_F(ToolQueue, QueuesOfADriverWaitForEachOther) {
    const auto device = make_device();
    const auto one = make_queue(*device), other = make_queue(*device);
    const auto plain = device->make_queue(false);
    EXPECT_TRUE(one->can_wait_for(*other));
    EXPECT_TRUE(one->can_wait_for(*plain));
    EXPECT_TRUE(plain->can_wait_for(one->device_queue()));
}

}  // namespace
}  // namespace ndweave::detail
