// sycl_ext_oneapi_enqueue_functions: all functions, to queues and to handlers; sycl_ext_oneapi_launch_queries.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/sycl.hpp>

namespace {

namespace exp = sycl::ext::oneapi::experimental;

class EnqueueFunctions : public testing::Test {
protected:
    void SetUp() override {
        if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
        p = sycl::malloc_shared<int>(count, q);
        sum = sycl::malloc_shared<int>(1, q);
        std::fill_n(p, count, 0);
        *sum = 0;
    }
    void TearDown() override {
        if (p) sycl::free(p, q);
        if (sum) sycl::free(sum, q);
    }
    std::vector<int> values() {
        q.wait();
        return std::vector<int>(p, p + count);
    }
    static std::vector<int> numbers(int first, int step) {
        std::vector<int> all(count);
        for (std::size_t i = 0; i < count; ++i) all[i] = first + step * static_cast<int>(i);
        return all;
    }

    static constexpr std::size_t count = 96;
    sycl::queue q;
    int *p = nullptr, *sum = nullptr;
};

TEST_F(EnqueueFunctions, KernelsToQueues) {
    const sycl::queue same = q;
    int* const to = p;
    exp::parallel_for(q, sycl::range<1>(count), [=](sycl::id<1> i) { to[i] = static_cast<int>(i[0]); });
    EXPECT_EQ(values(), numbers(0, 1));
    exp::nd_launch<class enqueued_kernel>(same, sycl::nd_range<1>(count, 32),
                                          [=](sycl::nd_item<1> it) { to[it.get_global_id(0)] *= 2; });
    EXPECT_EQ(values(), numbers(0, 2));
    exp::parallel_for(q, count, [=](sycl::id<1> i) { to[i] += 3; });
    exp::parallel_for(q, exp::launch_config(sycl::range<2>(3, 32)),
                      [=](sycl::item<2> i) { to[i.get_linear_id()] += 3; });
    exp::nd_launch(q, exp::launch_config(sycl::nd_range<1>(count, 16), exp::properties{}),
                   [=](sycl::nd_item<1> it) { to[it.get_global_id(0)] -= 1; });
    EXPECT_EQ(values(), numbers(5, 2));
    exp::single_task(q, [=] { to[7] = 0; });
    auto expected = numbers(5, 2);
    expected[7] = 0;
    EXPECT_EQ(values(), expected);
}

TEST_F(EnqueueFunctions, ReductionsStandBehindTheKernel) {
    int* const to = sum;
    const auto add = [](auto, auto& total) { total += 1; };
    exp::parallel_for(q, sycl::range<1>(count), add, sycl::reduction(to, sycl::plus<>()));
    exp::nd_launch(q, sycl::nd_range<1>(count, 32), add, sycl::reduction(to, sycl::plus<>()));
    exp::submit(q, [&](sycl::handler& h) {
        exp::nd_launch(h, exp::launch_config(sycl::nd_range<2>({4, 8}, {2, 8})), add,
                       sycl::reduction(to, sycl::plus<>()));
    });
    q.wait();
    EXPECT_EQ(*sum, static_cast<int>(2 * count + 32));
}

TEST_F(EnqueueFunctions, CommandGroups) {
    int* const to = p;
    const sycl::event filled = exp::submit_with_event(q, [&](sycl::handler& h) { exp::fill(h, to, 4, count); });
    const sycl::event done = exp::submit_with_event(q, exp::properties{}, [&](sycl::handler& h) {
        h.depends_on(filled);
        exp::parallel_for(h, sycl::range<1>(count), [=](sycl::id<1> i) { to[i] += 1; });
    });
    exp::submit(q, exp::properties{}, [&](sycl::handler& h) {
        h.depends_on(done);
        exp::single_task(h, [=] { to[0] = 5; });
    });
    exp::submit(q, [&](sycl::handler& h) { exp::partial_barrier(h, {filled, done}); });
    exp::submit(q, [&](sycl::handler& h) { exp::barrier(h); });
    exp::barrier(q);
    exp::partial_barrier(q, {done});
    EXPECT_EQ(values(), numbers(5, 0));
}

TEST_F(EnqueueFunctions, MemoryAndGraphs) {
    std::vector<int> host = numbers(3, 7), back(count);
    exp::memcpy(q, p, host.data(), count * sizeof(int));
    exp::prefetch(q, p, count * sizeof(int));
    exp::prefetch(q, p, count * sizeof(int), exp::prefetch_type::host);
    exp::mem_advise(q, p, count * sizeof(int), 0);
    exp::copy(q, p, back.data(), count);
    q.wait();
    EXPECT_EQ(back, host);
    exp::memset(q, p, 0, count * sizeof(int));
    exp::fill(q, p + 1, 9, count - 1);
    q.wait();
    EXPECT_EQ(p[0], 0);
    EXPECT_EQ(p[count - 1], 9);

    exp::command_graph graph(q);
    graph.add([&](sycl::handler& h) { exp::memset(h, p, 1, count * sizeof(int)); });
    auto run = graph.finalize();
    exp::execute_graph(q, run);
    EXPECT_EQ(values(), numbers(0x01010101, 0));
    exp::submit(q, [&](sycl::handler& h) { exp::execute_graph(h, run); });
    q.wait();
}

TEST_F(EnqueueFunctions, LaunchQueriesKnowWhatFits) {
    int* const to = p;
    exp::nd_launch<class queried_kernel>(q, sycl::nd_range<1>(count, 32),
                                         [=](sycl::nd_item<1> it) { to[it.get_global_id(0)] = 1; });
    q.wait();
    const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
    const sycl::kernel kernel = bundle.get_kernel(sycl::get_kernel_id<class queried_kernel>());
    namespace info = exp::info::kernel_queue_specific;
    const std::size_t largest = kernel.ext_oneapi_get_info<info::max_work_group_size>(q);
    EXPECT_EQ(largest, kernel.get_info<sycl::info::kernel_device_specific::work_group_size>(q.get_device()));
    EXPECT_LE(kernel.ext_oneapi_get_info<info::max_work_item_sizes<3>>(q)[2], largest);
    EXPECT_GE(kernel.ext_oneapi_get_info<info::max_work_item_sizes<1>>(q)[0], 32u);
    const std::uint32_t sub_group = kernel.ext_oneapi_get_info<info::max_sub_group_size>(q, sycl::range<1>(32));
    EXPECT_GE(sub_group, 1u);
    EXPECT_EQ(kernel.ext_oneapi_get_info<info::num_sub_groups>(q, sycl::range<2>(1, sub_group + 1)), 2u);
    const std::size_t units = q.get_device().get_info<sycl::info::device::max_compute_units>();
    EXPECT_GE(kernel.ext_oneapi_get_info<info::max_num_work_groups>(q, 32, 0), units);
    EXPECT_EQ(kernel.ext_oneapi_get_info<info::max_num_work_groups>(q, sycl::range<3>(1, 2, largest), 0), 0u);
    const std::size_t memory = q.get_device().get_info<sycl::info::device::local_mem_size>();
    EXPECT_EQ(kernel.ext_oneapi_get_info<info::max_num_work_groups>(q, sycl::range<1>(32), memory + 1), 0u);
}

}  // namespace
