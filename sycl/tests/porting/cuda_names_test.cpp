// What docs/guides/porting-from-cuda.md puts beside CUDA's names does what those do.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <random>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

namespace exp = sycl::ext::oneapi::experimental;
using sycl::ext::oneapi::group_ballot;
using sycl::ext::oneapi::group_local_memory_for_overwrite;

constexpr float weights[4] = {0.5f, 0.25f, 0.125f, 0.0625f};  // __constant__

class CudaNames : public testing::Test {
protected:
    void SetUp() override {
        if (!q.get_device().has(sycl::aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    }
    template <class T>
    T* managed(std::size_t count) {
        T* const p = sycl::malloc_shared<T>(count, q);
        std::fill_n(p, count, T(0));
        return p;
    }

    sycl::queue q{sycl::property_list{sycl::property::queue::in_order(), sycl::property::queue::enable_profiling()}};
};

TEST_F(CudaNames, IndicesOfThreeDimensions) {
    const sycl::range<3> grid(2, 3, 4), block(1, 2, 8);  // dim3 grid(4, 3, 2), block(8, 2, 1)
    unsigned* const out = managed<unsigned>((grid * block).size());
    q.parallel_for(sycl::nd_range<3>(grid * block, block), [=](sycl::nd_item<3> it) {
        const std::size_t x = it.get_group(2) * it.get_local_range(2) + it.get_local_id(2);
        const std::size_t y = it.get_group(1) * it.get_local_range(1) + it.get_local_id(1);
        const std::size_t z = it.get_group(0) * it.get_local_range(0) + it.get_local_id(0);
        const std::size_t width = it.get_group_range(2) * it.get_local_range(2), height = it.get_global_range(1);
        if (x == it.get_global_id(2))
            out[(z * height + y) * width + x] = static_cast<unsigned>(x + 100 * y + 10'000 * z);
    });
    q.wait();
    for (unsigned z = 0; z < 2; ++z) {
        for (unsigned y = 0; y < 6; ++y) {
            for (unsigned x = 0; x < 32; ++x) ASSERT_EQ(out[(z * 6 + y) * 32 + x], x + 100 * y + 10'000 * z);
        }
    }
    sycl::free(out, q);
}

TEST_F(CudaNames, SharedMemoryAndBarriers) {
    constexpr std::size_t groups = 6, items = 128;
    std::mt19937 random(std::random_device{}());
    float* const in = managed<float>(groups * items);
    float *const by_static = managed<float>(groups), *const by_dynamic = managed<float>(groups);
    for (std::size_t i = 0; i < groups * items; ++i) in[i] = static_cast<float>(random() % 1000);
    q.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
        auto& tile = *group_local_memory_for_overwrite<float[items]>(it.get_group());  // __shared__
        const std::size_t i = it.get_local_id(0);
        tile[i] = in[it.get_global_id(0)] * weights[i % 4];
        for (std::size_t step = items / 2; step > 0; step /= 2) {
            sycl::group_barrier(it.get_group());  // __syncthreads
            if (i < step) tile[i] += tile[i + step];
        }
        if (i == 0) by_static[it.get_group(0)] = tile[0];
    });
    q.submit([&](sycl::handler& h) {
        sycl::local_accessor<float> tile(items, h);  // extern __shared__
        h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
            tile[it.get_local_id(0)] = in[it.get_global_id(0)] * weights[it.get_local_id(0) % 4];
            sycl::group_barrier(it.get_group());
            if (it.get_local_id(0) != 0) return;
            for (std::size_t i = 0; i < items; ++i) by_dynamic[it.get_group(0)] += tile[i];
        });
    });
    q.wait();
    for (std::size_t g = 0; g < groups; ++g) {
        float expected = 0;
        for (std::size_t i = 0; i < items; ++i) expected += in[g * items + i] * weights[i % 4];
        EXPECT_EQ(by_static[g], expected);
        EXPECT_EQ(by_dynamic[g], expected);
    }
    for (float* const p : {in, by_static, by_dynamic}) sycl::free(p, q);
}

struct lane {
    std::uint32_t id, size, down, crossed, from_first, ballot, any, sum;
};

TEST_F(CudaNames, ShufflesAndVotes) {
    constexpr std::size_t items = 64;
    lane* const out = managed<lane>(items);
    q.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
        const sycl::sub_group sg = it.get_sub_group();
        const std::uint32_t id = sg.get_local_linear_id(), v = 3 * id + 1;
        lane l{};
        l.id = id;
        l.size = sg.get_max_local_range()[0];
        l.down = sycl::shift_group_left(sg, v, 1);
        l.crossed = sycl::permute_group_by_xor(sg, v, 1);
        l.from_first = sycl::select_from_group(sg, v, 0);
        group_ballot(sg, id % 2 == 1).extract_bits(l.ballot);
        l.any = sycl::any_of_group(sg, id == 5);
        l.sum = sycl::reduce_over_group(sg, v, sycl::plus<>());
        out[it.get_global_id(0)] = l;
    });
    q.wait();
    for (std::size_t i = 0; i < items; ++i) {
        const lane& l = out[i];
        if (l.id + 1 < l.size) {
            EXPECT_EQ(l.down, 3 * (l.id + 1) + 1);
        }
        if (l.size > 1) {
            EXPECT_EQ(l.crossed, 3 * (l.id ^ 1) + 1);
        }
        EXPECT_EQ(l.from_first, 1u);
        EXPECT_EQ(l.ballot, 0xaaaa'aaaau & (l.size < 32 ? (1u << l.size) - 1 : ~0u));
        EXPECT_EQ(l.any, l.size > 5);
        EXPECT_EQ(l.sum, 3 * l.size * (l.size - 1) / 2 + l.size);
    }
    sycl::free(out, q);
}

