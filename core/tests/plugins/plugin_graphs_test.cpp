/// Graphs of plugins: collected with kernels compiled before, or abandoned.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "plugin_adapter.hpp"
#include "runtime/error_of.hpp"
#include "runtime/graph/recorded_command.hpp"
#include "runtime/plugin/kernel/launch.hpp"

namespace ndweave::detail {
namespace {

using ::ndweave::testing::error_of;
using ::ndweave::testing::recorded;

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
