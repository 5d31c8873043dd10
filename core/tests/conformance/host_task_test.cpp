/// Host tasks of the device under test, and asynchronous CPU queues.
#include <atomic>
#include <chrono>
#include <future>
#include <numeric>
#include <thread>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t n = 1000;

class HostTask : public Conformance {
protected:
    queue asynchronous{q.get_device(), property::queue::asynchronous()};
};

TEST_F(HostTask, RunsBehindCommandsAndBeforeLaterOnes) {
    if (!computes()) GTEST_SKIP() << "the device computes nothing";
    buffer<unsigned> x(q, std::vector<unsigned>(n, 0));
    std::vector<unsigned> first(n), second(n), given(n);
    std::iota(given.begin(), given.end(), 5u);
    unsigned* const data = x.get();
    for (queue* const to : {&q, &asynchronous}) {
        to->fill(data, 0u, n);
        to->parallel_for(range<1>(n), [=](id<1> i) { data[i] += static_cast<unsigned>(i[0]) + 1; });
        to->copy(data, first.data(), n);
        unsigned seen = 0;
        to->submit([&](handler& h) {
            h.host_task([&] {
                std::this_thread::sleep_for(5ms);
                seen = first[n - 1];
                for (std::size_t i = 0; i < n; ++i) first[i] = static_cast<unsigned>(i) + 5;
            });
        });
        to->copy(first.data(), data, n);
        to->parallel_for(range<1>(n), [=](id<1> i) { data[i] *= 2; });
        to->copy(data, second.data(), n);
        to->wait();
        EXPECT_EQ(seen, n);
        for (unsigned& each : second) each /= 2;
        expect_equal(second, given);
    }
}

TEST_F(HostTask, ItsEventAndOnesBeforeItAreApart) {
    std::promise<void> gate;
    std::shared_future<void> opened = gate.get_future().share();
    const auto run = [&](queue to) {
        event before = to.single_task([] {});
        event task = to.submit([&](handler& h) { h.host_task([opened] { opened.wait(); }); });
        before.wait();  // would never return if it waited for the task
        return task;
    };
    std::vector<event> tasks{run(asynchronous)};
    if (q.get_device().backend_name() != "cpu") tasks.push_back(run(q));  // else it is synchronous
    gate.set_value();
    event::wait(tasks);
}

TEST_F(HostTask, AnErrorIsThrownByWaitAndOnce) {
    std::atomic<int> ran = 0;
    event failed = asynchronous.submit([&](handler& h) { h.host_task([] { throw std::out_of_range("of no use"); }); });
    event behind = asynchronous.submit([&](handler& h) { h.host_task([&] { ++ran; }); });
    EXPECT_THROW(failed.wait(), std::out_of_range);
    EXPECT_THROW(behind.wait(), std::out_of_range);
    EXPECT_THROW(asynchronous.wait(), std::out_of_range);
    asynchronous.wait();
    EXPECT_THROW(failed.wait(), std::out_of_range);
    EXPECT_EQ(ran, 0);
    asynchronous.submit([&](handler& h) { h.host_task([&] { ++ran; }); });
    asynchronous.wait();
    EXPECT_EQ(ran, 1);
}

TEST_F(HostTask, NothingRunsBehindAnErrorUntilItIsThrown) {
    if (!computes()) GTEST_SKIP() << "the device computes nothing";
    buffer<unsigned> x(q, std::vector<unsigned>(n, 1));
    event failed = asynchronous.submit([&](handler& h) { h.host_task([] { throw std::out_of_range("of no use"); }); });
    EXPECT_THROW(failed.wait(), std::out_of_range);
    event filled = asynchronous.fill(x.get(), 2u, n);
    EXPECT_THROW(filled.wait(), std::out_of_range);
    EXPECT_THROW(asynchronous.wait(), std::out_of_range);
    expect_equal(x.read(), std::vector<unsigned>(n, 1));
    asynchronous.fill(x.get(), 3u, n).wait();
    expect_equal(x.read(), std::vector<unsigned>(n, 3));
}