TEST_F(CudaNames, Atomics) {
    constexpr std::size_t n = 5000;
    auto* const all = managed<unsigned>(5);
    all[2] = ~0u;
    q.parallel_for(sycl::range(n), [=](sycl::id<1> i) {
        const auto at = [=](std::size_t k) {
            return sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device>(all[k]);
        };
        const auto v = static_cast<unsigned>(i[0]);
        at(0).fetch_add(2);              // atomicAdd
        at(1).fetch_max(v);              // atomicMax
        at(2).fetch_min(v + 7);          // atomicMin
        at(3).fetch_or(1u << (v % 32));  // atomicOr
        unsigned seen = at(4).load();    // atomicCAS
        while (!at(4).compare_exchange_strong(seen, seen + 1)) {
        }
        sycl::atomic_fence(sycl::memory_order::acq_rel, sycl::memory_scope::device);  // __threadfence
    });
    q.wait();
    EXPECT_EQ(std::vector<unsigned>(all, all + 5), (std::vector<unsigned>{2 * n, n - 1, 7, ~0u, n}));
    sycl::free(all, q);
}

TEST_F(CudaNames, StreamsEventsAndTimes) {
    constexpr std::size_t n = 10'000;
    sycl::queue second(q.get_context(), q.get_device(), sycl::property::queue::in_order());
    int* const device = sycl::malloc_device<int>(n, q);
    int* const host = sycl::malloc_host<int>(n, q);
    std::iota(host, host + n, 0);
    q.memcpy(device, host, n * sizeof(int));  // cudaMemcpyAsync
    const sycl::event done = q.parallel_for(sycl::range(n), [=](sycl::id<1> i) { device[i] *= 2; });
    second.ext_oneapi_submit_barrier({done});  // cudaStreamWaitEvent
    second.parallel_for(sycl::range(n), [=](sycl::id<1> i) { device[i] += 1; });
    second.memcpy(host, device, n * sizeof(int)).wait();
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(host[i], static_cast<int>(2 * i + 1));
    using namespace sycl::info::event_profiling;
    EXPECT_GE(done.get_profiling_info<command_end>(), done.get_profiling_info<command_start>());
    sycl::free(device, q);
    sycl::free(host, q);
}

TEST_F(CudaNames, PartsOfWarps) {
    if (!q.get_device().has(sycl::aspect::ext_oneapi_opportunistic_group)) GTEST_SKIP() << "the device has none";
    constexpr std::size_t n = 256;
    int *const count = managed<int>(1), *const found = managed<int>(n);
    unsigned* const sums = managed<unsigned>(n);
    q.parallel_for(sycl::nd_range<1>(n, 64), [=](sycl::nd_item<1> it) {
        const std::size_t i = it.get_global_id(0);
        if (i % 3 == 0) {
            const auto here = exp::this_kernel::get_opportunistic_group();  // coalesced_threads
            int first = 0;
            if (here.leader()) {
                first =
                    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*count).fetch_add(
                        static_cast<int>(here.get_local_linear_range()));
            }
            found[static_cast<std::size_t>(sycl::group_broadcast(here, first)) + here.get_local_linear_id()] =
                static_cast<int>(i);
        }
    });
    q.wait();
    std::vector<int> expected;
    for (std::size_t i = 0; i < n; i += 3) expected.push_back(static_cast<int>(i));
    EXPECT_EQ(*count, static_cast<int>(expected.size()));
    std::sort(found, found + *count);
    EXPECT_EQ(std::vector<int>(found, found + *count), expected);

    const auto least = q.get_device().get_info<sycl::info::device::sub_group_sizes>().front();
    if (least >= 4) {
        q.parallel_for(sycl::nd_range<1>(n, 64), [=](sycl::nd_item<1> it) {
            const auto four = exp::chunked_partition<4>(it.get_sub_group());  // tiled_partition<4>
            sums[it.get_global_id(0)] =
                sycl::reduce_over_group(four, static_cast<unsigned>(it.get_global_id(0)), sycl::plus<>());
        });
        q.wait();
        for (unsigned i = 0; i < n; ++i) ASSERT_EQ(sums[i], i / 4 * 16 + 6) << i;
    }
    for (void* const p : {static_cast<void*>(count), static_cast<void*>(found), static_cast<void*>(sums)})
        sycl::free(p, q);
}

TEST_F(CudaNames, NumbersAndBits) {
    auto* const out = managed<unsigned>(6);
    auto* const real = managed<float>(3);
    q.single_task([=] {
        out[0] = sycl::popcount(0xf0f0u);         // __popc
        out[1] = sycl::clz(0x00ff'0000u);         // __clz
        out[2] = sycl::ctz(0x0000'0100u) + 1;     // __ffs
        out[3] = sycl::mul_hi(0x8000'0000u, 6u);  // __umulhi
        out[4] = sycl::bit_cast<unsigned>(1.0f);  // __float_as_uint
        out[5] = sycl::rotate(0x8000'0001u, 4u);  // __funnelshift_l(x, x, 4)
        real[0] = sycl::rsqrt(16.0f);             // rsqrtf
        real[1] = sycl::fma(3.0f, 4.0f, 5.0f);    // __fmaf_rn
        const sycl::float4 v(1, 2, 3, 4);
        real[2] = v.x() + v.w();
    });
    q.wait();
    EXPECT_EQ(std::vector<unsigned>(out, out + 6),
              (std::vector<unsigned>{8, 8, 9, 3, std::bit_cast<unsigned>(1.0f), 0x18}));
    EXPECT_NEAR(real[0], 0.25f, 1e-6f);
    EXPECT_EQ(real[1], 17.0f);
    EXPECT_EQ(real[2], 5.0f);
    sycl::free(out, q);
    sycl::free(real, q);
}

}  // namespace
