// Reduction objects of ranges and nd-ranges, with sizes beside and on the borders of what a device shares out.
#include <algorithm>
#include <limits>
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

TEST_F(Reduction, SumOfARangeIsExact) {
    for (const std::size_t n : {1, 255, 257, 4099, 8191, 8192, 8193, 100'003}) {
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

TEST_F(Reduction, OfNothingLeavesOrReplaces) {
    const buffer<int> kept(q, std::vector<int>{7}), replaced(q, std::vector<int>{8}), most(q, std::vector<int>{9});
    const auto fresh = property::reduction::initialize_to_identity();
    const auto add = [](auto, auto& total) { total += 1; };
    q.parallel_for(range<1>(0), reduction(kept.get(), plus<>()), add);
    q.parallel_for(range<2>(5, 0), reduction(replaced.get(), plus<>(), fresh), add);
    q.parallel_for(nd_range<1>(0, 16), reduction(kept.get(), plus<>()), reduction(most.get(), maximum<>(), fresh),
                   [](nd_item<1>, auto&, auto& high) { high.combine(1); });
    expect_equal(kept.read(), {7});
    expect_equal(replaced.read(), {0});
    expect_equal(most.read(), {std::numeric_limits<int>::min()});
}

TEST_F(Reduction, IntoANullPointerIsRefused) {
    const auto code_of = [](const auto& make) {
        try {
            make();
        } catch (const exception& e) {
            return e.code();
        }
        return make_error_code(errc::success);
    };
    int* const none = nullptr;
    EXPECT_EQ(code_of([&] { reduction(none, plus<>()); }), errc::invalid);
    EXPECT_EQ(code_of([&] { reduction(none, 0, [](int a, int b) { return a + b; }); }), errc::invalid);
}

/// A value and where it was found.
struct found {
    float value;
    std::int32_t where, marks;
};
/// Returns one of its references, as std::min does.
struct nearer {
    const found& operator()(const found& a, const found& b) const {
        return a.value < b.value || (a.value == b.value && a.where < b.where) ? a : b;
    }
};

TEST_F(Reduction, OfStructuresByAnOperationThatReturnsAReference) {
    const std::size_t local = 32, n = local * 301;
    const std::vector<int> host = whole_numbers(random, n);
    const found nowhere{1e30f, 1 << 30, 0};
    const buffer<int> in(q, host);
    const buffer<found> least(q, std::vector<found>(2, nowhere)), of_group(q, n / local);
    const int* const p = in.get();
    found* const groups = of_group.get();
    const auto at = [=](std::size_t i) { return found{static_cast<float>(p[i]), static_cast<std::int32_t>(i), 3}; };
    q.parallel_for(range<1>(n), reduction(least.get(), nowhere, nearer()),
                   [=](id<1> i, auto& min_of) { min_of.combine(at(i)); });
    q.parallel_for(nd_range<1>(n, local), reduction(least.get() + 1, nowhere, nearer()), [=](nd_item<1> it, auto& l) {
        const found mine = at(it.get_global_id(0));
        l.combine(mine);
        const found first = reduce_over_group(it.get_group(), mine, nearer());
        if (it.get_local_id(0) == 0) groups[it.get_group(0)] = first;
    });
    const auto first_least = [&](std::size_t begin, std::size_t end) {
        const auto from = host.begin() + static_cast<std::ptrdiff_t>(begin);
        return static_cast<std::int32_t>(std::min_element(from, host.begin() + static_cast<std::ptrdiff_t>(end)) -
                                         host.begin());
    };
    const std::vector<found> got = least.read(), got_of_group = of_group.read();
    if (!computes()) return;
    EXPECT_EQ(got[0].where, first_least(0, n));
    EXPECT_EQ(got[1].where, first_least(0, n));
    for (std::size_t g = 0; g < n / local; ++g) {
        ASSERT_EQ(got_of_group[g].where, first_least(g * local, (g + 1) * local)) << "group " << g;
    }
}

/// Sums that fit no register and no place in a group's scratch, beside one that does.
struct moments {
    std::int64_t count = 0, sum = 0, squares = 0;
    std::int32_t least = 5000, most = -5000;
};

struct joined {
    moments operator()(const moments& a, const moments& b) const {
        return {a.count + b.count, a.sum + b.sum, a.squares + b.squares, a.least < b.least ? a.least : b.least,
                a.most > b.most ? a.most : b.most};
    }
};

TEST_F(Reduction, WideVariables) {
    for (const std::size_t n : {1, 63, 4099, 100'003}) {
        const std::vector<int> host = whole_numbers(random, n);
        const buffer<int> in(q, host);
        const buffer<moments> all(q, std::vector<moments>(2));
        const buffer<std::int64_t> sums(q, std::vector<std::int64_t>{7, 7});
        const int* const p = in.get();
        const auto of = [=](std::size_t i) { return moments{1, p[i], std::int64_t{p[i]} * p[i], p[i], p[i]}; };
        q.parallel_for(range<1>(n), reduction(all.get(), moments(), joined()), reduction(sums.get(), plus<>()),
                       [=](id<1> i, auto& wide, auto& sum) {
                           wide.combine(of(i[0]));
                           sum += p[i[0]];
                       });
        const std::size_t local = 96;
        q.parallel_for(nd_range<1>((n + local - 1) / local * local, local), reduction(sums.get() + 1, plus<>()),
                       reduction(all.get() + 1, moments(), joined()), [=](nd_item<1> it, auto& sum, auto& wide) {
                           const std::size_t i = it.get_global_id(0);
                           if (i >= n) return;
                           wide.combine(of(i));
                           sum += p[i];
                       });
        moments expected;
        for (const int x : host) expected = joined()(expected, {1, x, std::int64_t{x} * x, x, x});
        SCOPED_TRACE(n);
        expect_equal(sums.read(), {expected.sum + 7, expected.sum + 7});
        const std::vector<moments> got = all.read();
        if (!computes()) continue;
        for (const moments& m : got) {
            EXPECT_EQ(m.count, expected.count);
            EXPECT_EQ(m.sum, expected.sum);
            EXPECT_EQ(m.squares, expected.squares);
            EXPECT_EQ(m.least, expected.least);
            EXPECT_EQ(m.most, expected.most);
        }
    }
}

/// The counter of finished groups is zero again after each launch.
TEST_F(Reduction, AddsUpAgainAndAgain) {
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
