#include "statistics/median.hpp"

#include <gtest/gtest.h>

#include <random>

#include "statistics/stopping.hpp"

namespace ndweave::harness {

TEST(Statistics, MedianOfOddAndEvenSets) {
    EXPECT_EQ(median({3, 1, 2}), 2);
    EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
    EXPECT_EQ(median({7}), 7);
    EXPECT_EQ(median_deviation({1, 1, 2, 2, 4, 6, 9}), 1);
}

TEST(Statistics, BootstrapCoversTheMedianAsOftenAsItSays) {
    std::mt19937 random(20261121);  // the claim is a rate, which a fresh seed would miss now and then
    std::normal_distribution<double> normal(10, 1);
    int covered = 0;
    for (int trial = 0; trial < 100; ++trial) {
        std::vector<double> values(41);
        for (double& v : values) v = normal(random);
        const interval found = bootstrap_median(values);
        EXPECT_LE(found.low, found.high);
        covered += found.low <= 10 && 10 <= found.high ? 1 : 0;
    }
    EXPECT_GE(covered, 90);  // 95 expected; 90 is two standard deviations below
}

TEST(Statistics, BlocksKeepOrderAndCount) {
    const std::vector<double> blocks = block_medians({1, 1, 1, 5, 5, 5, 9}, 3);
    EXPECT_EQ(blocks.size(), 3u);
    EXPECT_EQ(blocks.front(), 1);
}

TEST(Stopping, StopsWhenSettledAndGivesUpOtherwise) {
    stopping_rule calm(0.1), restless(0.1);
    std::vector<double> same, wild;
    while (!calm(same)) same.push_back(0.01);
    EXPECT_GE(same.size(), 10u);
    EXPECT_LE(same.size(), 14u);
    for (int i = 0; !restless(wild); ++i) wild.push_back(i % 2 == 0 ? 0.001 : 0.05);
    double total = 0;
    for (const double s : wild) total += s;
    EXPECT_GE(total, 0.4);
    EXPECT_LE(total, 0.5);
}

TEST(Stopping, EverySeriesIsMeasuredAnew) {
    stopping_rule rule(0.1);
    for (int series = 0; series < 4; ++series) {
        std::vector<double> samples;
        do samples.push_back(0.01);
        while (!rule(samples));
        EXPECT_GE(samples.size(), 10u) << "series " << series;
    }
}

TEST(Stopping, OneLongSampleIsEnough) {
    stopping_rule rule(0.1);
    EXPECT_TRUE(rule({100.0}));
}

}  // namespace ndweave::harness
