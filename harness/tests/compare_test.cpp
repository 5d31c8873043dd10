#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cli/exit_code.hpp"
#include "compare/comparison.hpp"
#include "compare/format.hpp"
#include "measure/make_record.hpp"

namespace ndweave::harness {

namespace {

class Compare : public testing::Test {
protected:
    std::mt19937 random{20261121};  // what is claimed are rates, which a fresh seed would miss now and then

    /// A row whose times scatter by `noise` above `seconds`, as a machine's do.
    record row(double seconds, double noise = 0.02, const std::string& kernel = "triad", const char* hw = "hw") {
        std::normal_distribution<double> normal(0, noise);
        apps::result r;
        r.kernel = kernel;
        for (int i = 0; i < 100; ++i) r.samples.push_back(seconds * std::exp(std::abs(normal(random))));
        r.fom = {"GB/s", true, 1};
        r.check = {true, true, "error", 0, 0, 1};
        measurement m;
        m.app = "babelstream";
        m.backend = "cpu";
        record made = measured_record(m, r);
        made.origin = {"device", hw, "env", {}};
        return made;
    }
};

}  // namespace

TEST(Shift, EvidenceOfSignsMatchesItsIntegral) {
    // Averaged over coins with tails above 1/2, the likelihood of n tails over a fair coin's is (2^(n+1) - 1) / (n +
    // 1): 2047/11 for 10, 63/6 for the nearer 5; nothing speaks for the other side but 1/11 and 1/6.
    const shift s = paired_shift({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    EXPECT_NEAR(s.p, 4 / (2047.0 / 11 + 63.0 / 6 + 1.0 / 11 + 1.0 / 6), 1e-12);
    EXPECT_EQ(s.estimate, 5.5);
    EXPECT_EQ(s.low, 1);
    EXPECT_EQ(s.high, 10);
    EXPECT_EQ(paired_shift({0, 0}).p, 1);
    EXPECT_TRUE(std::isinf(paired_shift({1, 2, 3}).low)) << "three differences bound nothing";
}

TEST_F(Compare, LookingAfterEveryRoundRaisesNoFalseAlarms) {
    int alarms = 0;
    std::normal_distribution<double> normal(0, 1);
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<double> differences;
        bool alarm = false;
        for (int round = 0; round < 60 && !alarm; ++round) {
            differences.push_back(normal(random));
            alarm = paired_shift(differences).p < 0.05;
        }
        alarms += alarm ? 1 : 0;
    }
    EXPECT_LE(alarms, 30);  // at most 15 expected; 30 is four standard deviations above
}

TEST(Shift, RoundsThatLostACoreDoNotHideAShift) {
    std::vector<double> differences(24, 0.095);
    for (const double lost : {0.7, -0.7, -0.69, 0.71, -0.68}) differences.push_back(lost);
    const shift s = paired_shift(differences);
    EXPECT_LT(s.p, 0.001);
    EXPECT_EQ(s.estimate, 0.095);
}

TEST(Shift, FindsTheLocation) {
    const shift s = unpaired_shift({1, 2, 3, 4, 5}, {11, 12, 13, 14, 15});
    EXPECT_EQ(s.estimate, 10);
    EXPECT_LE(s.low, 10);
    EXPECT_GE(s.high, 10);
    EXPECT_LT(s.p, 0.02);
}

TEST(Shift, HolmStepsDown) {
    EXPECT_EQ(holm({0.01, 0.04, 0.03}), (std::vector<double>{0.03, 0.06, 0.06}));
    EXPECT_TRUE(holm({}).empty());
}

TEST_F(Compare, SeesTenPercentAndOnlyThat) {
    for (int trial = 0; trial < 20; ++trial) {
        const auto slower = compare_files({row(1)}, {row(1.1)}, 0.05);
        ASSERT_EQ(slower.size(), 1u);
        EXPECT_EQ(slower[0].found, verdict::slower);
        EXPECT_NEAR(slower[0].ratio, 1.1, 0.02);
        EXPECT_EQ(exit_code_of(slower), exit_regression);
        const auto same = compare_files({row(1)}, {row(1)}, 0.05);
        EXPECT_EQ(same[0].found, verdict::same);
        EXPECT_EQ(exit_code_of(same), exit_ok);
        EXPECT_EQ(compare_files({row(1)}, {row(0.8)}, 0.05)[0].found, verdict::faster);
    }
}

TEST_F(Compare, SaysUnclearWhenItIs) {
    std::vector<record> base, next;
    for (int i = 0; i < 5; ++i) {
        base.push_back(row(1 + 0.5 * (i % 3), 0.5));
        next.push_back(row(1.1 + 0.5 * ((i + 1) % 3), 0.5));
    }
    const auto found = compare_files(base, next, 0.05);
    EXPECT_EQ(found[0].found, verdict::unclear);
    EXPECT_GT(found[0].detectable, 0.05);
    EXPECT_EQ(exit_code_of(found), exit_unclear);
}

TEST_F(Compare, RoundsCancelWhatBothSidesSuffer) {
    std::vector<std::vector<record>> base, next;
    for (int i = 0; i < 10; ++i) {
        const double disturbance = 1 + 0.5 * std::abs(std::sin(i));
        base.push_back({row(disturbance)});
        next.push_back({row(1.1 * disturbance)});
    }
    EXPECT_EQ(compare_rounds(base, next, 0.05)[0].found, verdict::slower);
    EXPECT_EQ(compare_rounds(base, base, 0.05)[0].found, verdict::same);
}

TEST_F(Compare, ShowsTheFigureOfATypicalRound) {
    std::vector<std::vector<record>> base, next;
    for (const double seconds : {9.0, 1.0, 2.0, 8.0, 1.5}) {
        base.push_back({row(seconds, 0)});
        next.push_back({row(2 * seconds, 0)});
    }
    const comparison found = compare_rounds(base, next, 0.05).at(0);
    EXPECT_EQ(found.base_fom->value, 0.5);
    EXPECT_EQ(found.new_fom->value, 0.25);
}

TEST_F(Compare, OtherMachinesAndMissingRowsAreNoPairs) {
    const auto none = compare_files({row(1)}, {row(1, 0.02, "triad", "other")}, 0.05);
    EXPECT_EQ(exit_code_of(none), exit_usage);
    const auto part = compare_files({row(1), row(1, 0.02, "add")}, {row(1)}, 0.05);
    EXPECT_EQ(exit_code_of(part), exit_unclear);
}

TEST_F(Compare, BrokenAndScopedPairs) {
    record broken = row(1);
    broken.fom = {};
    broken.samples = {};
    broken.statistics = {};
    broken.outcome = status::invalid;
    const auto found = compare_files({row(1)}, {broken}, 0.05);
    EXPECT_EQ(found[0].found, verdict::broken);
    EXPECT_EQ(exit_code_of(found), exit_invalid);
    record device = row(1);
    device.timing_scope = "device";
    EXPECT_EQ(compare_files({row(1)}, {device}, 0.05)[0].found, verdict::unclear);
}

TEST_F(Compare, OutputEscapes) {
    comparison c;
    c.name = "a<b>&\"|\n";
    c.found = verdict::slower;
    EXPECT_NE(to_junit({c}).find("a&lt;b&gt;&amp;&quot;| "), std::string::npos);
    EXPECT_NE(to_junit({c}).find("failures=\"1\""), std::string::npos);
    EXPECT_NE(to_markdown({c}).find("\\|"), std::string::npos);
    EXPECT_EQ(json::parse(to_json_text({c}))["comparisons"][0]["verdict"], "slower");
}

TEST_F(Compare, RowsWithoutSamplesThatCountAreNotCompared) {
    record all_warm = row(1e-3), negative = row(1e-3);
    all_warm.warmups = 1000;
    for (double& s : *negative.samples) s = -1;
    for (const record& odd : {all_warm, negative}) {
        const auto new_side = compare_files({row(1e-3)}, {odd}, 0.05);
        EXPECT_EQ(new_side.at(0).found, verdict::broken);
        EXPECT_NE(new_side.at(0).note.find("no sample that counts"), std::string::npos) << new_side.at(0).note;
        EXPECT_EQ(compare_rounds({{odd}}, {{row(1e-3)}}, 0.05).at(0).found, verdict::unclear);
    }
}

}  // namespace ndweave::harness