TEST_F(HostTask, WhatDependsOnAFailedOneIsNotRun) {
    queue cpu(device("cpu"), property::queue::asynchronous());
    std::promise<void> gate;
    std::atomic<int> ran = 0;
    const event failed = cpu.submit([&](handler& h) {
        h.host_task([opened = gate.get_future().share()] {
            opened.wait();
            throw exception(errc::kernel, "of no use");
        });
    });
    const auto action = [&](handler& h) {
        h.depends_on(failed);
        h.host_task([&] { ++ran; });
    };
    event there = asynchronous.submit(action);
    const event chained = queue(device("cpu"), property::queue::asynchronous()).submit([&](handler& h) {
        h.depends_on(there);
        h.host_task([&] { ++ran; });
    });
    gate.set_value();
    for (event each : {there, chained}) {
        try {
            each.wait();
            ADD_FAILURE() << "no error";
        } catch (const exception& e) {
            EXPECT_EQ(e.code(), errc::kernel);
            EXPECT_NE(std::string(e.what()).find("of no use"), std::string::npos) << e.what();
        }
    }
    EXPECT_THROW(asynchronous.wait(), exception);
    EXPECT_THROW(cpu.wait(), exception);
    EXPECT_EQ(ran, 0);
    EXPECT_THROW(q.submit(action).wait(), exception);
    try {
        q.wait();
    } catch (const exception&) {
    }
    EXPECT_EQ(ran, 0);
}

TEST_F(HostTask, WaitingForItselfIsRefused) {
    std::vector<errc> codes;
    const auto code_of = [&](const auto& call) {
        try {
            call();
        } catch (const exception& e) {
            return static_cast<errc>(e.code().value());
        }
        return errc::success;
    };
    asynchronous.submit([&](handler& h) {
        h.host_task([&] {
            codes.push_back(code_of([&] { asynchronous.wait(); }));
            codes.push_back(code_of([&] { asynchronous.single_task([] {}).wait(); }));
        });
    });
    asynchronous.wait();
    EXPECT_EQ(codes, (std::vector{errc::invalid, errc::invalid}));
}

TEST_F(HostTask, ARefusedWaitLeavesPendingReductionsTheirMemory) {
    if (!computes()) GTEST_SKIP() << "the device computes nothing";
    buffer<unsigned> sums(q, std::vector<unsigned>(20, 0));
    unsigned* const to = sums.get();
    const auto reduce = [&](unsigned k) {
        asynchronous.parallel_for(range<1>(n), reduction(to + k, plus<unsigned>()),
                                  [=](id<1>, auto& sum) { sum += k; });
    };
    std::promise<void> gate;
    bool refused = false;
    reduce(0);
    asynchronous.submit([&](handler& h) {
        h.host_task([&, opened = gate.get_future().share()] {
            opened.wait();
            try {
                asynchronous.wait();
            } catch (const exception& e) {
                refused = e.code() == errc::invalid;
            }
        });
    });
    for (unsigned k = 1; k < 20; ++k) reduce(k);
    gate.set_value();
    asynchronous.wait();
    EXPECT_TRUE(refused);
    std::vector<unsigned> expected(20);
    for (unsigned k = 0; k < 20; ++k) expected[k] = k * n;
    expect_equal(sums.read(), expected);
}

TEST_F(HostTask, ACycleIsRefused) {
    queue other(device("cpu"), property::queue::asynchronous());
    std::promise<event> later;
    errc code = errc::success;
    const event task = asynchronous.submit([&](handler& h) {
        h.host_task([&] {
            try {
                later.get_future().get().wait();
            } catch (const exception& e) {
                code = static_cast<errc>(e.code().value());
            }
        });
    });
    later.set_value(other.submit([&](handler& h) {
        h.depends_on(task);
        h.host_task([] {});
    }));
    // Whichever of the two waits closes the cycle is refused.
    bool refused = false;
    for (queue* each : {&asynchronous, &other}) {
        try {
            each->wait();
        } catch (const exception& e) {
            EXPECT_EQ(e.code(), errc::invalid) << e.what();
            refused = true;
        }
    }
    EXPECT_TRUE(refused || code == errc::invalid);
}

TEST_F(HostTask, FreesTheMemoryOfItsQueue) {
    unsigned* const x = malloc_device<unsigned>(n, asynchronous);
    asynchronous.fill(x, 1u, n);
    asynchronous.submit([&](handler& h) { h.host_task([=, to = asynchronous] { free(x, to); }); });
    asynchronous.wait();
    EXPECT_EQ(get_pointer_type(x, asynchronous), usm::alloc::unknown);
}

TEST_F(HostTask, MayHoldTheLastCopyOfItsQueue) {
    std::promise<void> gate, ran;
    {
        queue gone(q.get_device(), property::queue::asynchronous());
        gone.submit(
            [&](handler& h) { h.host_task([opened = gate.get_future().share(), copy = gone] { opened.wait(); }); });
        gone.submit([&](handler& h) { h.host_task([&] { ran.set_value(); }); });
    }
    gate.set_value();
    ran.get_future().get();
}

