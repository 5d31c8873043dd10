/// Recorded commands run as often as they are submitted, in order, with what they captured when they were recorded.
#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

using Graph = Conformance;
using executable = command_graph<graph_state::executable>;

/// What `record` submits to `q`, as a graph.
template <class F>
executable recorded(queue& q, const F& record) {
    command_graph graph(q);
    graph.begin_recording(q);
    record();
    graph.end_recording();
    return graph.finalize();
}

TEST_F(Graph, NothingRunsBeforeItIsSubmittedAndThenEachTime) {
    constexpr std::size_t n = 10007;
    const std::vector<std::uint32_t> start(n, 1);
    buffer<std::uint32_t> a(q, start);
    std::uint32_t* const p = a.get();
    const std::uint32_t factor = 3 + random() % 100;
    const executable step = recorded(q, [&] {
        for (std::uint32_t k = 0; k < 5; ++k) {
            q.parallel_for(range<1>(n), [=](id<1> i) { p[i] = p[i] * factor + k + static_cast<std::uint32_t>(i[0]); });
        }
    });
    expect_equal(a.read(), start);
    std::vector<std::uint32_t> model = start;
    for (int run = 0; run < 4; ++run) {
        q.ext_oneapi_graph(step);
        for (std::uint32_t k = 0; k < 5; ++k) {
            for (std::size_t i = 0; i < n; ++i) model[i] = model[i] * factor + k + static_cast<std::uint32_t>(i);
        }
    }
    expect_equal(a.read(), model);
}

TEST_F(Graph, CommandsRunInTheOrderThatFinalizeIsGiven) {
    constexpr std::size_t n = 100;
    buffer<int> a(q, n);
    int* const p = a.get();
    command_graph graph(q);
    graph.begin_recording(q);
    q.parallel_for(range<1>(n), [=](id<1> i) { p[i] += 7; });
    q.parallel_for(range<1>(n), [=](id<1> i) { p[i] *= 3; });
    q.fill(p, 5, n);
    graph.end_recording();
    EXPECT_EQ(graph.size(), 3u);
    using kind = decltype(graph)::command;
    EXPECT_EQ(graph.kind_of(1), kind::kernel);
    EXPECT_EQ(graph.kind_of(2), kind::fill);
    EXPECT_THROW((void)graph.kind_of(3), exception);
    EXPECT_THROW((void)graph.finalize({0, 3}), exception);
    q.ext_oneapi_graph(graph.finalize({2, 1, 0}));
    expect_equal(a.read(), std::vector<int>(n, 22));
    q.ext_oneapi_graph(graph.finalize({2, 0, 1, 1}));
    expect_equal(a.read(), std::vector<int>(n, 108));
}

TEST_F(Graph, CapturesAndPatternsAreThoseOfTheRecording) {
    constexpr std::size_t n = 257;
    buffer<int> a(q, n), b(q, n);
    int* const p = a.get();
    const executable step = [&] {
        int pattern = 40, even = static_cast<int>(random() % 1000), odd = static_cast<int>(random() % 1000);
        const executable made = recorded(q, [&] {
            q.fill(p, pattern, n);
            q.parallel_for(range<1>(n), [=](id<1> i) { p[i] += odd * static_cast<int>(i[0] % 2) + even; });
            q.memcpy(b.get(), p, n * sizeof(int));
        });
        q.ext_oneapi_graph(made).wait();
        pattern = even = odd = 0;
        return made;
    }();
    const auto first = b.read();
    q.fill(b.get(), -1, n);
    q.ext_oneapi_graph(step);
    expect_equal(b.read(), first);
    if (computes()) {
        EXPECT_GE(first[0], 40);
    }
}

TEST_F(Graph, HostMemoryIsReadAndWrittenWhenItRuns) {
    constexpr std::size_t n = 1000;
    std::vector<double> in(n), out(n);
    buffer<double> a(q, n);
    double* const p = a.get();
    const executable step = recorded(q, [&] {
        q.memcpy(p, in.data(), n * sizeof(double));
        q.parallel_for(range<1>(n), [=](id<1> i) { p[i] = 2 * p[i] + 1; });
        q.memcpy(out.data(), p, n * sizeof(double));
    });
    for (int run = 0; run < 3; ++run) {
        std::vector<double> model(n);
        for (std::size_t i = 0; i < n; ++i) {
            in[i] = static_cast<double>(random() % 1000);
            model[i] = 2 * in[i] + 1;
        }
        q.ext_oneapi_graph(step).wait();
        expect_equal(out, model);
    }
}

TEST_F(Graph, AwkwardCopiesAndFillsAreRight) {
    struct triple {
        int x, y, z;
        bool operator==(const triple&) const = default;
    };
    constexpr std::size_t n = 500;
    buffer<triple> a(q, n);
    triple* const p = a.get();
    const executable step = recorded(q, [&] {
        q.fill(p, triple{1, 2, 3}, n);
        q.parallel_for(range<1>(n), [=](id<1> i) { p[i].y = static_cast<int>(i[0]); });
        q.memcpy(p + 5, p, (n - 5) * sizeof(triple));  // overlaps
        q.memset(p, 0, sizeof(triple));
    });
    std::vector<triple> model(n);
    for (std::size_t i = 0; i < n; ++i) model[i] = {1, static_cast<int>(i < 5 ? i : i - 5), 3};
    model[0] = {0, 0, 0};
    for (int run = 0; run < 2; ++run) {
        q.ext_oneapi_graph(step);
        const auto got = a.read();
        if (!computes()) continue;
        for (std::size_t i = 0; i < n; ++i) ASSERT_TRUE(got[i] == model[i]) << i;
    }
}

