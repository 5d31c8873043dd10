/// Index spaces of 1 to 3 dimensions, limits of devices, and refusals.
#include <algorithm>
#include <array>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

using Launch = Conformance;

TEST_F(Launch, SingleTaskRuns) {
    buffer<int> a(q, std::vector<int>{1, 2});
    int* const p = a.get();
    q.single_task([=] { p[1] = p[0] + 41; });
    expect_equal(a.read(), {1, 42});
}

TEST_F(Launch, RangesOfEverySizeAreCoveredOnce) {
    for (const std::size_t n : {1, 2, 31, 32, 33, 255, 256, 257, 1023, 1025, 100003}) {
        buffer<int> a(q, std::vector<int>(n + 64, 0));
        int* const p = a.get();
        q.parallel_for(range<1>(n), [=](id<1> i) { p[i] += static_cast<int>(i[0]) + 1; });
        std::vector<int> model(n + 64, 0);
        for (std::size_t i = 0; i < n; ++i) model[i] = static_cast<int>(i) + 1;
        expect_equal(a.read(), model);
    }
}

TEST_F(Launch, ItemsOfTwoAndThreeDimensions) {
    for (int i = 0; i < 5; ++i) {
        const std::size_t n0 = 1 + random() % 40, n1 = 1 + random() % 40, n2 = 1 + random() % 40;
        buffer<std::uint64_t> a(q, n0 * n1 * n2), b(q, n0 * n1);
        std::uint64_t *const p = a.get(), *const r = b.get();
        q.parallel_for(range<3>(n0, n1, n2), [=](item<3> it) {
            p[it.get_linear_id()] = it[0] * 1000000 + it[1] * 1000 + it[2] + (it.get_range(1) == n1 ? 0 : 7);
        });
        q.parallel_for(range<2>(n0, n1), [=](id<2> k) { r[k[0] * n1 + k[1]] = k[0] * 1000 + k[1]; });
        std::vector<std::uint64_t> model_a, model_b;
        for (std::size_t x = 0; x < n0; ++x) {
            for (std::size_t y = 0; y < n1; ++y) {
                model_b.push_back(x * 1000 + y);
                for (std::size_t z = 0; z < n2; ++z) model_a.push_back(x * 1000000 + y * 1000 + z);
            }
        }
        expect_equal(a.read(), model_a);
        expect_equal(b.read(), model_b);
    }
}

TEST_F(Launch, NdItemsKnowWhereTheyAre) {
    const range<3> local(2, 3, 4), groups(3, 2, 5);
    const range<3> global(6, 6, 20);
    const std::size_t n = global.size();
    buffer<std::uint64_t> a(q, n), b(q, n), c(q, n);
    std::uint64_t *const global_id = a.get(), *const group_id = b.get(), *const local_id = c.get();
    q.parallel_for(nd_range<3>(global, local), [=](nd_item<3> it) {
        const std::size_t at = it.get_global_linear_id();
        global_id[at] = it.get_global_id(0) * 10000 + it.get_global_id(1) * 100 + it.get_global_id(2);
        group_id[at] = it.get_group(0) * 10000 + it.get_group(1) * 100 + it.get_group(2) +
                       1000000 * it.get_group().get_group_linear_id();
        local_id[at] = it.get_local_id(0) * 10000 + it.get_local_id(1) * 100 + it.get_local_id(2) +
                       1000000 * it.get_local_linear_id() + 100000000 * it.get_local_range(2);
    });
    std::vector<std::uint64_t> model_a, model_b, model_c;
    for (std::size_t x = 0; x < global[0]; ++x) {
        for (std::size_t y = 0; y < global[1]; ++y) {
            for (std::size_t z = 0; z < global[2]; ++z) {
                const std::size_t g[3] = {x / local[0], y / local[1], z / local[2]};
                const std::size_t l[3] = {x % local[0], y % local[1], z % local[2]};
                model_a.push_back(x * 10000 + y * 100 + z);
                model_b.push_back(g[0] * 10000 + g[1] * 100 + g[2] +
                                  1000000 * ((g[0] * groups[1] + g[1]) * groups[2] + g[2]));
                model_c.push_back(l[0] * 10000 + l[1] * 100 + l[2] +
                                  1000000 * ((l[0] * local[1] + l[1]) * local[2] + l[2]) + 100000000 * local[2]);
            }
        }
    }
    expect_equal(a.read(), model_a);
    expect_equal(b.read(), model_b);
    expect_equal(c.read(), model_c);
}

TEST_F(Launch, LargestWorkGroupRuns) {
    const std::size_t most = std::min(q.get_device().get_info<info::device::max_work_group_size>(),
                                      q.get_device().get_info<info::device::max_work_item_sizes<1>>()[0]);
    buffer<std::uint32_t> a(q, 3 * most);
    std::uint32_t* const p = a.get();
    q.parallel_for(nd_range<1>(3 * most, most), [=](nd_item<1> it) {
        p[it.get_global_id(0)] = static_cast<std::uint32_t>(it.get_local_id(0) + 7 * it.get_group(0));
    });
    std::vector<std::uint32_t> model;
    for (std::size_t i = 0; i < 3 * most; ++i) model.push_back(static_cast<std::uint32_t>(i % most + 7 * (i / most)));
    expect_equal(a.read(), model);
}

TEST_F(Launch, ManyWorkGroupsRun) {
    constexpr std::size_t groups = 100000, local = 16;  // more than 65535 in one dimension
    buffer<std::uint8_t> a(q, std::vector<std::uint8_t>(groups * local, 0));
    std::uint8_t* const p = a.get();
    q.parallel_for(nd_range<1>(groups * local, local), [=](nd_item<1> it) { p[it.get_global_id(0)] += 1; });
    expect_equal(a.read(), std::vector<std::uint8_t>(groups * local, 1));
}

