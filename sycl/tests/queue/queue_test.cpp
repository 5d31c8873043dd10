#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "sycl/sycl.hpp"

namespace {

std::vector<int> random_numbers(std::size_t count) {
    std::mt19937 random(std::random_device{}());
    std::vector<int> numbers(count);
    for (int& n : numbers) n = static_cast<int>(random() % 1000);
    return numbers;
}

TEST(Queue, RefusesSelectorsThatRefuseItsContext) {
    const auto none = [](const sycl::device&) { return -1; };
    const auto code_of = [](const auto& make) {
        try {
            make();
        } catch (const sycl::exception& e) {
            return e.code();
        }
        return std::error_code();
    };
    const sycl::context c{sycl::device()};
    EXPECT_EQ(code_of([&] { sycl::queue(c, none); }), sycl::errc::invalid);
    EXPECT_EQ(code_of([&] { sycl::queue q{none}; }), sycl::errc::runtime);
}

TEST(Queue, IsMadeOfEverything) {
    const sycl::property_list in_order{sycl::property::queue::in_order{}};
    const auto ignore = [](sycl::exception_list) {};
    const sycl::device d;
    const sycl::context c(d);
    EXPECT_FALSE(sycl::queue().is_in_order());
    EXPECT_TRUE(sycl::queue(in_order).is_in_order());
    EXPECT_TRUE(sycl::queue{sycl::property::queue::in_order()}.is_in_order());
    EXPECT_TRUE(sycl::queue(ignore, in_order).is_in_order());
    EXPECT_TRUE(sycl::queue(sycl::default_selector_v, in_order).is_in_order());
    EXPECT_TRUE(sycl::queue(sycl::default_selector_v, ignore, in_order).is_in_order());
    EXPECT_TRUE(sycl::queue(sycl::default_selector_v, sycl::property::queue::in_order()).is_in_order());
    EXPECT_EQ(sycl::queue([](const sycl::device&) { return 1; }).get_context().get_devices().size(), 1u);
    EXPECT_TRUE(sycl::queue(d, in_order).is_in_order());
    EXPECT_TRUE(sycl::queue(d, ignore, in_order).is_in_order());
    EXPECT_EQ(sycl::queue(c, d).get_device(), d);
    EXPECT_EQ(sycl::queue(c, sycl::default_selector_v).get_context(), c);
    EXPECT_EQ(sycl::queue(c, sycl::default_selector_v, ignore).get_info<sycl::info::queue::device>(), d);
    const sycl::queue q(c, d, ignore,
                        {sycl::property::queue::enable_profiling(), sycl::ext::oneapi::property::queue::priority_high(),
                         sycl::ext::intel::property::queue::compute_index(3)});
    EXPECT_TRUE(q.has_property<sycl::ext::oneapi::property::queue::priority_high>());
    EXPECT_FALSE(q.has_property<sycl::property::queue::in_order>());
    EXPECT_EQ(q.get_property<sycl::ext::intel::property::queue::compute_index>().get_index(), 3);
    EXPECT_THROW((void)q.get_property<sycl::property::queue::in_order>(), ndweave::exception);
}

TEST(Queue, RefusesDevicesOfOtherContexts) {
    const sycl::device d;
    const auto parts = ndweave::device("cpu").get_info<ndweave::info::device::max_compute_units>();
    if (parts < 2) GTEST_SKIP() << "one processor";
    const auto halves =
        ndweave::device("cpu").create_sub_devices<ndweave::info::partition_property::partition_equally>(parts / 2);
    EXPECT_THROW(sycl::queue(sycl::context(halves[0]), halves[1]), ndweave::exception);
}

TEST(Queue, CopiesAreTheSameAndHaveOneHash) {
    sycl::queue a, b;
    const sycl::queue copy = a;
    EXPECT_EQ(a, copy);
    EXPECT_NE(a, b);
    EXPECT_EQ((std::unordered_set<sycl::queue>{a, copy, b}.size()), 2u);
}

TEST(Queue, RunsKernelsOverAllForms) {
    sycl::queue q;
    const int n = 1000 + static_cast<int>(std::random_device()() % 100);
    const std::vector<int> numbers = random_numbers(static_cast<std::size_t>(n));
    int* const in = sycl::malloc_device<int>(numbers.size(), q);
    int* const out = sycl::malloc_device<int>(numbers.size(), q);
    std::vector<int> result(numbers.size());
    const auto expect = [&](int added) {
        q.memcpy(result.data(), out, sizeof(int) * result.size()).wait();
        for (std::size_t i = 0; i < result.size(); ++i) ASSERT_EQ(result[i], numbers[i] + added) << i;
    };
    const sycl::event copied = q.copy(numbers.data(), in, numbers.size());
    q.parallel_for(n, [=](auto i) { out[i] = in[i] + 1; });
    expect(1);
    q.parallel_for(sycl::range<1>(numbers.size()), copied, [=](sycl::id<1> i) { out[i] = in[i] + 2; });
    expect(2);
    q.parallel_for({numbers.size()}, {copied, copied}, [=](int i) { out[i] = in[i] + 3; });
    expect(3);
    q.parallel_for<class NamedKernel>(
        sycl::nd_range<1>(n, 1), std::vector<sycl::event>{copied},
        [=](sycl::nd_item<1> it) { out[it.get_global_id(0)] = in[it.get_global_id(0)] + 4; });
    expect(4);
    q.submit([&](sycl::handler& h) {
        h.depends_on(copied);
        h.parallel_for({1, numbers.size()},
                       [=](sycl::item<2> it) { out[it.get_linear_id()] = in[it.get_linear_id()] + 5; });
    });
    expect(5);
    q.submit([&](sycl::handler& h) {
        h.parallel_for(sycl::range<1>(numbers.size() - 10), sycl::id<1>(10), [=](sycl::id<1> i) { out[i] = in[i]; });
    });
    q.parallel_for(10, [=](sycl::item<1> i) { out[i] = in[i]; });
    expect(0);
    q.single_task(copied, [=] { out[0] = in[0]; }).wait();
    expect(0);
    sycl::free(in, q);
    sycl::free(out, q);
}

TEST(Queue, ReducesWithProperties) {
    sycl::queue q;
    const std::size_t n = 5000 + std::random_device()() % 1000;
    const std::vector<int> numbers = random_numbers(n);
    int* const in = sycl::malloc_device<int>(n, q);
    int* const sums = sycl::malloc_device<int>(2, q);
    q.memcpy(in, numbers.data(), n * sizeof(int));
    q.fill(sums, 7, 2);
    int expected = 0;
    for (const int i : numbers) expected += i;
    q.submit([&](sycl::handler& h) {
        h.parallel_for(
            sycl::range<1>(n), sycl::reduction(sums, sycl::plus<int>()),
            sycl::reduction(sums + 1, 0, sycl::plus<>(), {sycl::property::reduction::initialize_to_identity()}),
            [=](sycl::id<1> i, auto& kept, auto& replaced) {
                kept += in[i];
                replaced.combine(in[i]);
            });
    });
    int results[2];
    q.copy(sums, results, 2).wait();
    EXPECT_EQ(results[0], expected + 7);
    EXPECT_EQ(results[1], expected);
    sycl::free(in, q);
    sycl::free(sums, q);
}

TEST(Queue, GroupThatThrowsSubmitsNothing) {
    sycl::queue q;
    int* const p = sycl::malloc_device<int>(1, q);
    q.fill(p, 1, 1).wait();
    EXPECT_THROW(q.submit([&](sycl::handler& h) {
        h.fill(p, 2, 1);
        throw std::runtime_error("no");
    }),
                 std::runtime_error);
    int value = 0;
    q.copy(p, &value, 1).wait();
    EXPECT_EQ(value, 1);
    sycl::free(p, q);
}

TEST(Queue, GivesErrorsToItsHandler) {
    std::size_t calls = 0, errors = 0;
    sycl::queue q(sycl::device(ndweave::device("cpu")),
                  [&](sycl::exception_list list) {
                      ++calls;
                      for (const std::exception_ptr& e : list) {
                          EXPECT_THROW(std::rethrow_exception(e), std::runtime_error);
                          ++errors;
                      }
                  },
                  {sycl::property::queue::asynchronous()});
    q.submit([](sycl::handler& h) { h.host_task([] { throw std::runtime_error("late"); }); });
    q.wait();
    EXPECT_EQ(calls, 0u);
    q.throw_asynchronous();
    EXPECT_EQ(calls, 1u);
    EXPECT_EQ(errors, 1u);
    q.submit([](sycl::handler& h) { h.host_task([] { throw std::runtime_error("late"); }); });
    q.wait_and_throw();
    EXPECT_EQ(calls, 2u);
    q.wait_and_throw();
    EXPECT_EQ(calls, 2u);
    EXPECT_EQ(errors, 2u);

    sycl::queue plain(sycl::device(ndweave::device("cpu")), {sycl::property::queue::asynchronous()});
    plain.submit([](sycl::handler& h) { h.host_task([] { throw std::runtime_error("late"); }); });
    EXPECT_THROW(plain.wait(), std::runtime_error);
}

TEST(Queue, SubmitsToTheSecondaryQueueWhatTheFirstRefuses) {
    sycl::queue q, secondary;
    int calls = 0;
    q.submit(
         [&](sycl::handler& h) {
             if (++calls == 1) throw ndweave::exception(ndweave::errc::kernel_not_supported, "refused");
             h.host_task([&] { ++calls; });
         },
         secondary)
        .wait();
    EXPECT_EQ(calls, 3);
}

TEST(Event, KnowsItsGroup) {
    sycl::queue q(sycl::property::queue::enable_profiling{});
    int* const p = sycl::malloc_device<int>(4, q);
    const sycl::event first = q.fill(p, 1, 4);
    sycl::event second = q.submit([&](sycl::handler& h) {
        h.depends_on(first);
        h.memset(p, 0, 4);
    });
    const sycl::event copy = first;
    EXPECT_EQ(copy, first);
    EXPECT_NE(first, second);
    EXPECT_NE(first, sycl::event());
    EXPECT_EQ((std::unordered_set<sycl::event>{first, copy, second}.size()), 2u);
    ASSERT_EQ(second.get_wait_list().size(), 1u);
    EXPECT_EQ(second.get_wait_list()[0], first);
    EXPECT_TRUE(first.get_wait_list().empty());
    EXPECT_EQ(first.get_backend(), q.get_backend());
    second.wait_and_throw();
    sycl::event::wait({first, second});
    EXPECT_EQ(second.get_info<sycl::info::event::command_execution_status>(),
              sycl::info::event_command_status::complete);
    EXPECT_GE(second.get_profiling_info<sycl::info::event_profiling::command_end>(),
              second.get_profiling_info<sycl::info::event_profiling::command_start>());
    q.ext_oneapi_submit_barrier({first, second}).wait();
    sycl::free(p, q);
}

}  // namespace
