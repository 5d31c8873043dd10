/// Graphs: what is refused, and the state of queues.
#include "ndweave/graph.hpp"

#include <gtest/gtest.h>

#include <string>

#include "ndweave/reduction.hpp"
#include "ndweave/usm.hpp"
#include "runtime/error_of.hpp"

namespace ndweave {
namespace {

using testing::error_of;

class Graph : public ::testing::Test {
protected:
    template <class F>
    void expect_invalid(const F& f, const std::string& words) {
        const exception e = error_of(f);
        EXPECT_EQ(e.code(), errc::invalid);
        EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }

    queue q, other;
    command_graph<> graph{q};
};

TEST_F(Graph, StateOfTheQueueFollows) {
    EXPECT_EQ(q.ext_oneapi_get_state(), queue_state::executing);
    graph.begin_recording(q);
    EXPECT_EQ(q.ext_oneapi_get_state(), queue_state::recording);
    EXPECT_EQ(queue(q).ext_oneapi_get_state(), queue_state::recording);
    EXPECT_EQ(other.ext_oneapi_get_state(), queue_state::executing);
    EXPECT_TRUE(graph.empty());
    q.single_task([] {});
    EXPECT_FALSE(graph.empty());
    graph.end_recording();
    EXPECT_EQ(q.ext_oneapi_get_state(), queue_state::executing);
}

TEST_F(Graph, LastCopyToGoEndsItsRecordings) {
    {
        const command_graph copy = [&] {
            command_graph made(q);
            made.begin_recording(q);
            return made;
        }();
        EXPECT_EQ(q.ext_oneapi_get_state(), queue_state::recording);
    }
    q.single_task([] {});
    q.wait();
}

TEST_F(Graph, QueueRecordsIntoOneGraph) {
    graph.begin_recording(q);
    expect_invalid([&] { graph.begin_recording(q); }, "records into a graph already");
    expect_invalid([&] { command_graph(q).begin_recording(q); }, "records into a graph already");
    expect_invalid([&] { graph.end_recording(other); }, "does not record");
    expect_invalid([&] { graph.finalize(); }, "end_recording");
}

TEST_F(Graph, WaitingWhileRecordingIsRefused) {
    graph.begin_recording(q);
    event e = q.single_task([] {});
    expect_invalid([&] { q.wait(); }, "records into a graph");
    expect_invalid([&] { e.wait(); }, "records into a graph");
    graph.end_recording();
    q.wait();
    e.wait();
}

TEST_F(Graph, DependenciesDoNotCrossItsBorder) {
    graph.begin_recording(q);
    const event inside = q.single_task([] {});
    expect_invalid([&] { other.submit([&](handler& h) { h.depends_on(inside); }); }, "being recorded");
    queue timed(q.get_device(), property::queue::enable_profiling{});
    const event outside = timed.single_task([] {});
    expect_invalid([&] { q.submit([&](handler& h) { h.depends_on(outside); }); }, "outside its graph");
    q.submit([&](handler& h) {
        h.depends_on(event());  // complete: no dependency
        h.single_task([] {});
    });
}

TEST_F(Graph, MemoryCanBeAllocatedAndFreedWhileRecording) {
    graph.begin_recording(q);
    int* const p = malloc_device<int>(4, q);
    free(p, q);
}

TEST_F(Graph, InvalidLaunchesAreRefusedWhenRecorded) {
    graph.begin_recording(q);
    const exception e = error_of([&] { q.parallel_for(nd_range<1>(10, 3), [](nd_item<1>) {}); });
    EXPECT_EQ(e.code(), errc::nd_range);
    EXPECT_TRUE(graph.empty());
}

}  // namespace
}  // namespace ndweave