TEST_F(Launch, EmptyRangesRunNothing) {
    const buffer<int> a(q, std::vector<int>{5});
    int* const p = a.get();
    q.parallel_for(range<1>(0), [=](id<1>) { *p = 1; });
    q.parallel_for(range<2>(4, 0), [=](id<2>) { *p = 2; });
    q.parallel_for(range<3>(0, 4, 4), [=](item<3>) { *p = 3; });
    q.parallel_for(nd_range<1>(0, 8), [=](nd_item<1>) { *p = 4; });
    q.parallel_for(nd_range<2>(range<2>(8, 0), range<2>(8, 0)), [=](nd_item<2>) { *p = 5; }).wait();
    expect_equal(a.read(), {5});
}

TEST_F(Launch, RefusalsNameTheCauseAndTheQueueGoesOn) {
    const auto empty = [](auto) {};
    const std::size_t most = q.get_device().get_info<info::device::max_work_group_size>();
    const auto code_of = [&](nd_range<1> r) {
        try {
            q.parallel_for(r, empty);
        } catch (const exception& e) {
            EXPECT_FALSE(std::string(e.what()).empty());
            return e.code();
        }
        return make_error_code(errc::success);
    };
    EXPECT_EQ(code_of(nd_range<1>(2 * most, 2 * most)), errc::nd_range);
    EXPECT_EQ(code_of(nd_range<1>(100, 7)), errc::nd_range);
    EXPECT_EQ(code_of(nd_range<1>(64, 32)), errc::success);
    q.wait();
}

/// Exceptions, assertions and __builtin_trap are traps in kernels, without anything that prints.
TEST_F(Launch, TrapsThatAreNotReachedDoNoHarm) {
    constexpr std::size_t n = 1009;
    buffer<int> a(q, std::vector<int>(n, 0));
    int* const p = a.get();
    q.parallel_for(range<1>(n), [=](id<1> i) {
        const std::array<int, 4> table{3, 1, 4, 2};
        if (p[i] != 0) __builtin_trap();
        p[i] = table.at(i[0] % 4);
    });
    std::vector<int> model;
    for (std::size_t i = 0; i < n; ++i) model.push_back(std::array<int, 4>{3, 1, 4, 2}[i % 4]);
    expect_equal(a.read(), model);
}

TEST_F(Launch, ManyLaunchesInARow) {
    buffer<std::uint32_t> a(q, std::vector<std::uint32_t>(64, 0));
    std::uint32_t* const p = a.get();
    for (int i = 0; i < 2000; ++i) q.parallel_for(range<1>(64), [=](id<1> k) { p[k] += 1; });
    expect_equal(a.read(), std::vector<std::uint32_t>(64, 2000));
}

TEST_F(Launch, DeviceInfoIsPlausible) {
    const device d = q.get_device();
    EXPECT_FALSE(d.get_info<info::device::name>().empty());
    EXPECT_FALSE(d.get_info<info::device::vendor>().empty());
    EXPECT_FALSE(d.get_info<info::device::driver_version>().empty());
    EXPECT_GE(d.get_info<info::device::max_compute_units>(), 1u);
    EXPECT_GE(d.get_info<info::device::max_work_group_size>(), 64u);
    EXPECT_GE(d.get_info<info::device::local_mem_size>(), 16u * 1024);
    EXPECT_GE(d.get_info<info::device::global_mem_size>(), d.get_info<info::device::max_mem_alloc_size>());
    for (const std::size_t s : d.get_info<info::device::sub_group_sizes>()) EXPECT_GE(s, 1u);
}

/// More groups along the slow dimensions than the 65535 that GPUs count there.
TEST_F(Launch, LongSlowDimensionsRun) {
    constexpr std::size_t rows = 70001, columns = 3;
    buffer<std::uint32_t> a(q, std::vector<std::uint32_t>(rows * columns, 0));
    std::uint32_t* const p = a.get();
    std::vector<std::uint32_t> model(rows * columns);
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
            model[r * columns + c] = static_cast<std::uint32_t>((r + c + rows + columns) * 3);
        }
    }
    try {
        q.parallel_for(nd_range<2>({rows, columns}, {1, columns}), [=](nd_item<2> it) {
            const std::size_t r = it.get_group(0), c = it.get_global_id(1);
            p[r * columns + c] += static_cast<std::uint32_t>(r + c + it.get_group_range(0) + it.get_global_range(1));
        });
        q.parallel_for(nd_range<3>({rows, columns, 1}, {1, 1, 1}), [=](nd_item<3> it) {
            const std::size_t r = it.get_group(0), c = it.get_group(1);
            p[r * columns + c] += static_cast<std::uint32_t>(r + c + it.get_global_range(0) + it.get_group_range(1));
        });
        q.parallel_for(range<3>(rows * 4, columns, 1), [=](item<3> it) {
            const std::size_t r = it[0], c = it[1];
            if (r % 4 == 0)
                p[r / 4 * columns + c] += static_cast<std::uint32_t>(r / 4 + c + it.get_range(0) / 4 + columns);
        });
    } catch (const exception& e) {
        ASSERT_EQ(e.code(), errc::nd_range) << e.what();
        GTEST_SKIP() << e.what();
    }
    expect_equal(a.read(), model);
}

}  // namespace
}  // namespace ndweave::conformance
