// Reduction objects: every shape of parallel_for, several at once, the same answer every time.
#include <cmath>

#include "cpu/strategies.hpp"

namespace ndweave::tests {
namespace {

TEST(RunLength, EveryCoreHasTheSame) {
    random_source random;
    for (int round = 0; round < 2000; ++round) {
        const std::size_t points = 1 + random.below(1u << (1 + random.below(28))), cores = 1 + random.below(200);
        const std::size_t run = detail::run_length(points, cores), runs = (points + run - 1) / run;
        const std::size_t turns = (runs + cores - 1) / cores;  // until all are done
        EXPECT_EQ(run % 64, 0u);
        EXPECT_TRUE(run >= 256 && run <= 8192) << run;
        EXPECT_TRUE(turns * run <= points / cores + 64 * turns + turns || run == 256)
            << points << " points, " << cores << " cores, runs of " << run;
    }
}

class Reductions : public EachStrategy {};

TEST_P(Reductions, SumsOverRanges) {
    shared_array<std::uint64_t> sum(1, q);
    random_source random;
    for (const std::size_t n : {1u, 2u, 255u, 257u, 8191u, 8192u, 8193u, 100003u, 1 + random.below(200000)}) {
        *sum.data() = 7;
        q.parallel_for(range<1>(n), properties(), reduction(sum.data(), plus<>()), [](id<1> i, auto& s) { s += i[0]; });
        ASSERT_EQ(sum[0], n * (n - 1) / 2 + 7) << n;
    }
    for (const range<2> r : {range<2>(1, 1), range<2>(3, 20000), range<2>(20000, 3), range<2>(211, 223)}) {
        *sum.data() = 7;
        q.parallel_for(r, properties(),
                       reduction(sum.data(), plus<>(), {property::reduction::initialize_to_identity()}),
                       [](item<2> i, auto& s) { s += i.get_linear_id(); });
        ASSERT_EQ(sum[0], r.size() * (r.size() - 1) / 2);
    }
    const range<3> r(21, 23, 29);
    *sum.data() = 0;
    q.parallel_for(r, properties(), reduction(sum.data(), plus<>()),
                   [=](id<3> i, auto& s) { s += (i[0] * r[1] + i[1]) * r[2] + i[2]; });
    ASSERT_EQ(sum[0], r.size() * (r.size() - 1) / 2);
}

TEST_P(Reductions, SeveralAtOnce) {
    random_source random;
    const std::size_t n = 50000 + random.below(1000);
    shared_array<int> x(n, q), least(1, q, 5000), bits(1, q, 0);
    shared_array<double> sum(1, q);
    double expected = 0;
    int smallest = 5000, all = 0;
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = int(random.below(1 << 20)) + 100;
        expected += x[i];
        smallest = std::min(smallest, x[i]);
        all ^= x[i];
    }
    const int* const v = x.data();
    q.parallel_for(range<1>(n), properties(), reduction(sum.data(), plus<>()), reduction(least.data(), minimum<>()),
                   reduction(bits.data(), bit_xor<int>()), [=](id<1> i, auto& s, auto& m, auto& b) {
                       s += v[i];
                       m.combine(v[i]);
                       b ^= v[i];
                   });
    EXPECT_EQ(sum[0], expected);  // integers of 53 bits: exact in any order
    EXPECT_EQ(least[0], smallest);
    EXPECT_EQ(bits[0], all);
}

TEST_P(Reductions, OwnOperationsNeedAnIdentity) {
    shared_array<int> most(1, q, 3);
    const auto larger_size = [](int a, int b) { return std::abs(a) < std::abs(b) ? b : a; };
    q.parallel_for(range<1>(30000), properties(), reduction(most.data(), 0, larger_size),
                   [](id<1> i, auto& m) { m.combine(int(i[0]) - 20000); });
    EXPECT_EQ(most[0], -20000);
}

TEST_P(Reductions, RepeatBitForBit) {
    const std::size_t n = 300007;
    shared_array<float> x(n, q), sum(1, q);
    for (std::size_t i = 0; i < n; ++i) x[i] = 1.0f / float(i + 1);
    const float* const v = x.data();
    float first = 0;
    for (int run = 0; run < 10; ++run) {
        *sum.data() = 0;
        q.parallel_for(range<1>(n), properties(), reduction(sum.data(), plus<>()),
                       [=](id<1> i, auto& s) { s += v[i]; });
        if (run == 0) first = sum[0];
        ASSERT_EQ(sum[0], first) << run;
    }
    EXPECT_NEAR(first, std::log(double(n)) + 0.5772156649, 1e-3);
}

TEST_P(Reductions, OverNdRanges) {
    if (GetParam() == cpu_strategy::loop) GTEST_SKIP() << "reductions over groups need barriers";
    shared_array<std::uint64_t> sum(1, q);
    for (const std::size_t local : {1, 7, 64, 256}) {
        for (const std::size_t groups : {1, 3, 300}) {
            *sum.data() = 1;
            const std::size_t n = local * groups;
            q.parallel_for(nd_range<1>(n, local), properties(), reduction(sum.data(), plus<>()),
                           [](nd_item<1> it, auto& s) { s += it.get_global_id(0); });
            ASSERT_EQ(sum[0], n * (n - 1) / 2 + 1) << local << " " << groups;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Cpu, Reductions, every_strategy, name_of_parameter);

TEST(ReductionErrors, AFailedLaunchLeavesTheNextOneRight) {
    queue q{device("cpu")};
    shared_array<int> sum(1, q);
    const kernel_properties fibers{.strategy = cpu_strategy::fiber};
    EXPECT_THROW(q.parallel_for(range<1>(100000), fibers, reduction(sum.data(), plus<>()),
                                [](id<1> i, auto& s) {
                                    if (i[0] == 50000) throw 1;
                                    s += 1;
                                }),
                 int);
    *sum.data() = 0;
    q.parallel_for(range<1>(100000), fibers, reduction(sum.data(), plus<>()), [](id<1>, auto& s) { ++s; });
    EXPECT_EQ(sum[0], 100000);
}

}  // namespace
}  // namespace ndweave::tests
