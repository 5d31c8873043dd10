#include "campaign.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <stdexcept>

#include "campaign_summary.hpp"

namespace ndweave::compiler::testing {

namespace {

/// Seed 3 crashes, 5 hangs, 7 leaves, 8 throws, 10 is refused; all others are right.
case_result misbehave(std::uint64_t seed) {
    if (seed == 3) ::raise(SIGKILL);
    if (seed == 5) ::pause();
    if (seed == 7) ::_exit(4);
    if (seed == 8) throw std::runtime_error("of\ntwo lines");
    if (seed == 10) return {seed, verdict::refused, "it asks for 100 things"};
    return {seed, verdict::right, {}};
}

campaign_options twelve(unsigned jobs) {
    campaign_options o;
    o.first_seed = 1;
    o.cases = 12;
    o.jobs = jobs;
    o.seconds_per_case = 1;
    return o;
}

class Campaign : public ::testing::TestWithParam<unsigned> {};

TEST_P(Campaign, GoesOnAfterCrashesAndHangs) {
    std::map<std::uint64_t, case_result> results;
    const campaign_work work{[] { return std::string("something"); }, misbehave};
    EXPECT_EQ(run_campaign(twelve(GetParam()), work, [&](const case_result& r) { results[r.seed] = r; }), "something");
    ASSERT_EQ(results.size(), 12u);
    for (const auto& [seed, r] : results) {
        const verdict expected = seed == 3 || seed == 7 ? verdict::crashed
                                 : seed == 5            ? verdict::hung
                                 : seed == 8            ? verdict::failed
                                 : seed == 10           ? verdict::refused
                                                        : verdict::right;
        EXPECT_EQ(r.what, expected) << seed << ": " << r.detail;
    }
    EXPECT_EQ(results[3].detail, "its process got Killed");
    EXPECT_EQ(results[7].detail, "its process left with 4");
    EXPECT_EQ(results[8].detail, "of two lines");
}

INSTANTIATE_TEST_SUITE_P(Jobs, Campaign, ::testing::Values(1u, 4u));

TEST(Campaign, EndsAtItsTime) {
    campaign_options o;
    o.cases = 1'000'000;
    o.minutes = 0.005;
    std::size_t cases = 0;
    const auto slow = [](std::uint64_t seed) {
        ::usleep(20'000);
        return case_result{seed, verdict::right, {}};
    };
    run_campaign(o, {[] { return std::string(); }, slow}, [&](const case_result&) { ++cases; });
    EXPECT_GT(cases, 0u);
    EXPECT_LT(cases, 100u);
}

TEST(Campaign, SaysWhyItCannotBegin) {
    const auto absent = []() -> std::string { throw std::runtime_error("no such device"); };
    try {
        run_campaign(twelve(2), {absent, misbehave}, [](const case_result&) {});
        FAIL();
    } catch (const std::runtime_error& e) {
        EXPECT_STREQ(e.what(), "no such device");
    }
}

TEST(CampaignSummary, CountsReasonsWithoutTheirNumbers) {
    const campaign_options options = twelve(1);
    campaign_summary summary(options);
    EXPECT_FALSE(summary.good());
    summary.add({1, verdict::right, {}});
    summary.add({2, verdict::refused, "a group of 64"});
    summary.add({3, verdict::refused, "a group of 128"});
    EXPECT_TRUE(summary.good());
    EXPECT_NE(summary.json("x").find("\"a group of #\": [2, 3]"), std::string::npos) << summary.json("x");
    summary.add({4, verdict::wrong, "says \"no\""});
    EXPECT_FALSE(summary.good());
    EXPECT_NE(summary.json("x").find(R"({"seed": 4, "verdict": "wrong", "detail": "says \"no\""})"), std::string::npos);
}

}  // namespace

}  // namespace ndweave::compiler::testing
