// What a campaign stands on: processes that may crash or hang, and kernels that are made small.
#include "judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "compiler/tests/random/interpreter/illegal_kernel.hpp"
#include "compiler/tests/random/shrinking/kernel_shrinker.hpp"

namespace ndweave::compiler::testing {

namespace {

using std::chrono::seconds;

verdict verdict_of(const std::function<void()>& check) { return judge_in_child(1, check, seconds(20)).what; }

TEST(Judge, TellsWhatBecameOfACase) {
    EXPECT_EQ(verdict_of([] {}), verdict::right);
    EXPECT_EQ(verdict_of([] { throw wrong_result("wrong"); }), verdict::wrong);
    EXPECT_EQ(verdict_of([] { throw std::runtime_error("refused"); }), verdict::failed);
    EXPECT_EQ(verdict_of([] { throw illegal_kernel("illegal"); }), verdict::failed);
    EXPECT_EQ(verdict_of([] { std::raise(SIGKILL); }), verdict::crashed);
    EXPECT_EQ(verdict_of([] { _Exit(3); }), verdict::crashed);
    EXPECT_EQ(judge_in_child(1, [] { std::this_thread::sleep_for(seconds(60)); }, seconds(1)).what, verdict::hung);
}

TEST(Judge, HasTheMessage) {
    EXPECT_EQ(judge_in_child(1, [] { throw wrong_result("by\none"); }, seconds(20)).detail, "by one");
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

TEST(Shrinker, DropsSourceLines) {
    const auto has_lines = [](const std::string& module) { return module.find(", !dbg ") != std::string::npos; };
    std::uint64_t seed = 1;
    while (!has_lines(random_case(seed).kernel().module)) ++seed;
    const auto fails_always = [](const std::string&) { return true; };
    EXPECT_FALSE(has_lines(shrink(random_case(seed).kernel().module, fails_always, seconds(60))));
}

TEST(Shrinker, LeavesWhatCannotBeLess) {
    const std::string whole = random_case(7).kernel().module;
    EXPECT_EQ(shrink(whole, [&](const std::string& module) { return module == whole; }, seconds(20)), whole);
}

}  // namespace

}  // namespace ndweave::compiler::testing