TEST_F(Graph, ReductionsBarriersAndLocalMemory) {
    constexpr std::size_t n = 1 << 14;
    buffer<int> a(q, n), sum(q, std::vector<int>{0}), largest(q, 1);
    int *const p = a.get(), *const s = sum.get(), *const m = largest.get();
    const executable step = recorded(q, [&] {
        q.submit([&](handler& h) {
            const local_accessor<int, 1> tile(range<1>(64), h);
            h.parallel_for(nd_range<1>(n, 64), [=](nd_item<1> it) {
                tile[it.get_local_id(0)] = static_cast<int>(it.get_global_id(0));
                group_barrier(it.get_group());
                p[it.get_global_id(0)] = tile[63 - it.get_local_id(0)];
            });
        });
        q.parallel_for(range<1>(n), reduction(s, plus<int>()), [=](id<1> i, auto& r) { r += p[i] % 7; });
        q.parallel_for(range<1>(n), reduction(m, maximum<int>(), property::reduction::initialize_to_identity()),
                       [=](id<1> i, auto& r) { r.combine(p[i]); });
        // Many groups: more scratch memory than the reductions before took.
        q.parallel_for(nd_range<1>(n, 16), reduction(s, plus<int>()),
                       [=](nd_item<1> it, auto& r) { r += p[it.get_global_id(0)] % 3; });
    });
    int model = 0;
    for (std::size_t i = 0; i < n; ++i) model += static_cast<int>(i % 7 + i % 3);
    // Reductions outside of the graph between its runs use scratch memory of their own.
    for (int run = 1; run <= 3; ++run) {
        q.ext_oneapi_graph(step);
        q.parallel_for(range<1>(n), reduction(m, maximum<int>()), [=](id<1> i, auto& r) { r.combine(p[i] / 2); });
        expect_equal(sum.read(), {run * model});
        expect_equal(largest.read(), {static_cast<int>(n - 1)});
    }
}

TEST_F(Graph, RunsOnSeveralQueuesFollowEachOther) {
    constexpr std::size_t n = 1 << 16;
    buffer<std::uint32_t> a(q, std::vector<std::uint32_t>(n, 1));
    std::uint32_t* const p = a.get();
    const executable step = recorded(q, [&] {
        for (int k = 0; k < 10; ++k) q.parallel_for(range<1>(n), [=](id<1> i) { p[i] = 5 * p[i] + 1; });
    });
    std::vector<queue> queues(3, queue(q.get_device()));
    for (queue& other : queues) other = queue(q.get_device());
    for (int run = 0; run < 12; ++run) queues[static_cast<std::size_t>(run % 3)].ext_oneapi_graph(step);
    for (queue& other : queues) other.wait();
    std::uint32_t model = 1;
    for (int k = 0; k < 120; ++k) model = 5 * model + 1;
    expect_equal(a.read(), std::vector<std::uint32_t>(n, model));
}

TEST_F(Graph, OfSeveralQueuesKeepsTheOrderOfRecording) {
    constexpr std::size_t n = 5000;
    queue second(q.get_device());
    buffer<int> a(q, std::vector<int>(n, 1));
    int* const p = a.get();
    command_graph graph(q.get_device());
    graph.begin_recording(q);
    graph.begin_recording(second);
    for (int k = 0; k < 4; ++k) {
        const event e = q.parallel_for(range<1>(n), [=](id<1> i) { p[i] *= 3; });
        second.submit([&](handler& h) {
            h.depends_on(e);
            h.parallel_for(range<1>(n), [=](id<1> i) { p[i] += 1; });
        });
    }
    graph.end_recording(second);
    graph.end_recording(q);
    second.ext_oneapi_graph(graph.finalize()).wait();
    int model = 1;
    for (int k = 0; k < 4; ++k) model = 3 * model + 1;
    expect_equal(a.read(), std::vector<int>(n, model));
}

TEST_F(Graph, CanBePartOfAnother) {
    constexpr std::size_t n = 300;
    buffer<int> a(q, std::vector<int>(n, 0)), sum(q, std::vector<int>{0});
    int *const p = a.get(), *const s = sum.get();
    const executable outer = recorded(q, [&] {
        queue inner_queue(q.get_device());
        const executable inner = recorded(inner_queue, [&] {
            inner_queue.parallel_for(range<1>(n), [=](id<1> i) { p[i] += 1; });
            inner_queue.parallel_for(range<1>(n), reduction(s, plus<int>()), [=](id<1> i, auto& r) { r += p[i]; });
        });
        q.ext_oneapi_graph(inner);
        q.ext_oneapi_graph(inner);
    });
    q.ext_oneapi_graph(outer);
    q.ext_oneapi_graph(outer);
    expect_equal(a.read(), std::vector<int>(n, 4));
    expect_equal(sum.read(), {static_cast<int>(n) * (1 + 2 + 3 + 4)});
}

TEST_F(Graph, IsTimedAsOneCommand) {
    queue timed(q.get_device(), property::queue::enable_profiling{});
    constexpr std::size_t n = 1 << 18;
    buffer<float> a(timed, std::vector<float>(n, 1.0f));
    float* const p = a.get();
    const executable step = recorded(timed, [&] {
        for (int k = 0; k < 3; ++k) timed.parallel_for(range<1>(n), [=](id<1> i) { p[i] = p[i] * 1.5f + 1.0f; });
    });
    event e = timed.ext_oneapi_graph(step);
    const auto start = e.get_profiling_info<info::event_profiling::command_start>();
    const auto end = e.get_profiling_info<info::event_profiling::command_end>();
    EXPECT_LE(start, end);
    if (computes()) {
        EXPECT_LT(start, end);
    }
}

TEST_F(Graph, EmptyOnesRun) {
    const executable nothing = recorded(q, [] {});
    q.ext_oneapi_graph(nothing).wait();
}

}  // namespace
}  // namespace ndweave::conformance
