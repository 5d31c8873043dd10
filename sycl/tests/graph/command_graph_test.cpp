// sycl_ext_oneapi_graph: graphs that are recorded and that are put together of nodes and edges.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <random>
#include <sstream>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

namespace exp = sycl::ext::oneapi::experimental;

class CommandGraph : public testing::Test {
protected:
    void SetUp() override {
        if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
        numbers = sycl::malloc_shared<int>(count, q);
    }
    void TearDown() override {
        if (numbers) sycl::free(numbers, q);
    }

    auto times(int factor) {
        return [=, n = numbers](sycl::handler& h) {
            h.parallel_for(sycl::range(count), [=](sycl::id<1> i) { n[i] *= factor; });
        };
    }
    auto plus(int term) {
        return [=, n = numbers](sycl::handler& h) {
            h.parallel_for(sycl::range(count), [=](sycl::id<1> i) { n[i] += term; });
        };
    }
    static constexpr std::size_t count = 1003;
    sycl::queue q;
    int* numbers = nullptr;
};

template <class F>
std::error_code error_of(F f) {
    try {
        f();
    } catch (const sycl::exception& e) {
        return e.code();
    }
    return {};
}

TEST_F(CommandGraph, RecordsQueuesAndRunsWithEvents) {
    q.fill(numbers, 5, count).wait();
    exp::command_graph graph{q.get_context(), q.get_device()};
    graph.begin_recording(q);
    EXPECT_EQ(q.ext_oneapi_get_state(), exp::queue_state::recording);
    const sycl::event first = q.submit(times(3));
    q.submit([&](sycl::handler& h) {
        h.depends_on(first);
        plus(1)(h);
    });
    graph.end_recording(q);
    EXPECT_EQ(q.ext_oneapi_get_state(), exp::queue_state::executing);
    EXPECT_EQ(graph.get_nodes().size(), 2u);
    q.wait();
    EXPECT_EQ(numbers[0], 5);

    const exp::command_graph<exp::graph_state::executable> run = graph.finalize();
    const sycl::event once = q.ext_oneapi_graph(run);                // 16
    const sycl::event twice = q.ext_oneapi_graph(run, once);         // 49
    q.ext_oneapi_graph(run, std::vector<sycl::event>{once, twice});  // 148
    q.submit([&](sycl::handler& h) { h.ext_oneapi_graph(run); }).wait();
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(numbers[i], 445);
}

TEST_F(CommandGraph, NodesRunInTheOrderOfTheirEdges) {
    exp::command_graph graph(q);
    exp::node last = graph.add(plus(7));
    exp::node middle = graph.add(times(10), {exp::property::node::depends_on()});
    exp::node first = graph.add([&](sycl::handler& h) { h.fill(numbers, 2, count); });
    graph.make_edge(middle, last);
    graph.make_edge(first, middle);
    const auto run = graph.finalize();
    q.ext_oneapi_graph(run).wait();
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(numbers[i], 27);

    EXPECT_EQ(graph.get_nodes(), (std::vector<exp::node>{last, middle, first}));
    EXPECT_EQ(graph.get_root_nodes(), std::vector<exp::node>{first});
    EXPECT_EQ(middle.get_predecessors(), std::vector<exp::node>{first});
    EXPECT_EQ(middle.get_successors(), std::vector<exp::node>{last});
    EXPECT_EQ(first.get_type(), exp::node_type::memfill);
    EXPECT_EQ(last.get_type(), exp::node_type::kernel);
    EXPECT_EQ(error_of([&] { graph.make_edge(last, first); }), sycl::errc::invalid);
    EXPECT_EQ(error_of([&] { graph.make_edge(last, last); }), sycl::errc::invalid);
    exp::command_graph other(q);
    EXPECT_EQ(error_of([&] { other.make_edge(first, last); }), sycl::errc::invalid);
    EXPECT_NE(graph.get_id(), other.get_id());
}

TEST_F(CommandGraph, RandomEdgesAreKept) {
    std::mt19937 random(std::random_device{}());
    for (int round = 0; round < 5; ++round) {
        constexpr std::size_t nodes = 40;
        int* const ticks = sycl::malloc_shared<int>(nodes + 1, q);
        ticks[nodes] = 0;
        exp::command_graph graph(q.get_context(), q.get_device());
        std::vector<exp::node> added;
        for (std::size_t n = 0; n < nodes; ++n)
            added.push_back(graph.add([=](sycl::handler& h) { h.single_task([=] { ticks[n] = ticks[nodes]++; }); }));
        std::vector<std::pair<std::size_t, std::size_t>> edges;
        for (int k = 0; k < 120; ++k) {
            const std::size_t from = random() % nodes, to = random() % nodes;
            if (error_of([&] { graph.make_edge(added[from], added[to]); })) continue;
            edges.emplace_back(from, to);
        }
        q.ext_oneapi_graph(graph.finalize()).wait();
        EXPECT_EQ(ticks[nodes], static_cast<int>(nodes));
        for (const auto& [from, to] : edges) EXPECT_LT(ticks[from], ticks[to]);
        sycl::free(ticks, q);
    }
}

