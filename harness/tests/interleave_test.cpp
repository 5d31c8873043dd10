/// The gate against machines that are made up: what it must catch, and what it must leave alone.
#include "compare/interleave.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cli/exit_code.hpp"

namespace ndweave::harness {

namespace {

enum class disturbance {
    quiet,         // 1 % of one-sided noise
    a_core_less,   // every second run gets one of two cores only, for all of its length
    heavy_tail,    // exponential, 5 % in the mean
    drifting_load  // everything slows down by half and recovers, over 40 runs, with noise on top
};

std::string name_of(disturbance kind) {
    constexpr const char* names[] = {"Quiet", "ACoreLess", "HeavyTail", "DriftingLoad"};
    return names[static_cast<int>(kind)];
}

/// A machine with one application of four kernels, the last of them slower by `slowdown` in the new binary.
class machine {
public:
    machine(std::mt19937& random, disturbance kind, double slowdown)
        : random_(random), kind_(kind), slowdown_(slowdown) {}

    std::vector<record> run(side_of side) {
        ++runs_;
        std::vector<record> rows;
        for (int kernel = 0; kernel < 4; ++kernel) {
            const double factor = side == side_of::next && kernel == 3 ? slowdown_ : 1;
            record& row = rows.emplace_back();
            row.app = "app";
            row.kernel = std::to_string(kernel);
            row.timing_scope = "device";
            row.samples = {1e-3 * (kernel + 1) * factor * std::exp(noise())};
            row.statistics.emplace().median = 1e-3;
        }
        return rows;
    }

private:
    double noise() {
        const double little = std::abs(std::normal_distribution<double>(0, 0.01)(random_));
        switch (kind_) {
            case disturbance::quiet:
                return little;
            case disturbance::a_core_less:
                return little + (random_() % 2 == 0 ? 0.65 : 0);
            case disturbance::heavy_tail:
                return std::exponential_distribution<double>(20)(random_);
            case disturbance::drifting_load:
                return little + 0.4 * std::abs(std::sin(runs_ * 3.14159265 / 40));
        }
        return 0;
    }

    std::mt19937& random_;
    disturbance kind_;
    double slowdown_;
    int runs_ = 0;
};

class Gate : public testing::TestWithParam<disturbance> {
protected:
    static constexpr int trials = 20;
    // The claims are about rates of the method, which chance misses now and then (a regression that is not confirmed, a
    // pair that stays unclear): the machines are the same ones every time.
    std::mt19937 random{20261121};

    std::vector<comparison> compare(double slowdown) {
        machine here(random, GetParam(), slowdown);
        return compare_alternating({}, [&](side_of side) { return here.run(side); }, [](const std::string&) {});
    }
};

}  // namespace

TEST_P(Gate, CatchesTenPercentEveryTime) {
    for (int trial = 0; trial < trials; ++trial) {
        const std::vector<comparison> found = compare(1.1);
        ASSERT_EQ(found.size(), 4u);
        EXPECT_EQ(exit_code_of(found), exit_regression);
        EXPECT_EQ(found[3].found, verdict::slower) << found[3].note;
        EXPECT_NEAR(found[3].ratio, 1.1, 0.05);
        for (int kernel = 0; kernel < 3; ++kernel)
            EXPECT_NE(found[kernel].found, verdict::slower) << found[kernel].ratio;
    }
}

TEST_P(Gate, LeavesTheSameAlone) {
    int unclear = 0;  // which is no alarm
    for (int trial = 0; trial < trials; ++trial) {
        for (const comparison& c : compare(1)) {
            if (c.found == verdict::unclear) {
                ++unclear;
            } else {
                EXPECT_EQ(c.found, verdict::same) << c.ratio << ' ' << c.note;
            }
        }
    }
    EXPECT_LE(unclear, 3) << "of " << 4 * trials;
}

INSTANTIATE_TEST_SUITE_P(Machines, Gate,
                         testing::Values(disturbance::quiet, disturbance::a_core_less, disturbance::heavy_tail,
                                         disturbance::drifting_load),
                         [](const auto& machine_of_test) { return name_of(machine_of_test.param); });

TEST(GateLimits, StopsAtItsLimitsAndSaysSo) {
    std::mt19937 random(7);
    int runs = 0;
    const auto wild = [&](side_of) {
        ++runs;
        machine here(random, disturbance::quiet, 1);
        std::vector<record> rows = here.run(side_of::base);
        for (record& row : rows) row.samples = {std::exp(std::normal_distribution<double>(0, 2)(random))};
        return rows;
    };
    interleave_limits limits;
    limits.max_rounds = 12;
    const std::vector<comparison> found = compare_alternating(limits, wild, [](const std::string&) {});
    EXPECT_EQ(runs, 24);
    EXPECT_EQ(exit_code_of(found), exit_unclear);
    limits.max_time = 0;
    runs = 0;
    compare_alternating(limits, wild, [](const std::string&) {});
    EXPECT_EQ(runs, 20);
}

TEST(GateLimits, WhatIsNeverMeasuredNeedsNoMoreRounds) {
    int runs = 0;
    const auto broken = [&](side_of) {
        ++runs;
        record row;
        row.app = "app";
        row.kernel = "all";
        row.outcome = status::crashed;
        return std::vector<record>{row};
    };
    const std::vector<comparison> found = compare_alternating({}, broken, [](const std::string&) {});
    EXPECT_EQ(runs, 20);
    EXPECT_EQ(exit_code_of(found), exit_unclear);
}

TEST(GateLimits, WhatIsNotConfirmedIsNoRegression) {
    std::mt19937 random(11);
    machine slow(random, disturbance::quiet, 1.2), fine(random, disturbance::quiet, 1);
    int runs = 0;
    std::size_t confirming = 0;
    const std::vector<comparison> found = compare_alternating(
        {}, [&](side_of side) { return confirming == 0 ? slow.run(side) : (++runs, fine.run(side)); },
        [&](const std::string& what) { confirming += what.starts_with("confirming") ? 1 : 0; });
    EXPECT_EQ(found[3].found, verdict::same) << found[3].note;
    EXPECT_NE(found[3].note.find("not so when measured again"), std::string::npos);
    EXPECT_GE(runs, 20);
}

}  // namespace ndweave::harness