TEST_F(HostTask, EventsOutliveTheirQueue) {
    int seen = 0;
    event last;
    {
        queue gone(q.get_device(), property::queue::asynchronous());
        gone.single_task([] {});
        last = gone.submit([&](handler& h) { h.host_task([&] { seen = 42; }); });
    }
    q.submit([&](handler& h) {
         h.depends_on(last);
         h.host_task([&] { ++seen; });
     }).wait();
    last.wait();
    EXPECT_EQ(seen, 43);
}

TEST_F(HostTask, TakesFunctionsThatMoveOnly) {
    auto number = std::make_unique<int>(42);
    int seen = 0;
    q.submit([&](handler& h) { h.host_task([&seen, number = std::move(number)] { seen = *number; }); });
    q.wait();
    EXPECT_EQ(seen, 42);
}

TEST_F(HostTask, GraphsHoldNone) {
    command_graph graph(q);
    graph.begin_recording(q);
    try {
        q.submit([](handler& h) { h.host_task([] {}); });
        ADD_FAILURE() << "no error";
    } catch (const exception& e) {
        EXPECT_EQ(e.code(), errc::feature_not_supported);
    }
    graph.end_recording();
}

TEST_F(HostTask, SubmissionReturnsWhileItRuns) {
    std::promise<void> gate;
    std::atomic<int> ran = 0;
    asynchronous.submit([&](handler& h) { h.host_task([opened = gate.get_future().share()] { opened.wait(); }); });
    for (int k = 0; k < 100; ++k) asynchronous.submit([&](handler& h) { h.host_task([&] { ++ran; }); });
    asynchronous.single_task([] {});
    EXPECT_EQ(ran, 0);
    gate.set_value();
    asynchronous.wait();
    EXPECT_EQ(ran, 100);
}

TEST_F(HostTask, ReductionsGoThroughTheQueueInOrder) {
    if (!computes()) GTEST_SKIP() << "the device computes nothing";
    buffer<unsigned> sums(q, std::vector<unsigned>(20, 0));
    std::promise<void> gate;
    asynchronous.submit([&](handler& h) { h.host_task([opened = gate.get_future().share()] { opened.wait(); }); });
    for (unsigned k = 0; k < 20; ++k) {
        asynchronous.parallel_for(range<1>(n + k), reduction(sums.get() + k, plus<unsigned>()),
                                  [=](id<1> i, auto& sum) { sum += static_cast<unsigned>(i[0]) + k; });
    }
    gate.set_value();
    asynchronous.wait();
    std::vector<unsigned> expected(20);
    for (unsigned k = 0; k < 20; ++k) expected[k] = (n + k) * (n + k - 1) / 2 + k * (n + k);
    expect_equal(sums.read(), expected);
}

TEST_F(HostTask, GraphsRunBehindIt) {
    if (!computes()) GTEST_SKIP() << "the device computes nothing";
    buffer<unsigned> x(q, std::vector<unsigned>(n, 1));
    unsigned* const data = x.get();
    command_graph graph(q);
    graph.begin_recording(q);
    q.parallel_for(range<1>(n), [=](id<1> i) { data[i] = data[i] * 2 + 1; });
    graph.end_recording();
    const auto step = graph.finalize();
    asynchronous.submit([&](handler& h) { h.host_task([] { std::this_thread::sleep_for(2ms); }); });
    asynchronous.ext_oneapi_graph(step);
    event last = q.ext_oneapi_graph(step);  // runs of one graph never overlap
    last.wait();
    asynchronous.wait();
    expect_equal(x.read(), std::vector<unsigned>(n, 7));
}

TEST_F(HostTask, TimesOfAsynchronousQueuesGrow) {
    queue timed = [&] {
        try {
            return queue(q.get_device(), {property::queue::asynchronous(), property::queue::enable_profiling()});
        } catch (const exception&) {
            return asynchronous;
        }
    }();
    if (timed == asynchronous) GTEST_SKIP() << "the device cannot time events";
    event task = timed.submit([&](handler& h) { h.host_task([] { std::this_thread::sleep_for(3ms); }); });
    event kernel = timed.single_task([] {});
    const auto begin = task.get_profiling_info<info::event_profiling::command_start>(),
               end = task.get_profiling_info<info::event_profiling::command_end>();
    EXPECT_GE(kernel.get_profiling_info<info::event_profiling::command_end>(), end);
    if (q.get_device().backend_name() == "cpu") EXPECT_GE(end - begin, 3'000'000u);
}

}  // namespace
}  // namespace ndweave::conformance
