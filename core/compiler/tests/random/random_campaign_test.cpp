// What a campaign stands on: processes that may crash or hang, and kernels that are made small.
#include "random_campaign.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "illegal_kernel.hpp"
#include "kernel_shrinker.hpp"

namespace ndweave::compiler::testing {

namespace {

using std::chrono::seconds;

outcome outcome_of(const std::function<void()>& check) { return judge_in_child(check, seconds(20)).what; }

TEST(Verdict, TellsWhatBecameOfACase) {
    EXPECT_EQ(outcome_of([] {}), outcome::right);
    EXPECT_EQ(outcome_of([] { throw wrong_result("wrong"); }), outcome::wrong);
    EXPECT_EQ(outcome_of([] { throw std::runtime_error("refused"); }), outcome::refused);
    EXPECT_EQ(outcome_of([] { throw illegal_kernel("illegal"); }), outcome::illegal);
    EXPECT_EQ(outcome_of([] { std::raise(SIGKILL); }), outcome::crashed);
    EXPECT_EQ(outcome_of([] { _Exit(3); }), outcome::crashed);
    EXPECT_EQ(judge_in_child([] { std::this_thread::sleep_for(seconds(60)); }, seconds(1)).what, outcome::timed_out);
}

TEST(Verdict, HasTheMessage) {
    EXPECT_EQ(judge_in_child([] { throw wrong_result("by one"); }, seconds(20)).message, "by one");
}

TEST(Shrinker, KeepsWhatMattersAndNothingElse) {
    const std::string whole = random_case(7).kernel().module;
    // Stands for a fault that needs one addition and the store of its result.
    const auto still_fails = [](const std::string& module) {
        return module.find(" add i32") != std::string::npos && module.find("store i32 %") != std::string::npos;
    };
    ASSERT_TRUE(still_fails(whole));
    const std::string small = shrink(whole, still_fails, seconds(60));
    EXPECT_TRUE(still_fails(small));
    EXPECT_LT(std::ranges::count(small, '\n'), 25) << small;
}

TEST(Shrinker, LeavesWhatCannotBeLess) {
    const std::string whole = random_case(7).kernel().module;
    EXPECT_EQ(shrink(whole, [&](const std::string& module) { return module == whole; }, seconds(20)), whole);
}

TEST(RandomCampaign, RunsItsCasesAndCountsThem) {
    const auto out = std::filesystem::path(::testing::TempDir()) / ("campaign-" + std::to_string(getpid()));
    std::filesystem::create_directories(out);
    random_campaign({.time = seconds(60), .first_seed = 20'261'121, .cases = 5, .jobs = 2, .out = out}).run();
    std::ifstream file(out / "summary.json");
    const std::string summary(std::istreambuf_iterator<char>(file), {});
    EXPECT_NE(summary.find("\"cases\": 5"), std::string::npos) << summary;
    EXPECT_NE(summary.find("\"right\": 5"), std::string::npos) << summary;
    EXPECT_NE(summary.find("\"last_seed\": \"20261125\""), std::string::npos) << summary;
    std::filesystem::remove_all(out);
}

}  // namespace

}  // namespace ndweave::compiler::testing
