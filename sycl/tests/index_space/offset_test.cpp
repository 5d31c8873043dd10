// nd_range with an offset (SYCL 1.2.1, 4.8.1.3): global ids begin at it, everything else at 0.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

class NdRangeOffset : public testing::Test {
protected:
    void SetUp() override {
        if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    }

    sycl::queue q;
};

struct seen {
    std::size_t global[3], linear, group, offset[3], range_offset[3], free[3];
};

/// What the work-items of one kernel see, which is launched with and without offsets.
void expect_ids(sycl::queue& q, sycl::id<3> offset) {
    const sycl::range<3> global(4, 6, 10), local(2, 3, 5);
    seen* const out = sycl::malloc_shared<seen>(global.size(), q);
    const sycl::nd_range<3> execution(global, local, offset);
    EXPECT_EQ(execution.get_offset(), offset);
    q.parallel_for(execution, [=](sycl::nd_item<3> it) {
         seen s{};
         for (int d = 0; d < 3; ++d) {
             s.global[d] = it.get_global_id(d);
             s.offset[d] = it.get_offset()[d];
             s.free[d] = sycl::ext::oneapi::this_work_item::get_nd_item<3>().get_global_id(d);
             s.range_offset[d] = it.get_nd_range().get_offset()[d];
         }
         s.linear = it.get_global_linear_id();
         s.group = it.get_group_linear_id();
         const sycl::id<3> at = it.get_global_id() - it.get_offset();
         out[(at[0] * 6 + at[1]) * 10 + at[2]] = s;
     }).wait();
    for (std::size_t z = 0; z < 4; ++z) {
        for (std::size_t y = 0; y < 6; ++y) {
            for (std::size_t x = 0; x < 10; ++x) {
                const std::size_t linear = (z * 6 + y) * 10 + x, at[3] = {z, y, x};
                const seen& s = out[linear];
                ASSERT_EQ(s.linear, linear);
                ASSERT_EQ(s.group, (z / 2 * 2 + y / 3) * 2 + x / 5);
                for (int d = 0; d < 3; ++d) {
                    ASSERT_EQ(s.global[d], at[d] + offset[d]);
                    ASSERT_EQ(s.free[d], at[d] + offset[d]);
                    ASSERT_EQ(s.offset[d], offset[d]);
                    ASSERT_EQ(s.range_offset[d], offset[d]);
                }
            }
        }
    }
    sycl::free(out, q);
}

TEST_F(NdRangeOffset, GlobalIdsBeginAtIt) {
    std::mt19937 random(std::random_device{}());
    expect_ids(q, {});
    for (int k = 0; k < 4; ++k) expect_ids(q, {random() % 1000, random() % 1000, random() % 1000});
    expect_ids(q, {0, 0, 7});
    expect_ids(q, {std::size_t(1) << 40, 0, 0});
    expect_ids(q, {});
}

TEST_F(NdRangeOffset, AlsoOfCommandGroupsWithLargeAndAlignedKernels) {
    constexpr std::size_t n = 96;
    struct alignas(64) table {
        std::array<int, 200> numbers;  // larger than what a group keeps beside itself
        char last = 1;
    };
    table t{};
    for (int k = 0; k < 200; ++k) t.numbers[static_cast<std::size_t>(k)] = 3 * k;
    std::vector<int> results(200, -1);
    {
        sycl::buffer<int> out(results);
        q.submit([&](sycl::handler& h) {
            sycl::accessor to(out, h);
            h.parallel_for(sycl::nd_range<1>(n, 32, sycl::id<1>(50)), [=](sycl::nd_item<1> it) {
                to[it.get_global_id()] = t.numbers[it.get_global_id(0)] + t.last;
            });
        });
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
        EXPECT_EQ(results[i], i >= 50 && i < 50 + n ? static_cast<int>(3 * i + 1) : -1) << i;
    }
}

TEST_F(NdRangeOffset, WithReductionsLocalMemoryAndBarriers) {
    constexpr std::size_t n = 320, first = 1000;
    std::size_t sum = 0;
    std::vector<std::size_t> mirrored(n);
    {
        sycl::buffer<std::size_t> sum_buffer(&sum, 1), out(mirrored);
        q.submit([&](sycl::handler& h) {
            h.parallel_for(sycl::nd_range<1>(sycl::range<1>(n), sycl::range<1>(32), sycl::id<1>(first)),
                           sycl::reduction(sum_buffer, h, sycl::plus<>()),
                           [=](sycl::nd_item<1> it, auto& total) { total += it.get_global_id(0); });
        });
        q.submit([&](sycl::handler& h) {
            sycl::local_accessor<std::size_t, 1> tile(32, h);
            sycl::accessor to(out, h, sycl::write_only);
            h.parallel_for(sycl::nd_range<1>(n, 32, first), [=](sycl::nd_item<1> it) {
                tile[it.get_local_id()] = it.get_global_id(0);
                it.barrier(sycl::access::fence_space::local_space);
                to[it.get_global_linear_id()] = tile[31 - it.get_local_id(0)];
            });
        });
    }
    EXPECT_EQ(sum, n * first + n * (n - 1) / 2);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(mirrored[i], first + i / 32 * 32 + 31 - i % 32) << i;
}

TEST_F(NdRangeOffset, TogetherWithSpecializationConstantsAndInGraphs) {
    static constexpr sycl::specialization_id<int> factor(2);
    int* const out = sycl::malloc_shared<int>(64, q);
    const auto fill = [&](std::size_t first, int by) {
        q.submit([&](sycl::handler& h) {
            h.set_specialization_constant<factor>(by);
            h.parallel_for(sycl::nd_range<1>(32, 16, first), [=](sycl::nd_item<1> it, sycl::kernel_handler kh) {
                const int i = static_cast<int>(it.get_global_id(0));
                out[i] = i * kh.get_specialization_constant<factor>();
            });
        });
    };
    fill(0, 3);
    fill(32, 5);
    q.wait();
    for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], i * (i < 32 ? 3 : 5));

    ndweave::command_graph graph(q);
    graph.begin_recording(q);
    fill(0, 7);
    fill(32, 9);
    graph.end_recording();
    q.ext_oneapi_graph(graph.finalize());
    q.wait();
    for (int i = 0; i < 64; ++i) EXPECT_EQ(out[i], i * (i < 32 ? 7 : 9));
    sycl::free(out, q);
}

}  // namespace
