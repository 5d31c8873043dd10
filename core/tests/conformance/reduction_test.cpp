// Reduction objects of ranges and nd-ranges, with sizes beside and on the borders of what a device shares out.
#include <algorithm>
#include <numeric>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

using Reduction = Conformance;

std::vector<int> whole_numbers(std::mt19937& random, std::size_t n) {
    std::uniform_int_distribution<int> pick(-1000, 1000);
    std::vector<int> v(n);
    for (int& x : v) x = pick(random);
    return v;
}

TEST_F(Reduction, SumOfARange) {
    for (const std::size_t n : {1, 255, 8191, 8192, 8193, 100'003}) {
        const std::vector<int> host = whole_numbers(random, n);
        const buffer<int> in(q, host);
        const buffer<std::int64_t> sum(q, std::vector<std::int64_t>{7});
        const int* const p = in.get();
        q.parallel_for(range<1>(n), reduction(sum.get(), plus<>()), [=](id<1> i, auto& total) { total += p[i]; });
        SCOPED_TRACE(n);
        expect_equal(sum.read(), {std::accumulate(host.begin(), host.end(), std::int64_t{7})});
    }
}

TEST_F(Reduction, SumOfFloatsIsNearTheSumInDouble) {
    const std::size_t n = 200'003;
    std::uniform_real_distribution<float> pick(0, 1);
    std::vector<float> host(n);
    for (float& x : host) x = pick(random);
    const buffer<float> in(q, host), sum(q, 1);
    const float* const p = in.get();
    q.parallel_for(range<1>(n), reduction(sum.get(), plus<>(), {property::reduction::initialize_to_identity()}),
                   [=](id<1> i, auto& total) { total += p[i] * 0.5f; });
    const double expected = std::accumulate(host.begin(), host.end(), 0.0) / 2;
    const std::vector<float> got = sum.read();
    if (computes()) EXPECT_NEAR(got[0], expected, 1e-4 * expected);
}

TEST_F(Reduction, TwoVariablesOfATwoDimensionalRange) {
    const std::size_t rows = 37, columns = 1013;
    const std::vector<int> host = whole_numbers(random, rows * columns);
    const buffer<int> in(q, host), least(q, std::vector<int>{5000}), most(q, std::vector<int>{-5000});
    const int* const p = in.get();
    q.parallel_for(range<2>(rows, columns), reduction(least.get(), minimum<>()), reduction(most.get(), maximum<>()),
                   [=](id<2> i, auto& low, auto& high) {
                       low.combine(p[i[0] * columns + i[1]]);
                       high.combine(p[i[0] * columns + i[1]]);
                   });
    expect_equal(least.read(), {*std::min_element(host.begin(), host.end())});
    expect_equal(most.read(), {*std::max_element(host.begin(), host.end())});
}

TEST_F(Reduction, SumOfAnNdRange) {
    const std::size_t local = 48, n = local * 77;
    const std::vector<int> host = whole_numbers(random, n);
    const buffer<int> in(q, host), sum(q, std::vector<int>{0});
    const int* const p = in.get();
    q.parallel_for(nd_range<1>(n, local), reduction(sum.get(), plus<>()),
                   [=](nd_item<1> it, auto& total) { total += p[it.get_global_id(0)]; });
    expect_equal(sum.read(), {std::accumulate(host.begin(), host.end(), 0)});
}

/// The counter of finished groups is zero again after each launch.
TEST_F(Reduction, AgainAndAgain) {
    const std::size_t n = 30'000;
    const buffer<int> sum(q, std::vector<int>{0});
    for (int launch = 0; launch < 20; ++launch) {
        q.parallel_for(range<1>(n + static_cast<std::size_t>(launch) * 1000), reduction(sum.get(), plus<>()),
                       [=](id<1>, auto& total) { ++total; });
    }
    expect_equal(sum.read(), {20 * 30'000 + 190 * 1000});
}

}  // namespace
}  // namespace ndweave::conformance
