// A row's samples, cut into turns.
#include "measure/turns/turn_taker.hpp"

#include <gtest/gtest.h>

#include "statistics/stopping.hpp"

namespace ndweave::harness {
namespace {

using counts = std::vector<std::size_t>;

using samples = std::vector<double>;

/// Takes `number` samples of `seconds` each, and returns them.
samples take(turn_taker& turns, std::size_t number, double seconds, std::size_t planned) {
    samples taken;
    while (taken.size() < number) {
        taken.push_back(seconds);
        turns.after_sample(taken, planned);
    }
    return taken;
}

TEST(TurnTaker, CutsPlannedSamplesEvenly) {
    std::vector<std::pair<std::size_t, double>> told;
    turn_taker turns(4, 0.5, [&](std::size_t series, double seconds) {
        told.emplace_back(series, seconds);
        return false;
    });
    const samples many = take(turns, 100, 1e-6, 100), few = take(turns, 7, 2e-6, 7);
    EXPECT_EQ(turns.turns_of({many, few}), (std::vector{counts{25, 25, 25, 25}, counts{2, 2, 2, 1}}))
        << "the last one is what is left";
    EXPECT_EQ(turns.turns_of({few, samples(8, 1.0), samples(7, 1.0)}), (std::vector{counts{2, 2, 2, 1}, {}, {}}));
    EXPECT_EQ(told.front(), std::pair(std::size_t{0}, 1e-6));
    EXPECT_EQ(told.back(), std::pair(std::size_t{1}, 2e-6));
}

TEST(TurnTaker, CutsByTimeWhereNobodyKnowsHowManyThereWillBe) {
    turn_taker turns(10, 0.5, [](std::size_t, double) { return false; });  // 0.05 s a turn
    EXPECT_EQ(turns.turns_of({take(turns, 12, 0.0101, 0)}), (std::vector<counts>{{5, 5, 2}}));
    EXPECT_EQ(turns.turns_of({take(turns, 3, 2.0, 0)}), (std::vector<counts>{{1, 1, 1}}))
        << "a sample that takes longer is a turn";
}

TEST(TurnTaker, TellsSeriesOfRowsThatMakeAnIterationTogether) {
    turn_taker turns(2, 0.5, [](std::size_t, double) { return false; });
    take(turns, 8, 5e-3, 8);                      // copy, add and dot
    const samples last = take(turns, 8, 0.3, 0);  // as many of another kernel
    const samples copy(8, 1e-3), add(8, 1.5e-3), dot(8, 2.5e-3);
    EXPECT_EQ(turns.turns_of({copy, add, dot, last}),
              (std::vector{counts{4, 4}, counts{4, 4}, counts{4, 4}, counts{1, 1, 1, 1, 1, 1, 1, 1}}));
    EXPECT_EQ(turns.turns_of({copy, add}), (std::vector<counts>(2)));
}

TEST(TurnTaker, SamplesGoOnUntilItIsSettled) {
    bool settled = false;
    turn_taker turns(10, 0.1, [&](std::size_t, double) { return settled; });
    stopping_rule rule(0.1);
    std::vector<double> samples;
    const auto wants_more = [&] {
        samples.push_back(0.01);
        return !rule(samples, turns.after_sample(samples, 0));
    };
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(wants_more()) << i;  // precise after 10
    settled = true;
    EXPECT_FALSE(wants_more());
    settled = false;
    samples.clear();
    int taken = 0;
    while (wants_more()) ++taken;
    EXPECT_LT(taken, 100) << "there is a bound";
}

}  // namespace
}  // namespace ndweave::harness
