/// Order within a queue, between queues through events, times of events, and many host threads.
#include <numeric>
#include <thread>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

using Queue = Conformance;

TEST_F(Queue, WorkRunsInTheOrderOfSubmission) {
    constexpr std::size_t n = 10007;
    buffer<std::uint64_t> a(q, n);
    std::uint64_t* const p = a.get();
    q.fill(p, std::uint64_t{1}, n);
    for (int i = 0; i < 20; ++i) {
        q.parallel_for(range<1>(n), [=](id<1> k) { p[k] = 3 * p[k] + k[0]; });
        if (i % 5 == 0) q.memcpy(p + n / 2, p, sizeof(std::uint64_t));
    }
    std::vector<std::uint64_t> model(n, 1);
    for (int i = 0; i < 20; ++i) {
        for (std::size_t k = 0; k < n; ++k) model[k] = 3 * model[k] + k;
        if (i % 5 == 0) model[n / 2] = model[0];
    }
    expect_equal(a.read(), model);
}

TEST_F(Queue, EventsOrderQueues) {
    constexpr std::size_t n = 1 << 16;
    queue second(q.get_device());
    buffer<int> a(q, std::vector<int>(n, 0));
    int* const p = a.get();
    for (int round = 0; round < 10; ++round) {
        const event first = q.parallel_for(range<1>(n), [=](id<1> i) { p[i] = p[i] * 2 + 1; });
        const event then = second.submit([&](handler& h) {
            h.depends_on(first);
            h.parallel_for(range<1>(n), [=](id<1> i) { p[i] = p[i] * 3; });
        });
        q.submit([&](handler& h) {
            h.depends_on(then);
            h.parallel_for(range<1>(n), [=](id<1> i) { p[i] += 1; });
        });
    }
    int model = 0;
    for (int round = 0; round < 10; ++round) model = (model * 2 + 1) * 3 + 1;
    expect_equal(a.read(), std::vector<int>(n, model));
}

TEST_F(Queue, TimesOfEventsAreOrderedAndPositive) {
    queue timed(q.get_device(), property::queue::enable_profiling{});
    constexpr std::size_t n = 1 << 20;
    buffer<float> a(timed, std::vector<float>(n, 1.0f));
    float* const p = a.get();
    std::uint64_t last_end = 0;
    for (int i = 0; i < 5; ++i) {
        event e = timed.parallel_for(range<1>(n), [=](id<1> k) { p[k] = p[k] * 1.5f + 1.0f; });
        const auto start = e.get_profiling_info<info::event_profiling::command_start>();
        const auto end = e.get_profiling_info<info::event_profiling::command_end>();
        EXPECT_LE(e.get_profiling_info<info::event_profiling::command_submit>(), start);
        EXPECT_LE(start, end);
        if (computes()) {
            EXPECT_LT(start, end);
        }
        EXPECT_GE(start, last_end);
        last_end = end;
    }
}

TEST_F(Queue, EventOfQueueWithoutProfilingHasNoTimes) {
    event e = q.memset(buffer<int>(q, 4).get(), 0, 0);
    EXPECT_THROW(e.get_profiling_info<info::event_profiling::command_end>(), exception);
}

/// Runs `body(t)` on 8 host threads at once; what one throws fails the test instead of ending the program.
template <class F>
void on_host_threads(const F& body) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&body, t] {
            try {
                body(t);
            } catch (const exception& e) {
                ADD_FAILURE() << "thread " << t << ": " << e.what();
            }
        });
    }
    for (std::thread& t : threads) t.join();
}

/// Each thread with a queue of its own, all with the same kernels.
TEST_F(Queue, ManyHostThreadsWithTheirOwnQueues) {
    std::vector<std::size_t> wrong(8);
    on_host_threads([&](int t) {
        queue own(q.get_device());
        constexpr std::size_t n = 5000;
        std::vector<unsigned> model(n);
        std::iota(model.begin(), model.end(), static_cast<unsigned>(t));
        buffer<unsigned> a(own, model);
        unsigned* const p = a.get();
        for (int i = 0; i < 10; ++i) {
            own.parallel_for(range<1>(n), [=](id<1> k) { p[k] = p[k] * 3 + static_cast<unsigned>(t); });
            for (unsigned& m : model) m = m * 3 + static_cast<unsigned>(t);
        }
        const auto got = a.read();
        for (std::size_t k = 0; k < n; ++k) wrong[static_cast<std::size_t>(t)] += got[k] != model[k];
    });
    expect_equal(wrong, std::vector<std::size_t>(8, 0));
}

TEST_F(Queue, ManyHostThreadsShareOne) {
    constexpr std::size_t n = 1000;
    buffer<int> a(q, std::vector<int>(8 * n, 0));
    int* const p = a.get();
    on_host_threads([&](int t) {
        for (int i = 0; i < 20; ++i) {
            q.parallel_for(range<1>(n), [=](id<1> k) { p[static_cast<std::size_t>(t) * n + k[0]] += t + 1; });
            if (i % 7 == 0) q.wait();
        }
    });
    std::vector<int> model;
    for (int t = 0; t < 8; ++t) model.insert(model.end(), n, 20 * (t + 1));
    expect_equal(a.read(), model);
}

TEST_F(Queue, CopiesOfOneQueueAreTheSameQueue) {
    queue other = q;
    EXPECT_EQ(other, q);
    EXPECT_EQ(other.get_device(), q.get_device());
}

/// The shortcuts that take events, between two queues.
TEST_F(Queue, ShortcutsStartAfterTheirEvents) {
    queue other(q.get_device());
    constexpr std::size_t n = 10'007;
    const buffer<int> a(q, n), b(q, n), sums(q, 2);
    int *const x = a.get(), *const y = b.get(), *const sum = sums.get();
    const event filled = q.fill(x, 2, n), cleared = q.memset(y, 0, n * sizeof(int)), zero = q.fill(sum, 0, 2);
    const event scaled = other.parallel_for(n, filled, [=](id<1> i) { x[i] *= static_cast<int>(i[0] % 5); });
    const event added = q.parallel_for(range(n), {scaled, cleared}, [=](id<1> i) { y[i] += x[i] + 1; });
    const event totalled =
        other.parallel_for(range(n), {added, zero}, reduction(sum, plus<>()), [=](id<1> i, auto& s) { s += y[i]; });
    const event copied = q.copy(y, x, n, totalled);
    const event back = other.memcpy(y, x, n * sizeof(int), {copied, added});
    q.single_task({back, totalled}, [=] { sum[1] = sum[0] + y[n - 1]; });
    std::vector<int> model(n);
    int total = 0;
    for (std::size_t i = 0; i < n; ++i) total += model[i] = 2 * static_cast<int>(i % 5) + 1;
    expect_equal(b.read(), model);
    expect_equal(sums.read(), {total, total + model.back()});
}

}  // namespace
}  // namespace ndweave::conformance
