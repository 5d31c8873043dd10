// Reduction objects: every shape of parallel_for, several at once, the same answer every time.
#include <algorithm>
#include <cmath>
#include <limits>

#include "cpu/strategies.hpp"
#include "runtime/queue/reduction_shape.hpp"

namespace ndweave::tests {
namespace {

TEST(RunLength, EveryCoreHasTheSame) {
    random_source random;
    for (int round = 0; round < 2000; ++round) {
        const std::size_t points = 1 + random.below(1u << (1 + random.below(28))), cores = 1 + random.below(200);
        const std::size_t run = detail::run_length(points, cores), runs = (points + run - 1) / run;
        const std::size_t waves = (runs + cores - 1) / cores;
        EXPECT_EQ(run % 64, 0u);
        EXPECT_TRUE(run >= 256 && run <= 8192) << run;
        EXPECT_TRUE(waves * run <= points / cores + 64 * waves + waves || run == 256)
            << points << " points, " << cores << " cores, runs of " << run;
    }
}

class Reductions : public EachStrategy {};

TEST_P(Reductions, SumsOverRangesAreExact) {
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

/// NaNs are ignored wherever they occur; both zeros are equal.
template <class T>
void expect_extremes(queue q, const kernel_properties& properties, random_source& random) {
    const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    const T special[] = {nan, -nan, inf, -inf, T(0), -T(0)};
    for (const std::size_t n :
         {std::size_t(1), std::size_t(63), std::size_t(8193), std::size_t(1 + random.below(60000))}) {
        for (const std::uint32_t one_of : {1u, 2u, 1u << 30}) {        // all special, half of them, none
            const std::uint32_t kinds = random.below(2) == 0 ? 2 : 6;  // NaN only, or any
            shared_array<T> x(n, q), out(5, q);
            T wanted[] = {-inf, T(0.25), inf, T(0.25), -inf};
            out[1] = out[3] = T(0.25);
            for (std::size_t i = 0; i < n; ++i) {
                x[i] = (T(random.below(1u << 24)) - T(1u << 23)) / T(1u << 20);
                if (random.below(one_of) == 0) x[i] = special[random.below(kinds)];
                if (std::isnan(x[i])) continue;
                wanted[0] = std::max(wanted[0], x[i]);
                wanted[1] = std::max(wanted[1], std::fabs(x[i]));
                wanted[2] = std::min(wanted[2], x[i]);
                wanted[3] = std::min(wanted[3], T(2) * x[i]);
                wanted[4] = std::max(wanted[4], -x[i]);
            }
            const T* const v = x.data();
            const property::reduction::initialize_to_identity fresh;
            q.parallel_for(range<1>(n), properties, reduction(out.data(), maximum<T>(), fresh),
                           [=](id<1> i, auto& most) { most.combine(v[i]); });
            q.parallel_for(range<1>(n), properties, reduction(out.data() + 1, maximum<>()),
                           [=](id<1> i, auto& most) { most.combine(std::fabs(v[i])); });
            q.parallel_for(range<1>(n), properties, reduction(out.data() + 2, minimum<>(), fresh),
                           reduction(out.data() + 3, minimum<T>()), reduction(out.data() + 4, maximum<T>(), fresh),
                           [=](id<1> i, auto& least, auto& twice, auto& opposite) {
                               least.combine(v[i]);
                               twice.combine(2 * v[i]);
                               opposite.combine(-v[i]);
                           });
            for (int k = 0; k < 5; ++k) ASSERT_EQ(out[k], wanted[k]) << k << " of " << n << ", one of " << one_of;
        }
    }
}

TEST_P(Reductions, ExtremesOfNumbersAndNaN) {
    random_source random;
    expect_extremes<float>(q, properties(), random);
    expect_extremes<double>(q, properties(), random);
}

/// A NaN as identity stays.
TEST_P(Reductions, ExtremesThatBeginWithNaN) {
    const std::size_t n = 8192 * 3 + 17;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    shared_array<float> out(2, q);
    const property::reduction::initialize_to_identity fresh;
    q.parallel_for(range<1>(n), properties(), reduction(out.data(), nan, maximum<float>(), fresh),
                   reduction(out.data() + 1, nan, minimum<float>(), fresh), [=](id<1> i, auto& most, auto& least) {
                       most.combine(float(i[0]));
                       least.combine(-float(i[0]));
                   });
    EXPECT_TRUE(std::isnan(out[0]) && std::isnan(out[1])) << out[0] << ' ' << out[1];
}

TEST_P(Reductions, SeveralRunAtOnce) {
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

TEST_P(Reductions, OverNdRangesAreExact) {
    if (GetParam() == cpu_strategy::loop) GTEST_SKIP() << "reductions over groups need barriers";
    shared_array<std::uint64_t> sum(1, q);
    for (const std::size_t local : {1, 7, 64, 256}) {
        // Of more than 256 groups, blocks are combined first.
        for (const std::size_t groups : {1, 3, 256, 257, 1000, 70001}) {
            if (local * groups > 500'000) continue;
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
