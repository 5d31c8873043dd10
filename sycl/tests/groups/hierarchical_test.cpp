/// Hierarchical parallelism: code of the group, loops over its work-items, and what these keep.
#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

using sycl::group;
using sycl::h_item;
using sycl::range;

TEST(Hierarchical, GroupsReduceTheirParts) {
    constexpr std::size_t groups = 13, local = 48;
    std::mt19937 random(std::random_device{}());
    std::vector<int> in(groups * local), out(groups);
    for (int& v : in) v = static_cast<int>(random() % 1000);
    sycl::queue q;
    {
        sycl::buffer<int> from(in), to(out);
        q.submit([&](sycl::handler& h) {
            sycl::accessor a(from, h, sycl::read_only);
            sycl::accessor b(to, h, sycl::write_only, sycl::no_init);
            sycl::local_accessor<int, 1> part(range<1>(local), h);
            h.parallel_for_work_group<class reduce_parts>(range<1>(groups), range<1>(local), [=](group<1> g) {
                g.parallel_for_work_item([&](h_item<1> it) { part[it.get_local_id(0)] = a[it.get_global_id()]; });
                for (std::size_t step = 64; step > 0; step /= 2) {
                    g.parallel_for_work_item([&](h_item<1> it) {
                        const std::size_t l = it.get_local_id(0);
                        if (l < step && l + step < g.get_local_range(0)) part[l] += part[l + step];
                    });
                }
                b[g.get_group_id(0)] = part[0];
            });
        });
    }
    for (std::size_t g = 0; g < groups; ++g)
        ASSERT_EQ(out[g], std::accumulate(in.begin() + g * local, in.begin() + (g + 1) * local, 0)) << g;
}

TEST(Hierarchical, WorkItemsKeepTheirPrivateMemory) {
    constexpr std::size_t n = 6 * 4, m = 10 * 16;
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(n * m, q);
    q.submit([&](sycl::handler& h) {
        h.parallel_for_work_group(range<2>(6, 10), range<2>(4, 16), [=](group<2> g) {
            sycl::private_memory<int, 2> mine(g);
            int turns = 0;  // the group's
            g.parallel_for_work_item(
                [&](h_item<2> it) { mine(it) = static_cast<int>(it.get_global_id(0) * 1000 + it.get_global_id(1)); });
            ++turns;
            g.parallel_for_work_item(
                [&](const h_item<2>& it) { out[it.get_global().get_linear_id()] = mine(it) + 1000000 * turns; });
        });
    });
    q.wait();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < m; ++j)
            ASSERT_EQ(out[i * m + j], static_cast<int>(1000000 + i * 1000 + j)) << i << " " << j;
    }
    sycl::free(out, q);
}

/// A loop over other ranges than the group's, in three dimensions.
TEST(Hierarchical, LoopsHaveRangesOfTheirOwn) {
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(5 * 3 * 4 * 7, q);
    q.submit([&](sycl::handler& h) {
        h.parallel_for_work_group(range<3>(5, 1, 1), range<3>(2, 1, 3), [=](group<3> g) {
            g.parallel_for_work_item(range<3>(3, 4, 7), [&](h_item<3> it) {
                const std::size_t at = g.get_group_linear_id() * 84 + it.get_logical_local().get_linear_id();
                out[at] = static_cast<int>(it.get_physical_local_id(0) * 10 + it.get_physical_local_id(2) +
                                           (it.get_local_range() == range<3>(3, 4, 7) ? 100 : 0) +
                                           (it.get_physical_local_range(2) == 3 ? 1000 : 0));
            });
        });
    });
    q.wait();
    for (int i = 0; i < 5 * 84; ++i) {
        const int l = i % 84;
        ASSERT_EQ(out[i], 1100 + l / 28 % 2 * 10 + l % 7 % 3) << i;
    }
    sycl::free(out, q);
}

TEST(Hierarchical, WithoutALocalRangeGroupsHaveOne) {
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(9, q);
    q.submit([&](sycl::handler& h) {
        h.parallel_for_work_group(range<1>(9), [=](group<1> g) {
            std::size_t turns = 0;
            g.parallel_for_work_item([&](h_item<1>) {});
            for (std::size_t k = 0; k < g.get_local_range(0); ++k) ++turns;
            out[g.get_group_id(0)] = turns == g.get_local_range().size() && turns > 0 ? 1 : 0;
        });
    });
    q.wait();
    for (int i = 0; i < 9; ++i) EXPECT_EQ(out[i], 1);
    EXPECT_THROW(q.submit([&](sycl::handler& h) {
        h.parallel_for_work_group(range<1>(1), range<1>(2000), [=](group<1>) { out[0] = 2; });
    }),
                 sycl::exception);
    sycl::free(out, q);
}

}  // namespace
