// What the timeline expects commands to take, from what groups of them took.
#include <gtest/gtest.h>

#include "runtime/trace/command_group.hpp"

namespace ndweave::detail {
namespace {

const std::string triad = "triad", dot = "dot";

command_group group_of(std::initializer_list<std::pair<const std::string*, int>> kernels) {
    command_group group;
    for (const auto& [name, count] : kernels) {
        for (int n = 0; n < count; ++n) group.add({activity::kernel, name, 0, 10, 20});
    }
    return group;
}

const command_kind kind_of_triad({activity::kernel, &triad, 0, 0, 0}), kind_of_dot({activity::kernel, &dot, 0, 0, 0});

TEST(CommandTimes, AreUnknownUntilAGroupOfThemHasEnded) {
    command_times times;
    EXPECT_TRUE(times.is_new(kind_of_triad));
    EXPECT_FALSE(times.is_new(kind_of_triad));
    EXPECT_EQ(times.expected(kind_of_triad), 0);
    times.learn(group_of({{&triad, 1}}), 400);
    EXPECT_EQ(times.expected(kind_of_triad), 400);
    EXPECT_EQ(times.expected(kind_of_dot), 0);
    EXPECT_EQ(times.expected(group_of({{&triad, 3}, {&dot, 2}})), 1200);
}

TEST(CommandTimes, OfAGroupAreScaledToWhatItTook) {
    command_times times;
    times.learn(group_of({{&triad, 1}}), 100);
    times.learn(group_of({{&dot, 1}}), 300);
    times.learn(group_of({{&triad, 2}, {&dot, 1}}), 1000);  // 500 expected
    EXPECT_DOUBLE_EQ(times.expected(kind_of_triad), 200);
    EXPECT_DOUBLE_EQ(times.expected(kind_of_dot), 600);
}

TEST(CommandTimes, OfKernelsThatAreNotKnownAreEqualParts) {
    command_times times;
    times.learn(group_of({{&triad, 3}, {&dot, 1}}), 800);
    EXPECT_DOUBLE_EQ(times.expected(kind_of_triad), 200);
    EXPECT_DOUBLE_EQ(times.expected(kind_of_dot), 200);
}

TEST(CommandTimes, TellCopiesOfOtherSizesApart) {
    const auto copy = [](std::uint64_t bytes) { return command_kind({activity::copy, nullptr, bytes, 0, 0}); };
    EXPECT_EQ(copy(4096), copy(8191));
    EXPECT_NE(copy(4096), copy(8192));
    EXPECT_NE(copy(0), copy(1));
}

TEST(CommandGroup, LastsFromItsFirstToItsLastSubmission) {
    command_group group;
    EXPECT_TRUE(group.empty());
    group.add({activity::kernel, &triad, 0, 5, 7});
    group.add({activity::kernel, &dot, 0, 8, 11});
    group.add({activity::kernel, &triad, 0, 12, 15});
    EXPECT_FALSE(group.empty());
    EXPECT_EQ(group.whole().begin, 5);
    EXPECT_EQ(group.whole().end, 15);
    ASSERT_EQ(group.parts().size(), 2u);
    EXPECT_EQ(group.parts()[0].count, 2);
    EXPECT_EQ(group.parts()[1].count, 1);
    EXPECT_EQ(group.name(), "triad (2), dot");
    EXPECT_FALSE(group.is_single());
    EXPECT_TRUE(group_of({{&dot, 1}}).is_single());
}

}  // namespace
}  // namespace ndweave::detail
