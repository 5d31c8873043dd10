// Every work-item runs exactly once with correct indices: each strategy, 1 to 3 dimensions, odd sizes.
#include "cpu/strategies.hpp"

namespace ndweave::tests {
namespace {

class Indices : public EachStrategy {
protected:
    template <int D>
    void expect_each_once(range<D> extent) {
        shared_array<std::uint32_t> seen(extent.size(), q);
        std::uint32_t* const s = seen.data();
        q.parallel_for(extent, properties(), [=](item<D> it) { s[it.get_linear_id()] += 1; });
        q.parallel_for(extent, properties(), [=](id<D> i) {
            std::size_t n = i[0];
            for (int d = 1; d < D; ++d) n = n * extent[d] + i[d];
            s[n] += 2;
        });
        for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], 3u) << "work-item " << i;
    }

    /// What an nd_item says, folded into one number, against the same from loops.
    template <int D>
    void expect_nd_items(range<D> groups, range<D> local) {
        const range<D> global = groups * local;
        shared_array<std::size_t> told(global.size(), q);
        std::size_t* const t = told.data();
        q.parallel_for(nd_range<D>(global, local), properties(), [=](nd_item<D> it) {
            std::size_t sum = it.get_group_linear_id() * 1000003 + it.get_local_linear_id();
            for (int d = 0; d < D; ++d) {
                sum = sum * 31 + it.get_group(d);
                sum = sum * 31 + it.get_local_id(d) * 7 + it.get_global_id(d);
                sum = sum * 31 + it.get_group_range(d) + it.get_local_range(d) * 3 + it.get_global_range(d) * 5;
            }
            t[it.get_global_linear_id()] += sum;
        });
        for (std::size_t i = 0; i < global.size(); ++i) {
            id<D> at;
            for (std::size_t left = i, d = D; d-- > 0; left /= global[int(d)]) at[int(d)] = left % global[int(d)];
            std::size_t group = 0, item = 0;
            for (int d = 0; d < D; ++d) {
                group = group * groups[d] + at[d] / local[d];
                item = item * local[d] + at[d] % local[d];
            }
            std::size_t sum = group * 1000003 + item;
            for (int d = 0; d < D; ++d) {
                sum = sum * 31 + at[d] / local[d];
                sum = sum * 31 + at[d] % local[d] * 7 + at[d];
                sum = sum * 31 + groups[d] + local[d] * 3 + global[d] * 5;
            }
            ASSERT_EQ(told[i], sum) << "work-item " << i;
        }
    }
};

TEST_P(Indices, RangesRunEachOnce) {
    for (std::size_t n : {1, 2, 63, 64, 65, 1000, 100003}) expect_each_once(range<1>(n));
    expect_each_once(range<2>(1, 1));
    expect_each_once(range<2>(7, 1));
    expect_each_once(range<2>(1, 129));
    expect_each_once(range<2>(333, 331));
    expect_each_once(range<3>(3, 5, 7));
    expect_each_once(range<3>(31, 1, 67));
    expect_each_once(range<3>(41, 43, 47));
}

TEST_P(Indices, RandomRangesRunEachOnce) {
    random_source random;
    for (int i = 0; i < 8; ++i) {
        expect_each_once(range<3>(1 + random.below(20), 1 + random.below(50), 1 + random.below(150)));
        expect_nd_items(range<3>(1 + random.below(4), 1 + random.below(4), 1 + random.below(4)),
                        range<3>(1 + random.below(4), 1 + random.below(5), 1 + random.below(9)));
    }
}

TEST_P(Indices, NdRangesRunEachOnce) {
    for (std::size_t local : {1, 2, 15, 16, 17, 64, 100, 256, 1024}) expect_nd_items(range<1>(5), range<1>(local));
    expect_nd_items(range<1>(4099), range<1>(3));
    expect_nd_items(range<2>(3, 7), range<2>(16, 16));
    expect_nd_items(range<2>(5, 2), range<2>(1, 33));
    expect_nd_items(range<3>(2, 3, 5), range<3>(3, 5, 7));
    expect_nd_items(range<3>(4, 1, 3), range<3>(8, 8, 1));
}

TEST_P(Indices, SingleTaskRunsOnce) {
    shared_array<int> ran(1, q);
    int* const r = ran.data();
    q.single_task([=] { *r += 1; });
    EXPECT_EQ(ran[0], 1);
}

INSTANTIATE_TEST_SUITE_P(Cpu, Indices, every_strategy, name_of_parameter);

}  // namespace
}  // namespace ndweave::tests