TEST_F(CommandGraph, DependenciesByPropertyAndEmptyNodes) {
    q.fill(numbers, 1, count).wait();
    exp::command_graph graph(
        q, {exp::property::graph::no_cycle_check(), exp::property::graph::assume_buffer_outlives_graph()});
    EXPECT_TRUE(graph.empty());
    exp::node a = graph.add(times(4)), b = graph.add(times(5));
    exp::node join = graph.add({exp::property::node::depends_on_all_leaves()});
    exp::node c = graph.add(plus(3), {exp::property::node::depends_on(join)});
    exp::node d = graph.add(times(2), {exp::property::node::depends_on(a, c)});
    EXPECT_EQ(join.get_type(), exp::node_type::empty);
    EXPECT_EQ(join.get_predecessors(), (std::vector<exp::node>{a, b}));
    EXPECT_EQ(d.get_predecessors(), (std::vector<exp::node>{a, c}));
    q.ext_oneapi_graph(graph.finalize({exp::property::graph::enable_profiling()})).wait();
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(numbers[i], 46);
}

TEST_F(CommandGraph, GraphsInGraphsAndReductions) {
    q.fill(numbers, 2, count).wait();
    exp::command_graph inner(q);
    inner.begin_recording(q);
    q.submit(times(3));
    q.submit(plus(1));
    inner.end_recording();
    const auto part = inner.finalize();
    int* const sum = sycl::malloc_shared<int>(1, q);
    *sum = 0;
    exp::command_graph outer(q);
    const exp::node nested = outer.add([&](sycl::handler& h) { h.ext_oneapi_graph(part); });
    outer.add([&, n = numbers](sycl::handler& h) {
        h.parallel_for(sycl::range(count), sycl::reduction(sum, sycl::plus<>()),
                       [=](sycl::id<1> i, auto& total) { total += n[i]; });
    });
    EXPECT_EQ(nested.get_type(), exp::node_type::subgraph);
    const auto run = outer.finalize();
    q.ext_oneapi_graph(run);
    q.ext_oneapi_graph(run).wait();
    EXPECT_EQ(*sum, static_cast<int>(count) * (7 + 22));
    sycl::free(sum, q);
}

TEST_F(CommandGraph, IsReplacedAsAWhole) {
    q.fill(numbers, 1, count).wait();
    exp::command_graph first(q), second(q);
    first.add(plus(10));
    second.add(plus(100));
    auto fixed = first.finalize();
    auto run = first.finalize({exp::property::graph::updatable()});
    const auto same = run;
    q.ext_oneapi_graph(run);
    run.update(second);
    q.ext_oneapi_graph(same).wait();
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(numbers[i], 111);
    EXPECT_EQ(error_of([&] { fixed.update(second); }), sycl::errc::invalid);
    exp::node node = first.get_nodes().front();
    EXPECT_EQ(error_of([&] { run.update(node); }), sycl::errc::feature_not_supported);
    EXPECT_EQ(error_of([&] { node.update_range(sycl::range<1>(3)); }), sycl::errc::feature_not_supported);
}

TEST_F(CommandGraph, RefusesBuffersAndTellsOfMistakes) {
    sycl::buffer<int> buffer(10);
    exp::command_graph graph(q);
    const auto with_buffer = [&](sycl::handler& h) {
        sycl::accessor a(buffer, h, sycl::write_only);
        h.parallel_for(sycl::range(10), [=](sycl::id<1> i) { a[i] = 1; });
    };
    EXPECT_EQ(error_of([&] { graph.add(with_buffer); }), sycl::errc::feature_not_supported);
    EXPECT_TRUE(graph.empty());
    sycl::queue second(q.get_context(), q.get_device());
    graph.begin_recording({q, second});
    EXPECT_EQ(error_of([&] { graph.begin_recording(q); }), sycl::errc::invalid);
    EXPECT_EQ(error_of([&] { q.submit(with_buffer); }), sycl::errc::feature_not_supported);
    EXPECT_EQ(error_of([&] { (void)graph.finalize(); }), sycl::errc::invalid);
    graph.end_recording({q, second});
    EXPECT_EQ(error_of([&] { graph.end_recording(q); }), sycl::errc::invalid);
    q.submit(with_buffer).wait();  // and the buffer is as it was
    EXPECT_EQ(sycl::host_accessor(buffer)[9], 1);
}

TEST_F(CommandGraph, IsPrinted) {
    exp::command_graph graph(q);
    exp::node a = graph.add(plus(1)), b = graph.add();
    graph.make_edge(a, b);
    const std::string path = testing::TempDir() + "command_graph_test.dot";
    graph.print_graph(path, true);
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    EXPECT_NE(text.str().find("0 -> 1"), std::string::npos) << text.str();
    EXPECT_NE(text.str().find("kernel"), std::string::npos);
    std::remove(path.c_str());
    EXPECT_EQ(error_of([&] { graph.print_graph("/nowhere/at/all.dot"); }), sycl::errc::invalid);
}

}  // namespace
