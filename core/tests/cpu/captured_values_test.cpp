// Which captures are taken to stay, and which code serves a functor.
#include "runtime/kernel/captures/captured_values.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace ndweave::detail {
namespace {

struct functor {
    std::int32_t count;
    std::uint8_t flag;
    std::uint8_t padding[3];
    double limit;
};

constexpr std::array<ndw_functor_bytes, 3> watched{{{0, 4}, {4, 1}, {8, 8}}};
constexpr std::uint32_t launches = 4;

std::unique_ptr<const constant_code> code_for_captures(std::vector<captured_value> values) {
    auto code = std::make_unique<constant_code>();
    code->values = std::move(values);
    return code;
}

TEST(CapturedValues, StayOnceTheyWereTheSameInSomeLaunches) {
    captured_values values(watched, 0);
    for (int launch = 1; launch < 4; ++launch) {
        const functor f{5, 1, {static_cast<std::uint8_t>(launch)}, 0.5 * launch};
        EXPECT_TRUE(values.look(&f, launches).empty());
    }
    const functor f{5, 1, {}, 9};
    const auto found = values.look(&f, launches);
    ASSERT_EQ(found.size(), 2u);  // not the limit, which was another one each time
    EXPECT_EQ(found[0].at.offset, 0u);
    EXPECT_EQ(found[0].value, 5u);
    EXPECT_EQ(found[1].at.offset, 4u);
    EXPECT_EQ(found[1].value, 1u);
    EXPECT_FALSE(values.count(1)) << "code is made";
    EXPECT_TRUE(values.look(&f, launches).empty()) << "of a launch at the same time";
}

TEST(CapturedValues, AreLookedAtWhereTheyAreWorthIt) {
    captured_values values(watched, 100);
    for (int launch = 1; launch < 10; ++launch) EXPECT_FALSE(values.count(10));
    EXPECT_TRUE(values.count(10));
    EXPECT_TRUE(values.count(10));
}

TEST(CapturedValues, AreLeftAloneForAWhileIfTheyChange) {
    captured_values values(watched, 100);
    EXPECT_TRUE(values.count(100));
    int looks = 0;
    for (; values.count(0); ++looks) {
        const functor f{looks, static_cast<std::uint8_t>(looks), {}, 0.5 * looks};
        EXPECT_TRUE(values.look(&f, launches).empty());
        ASSERT_LT(looks, 100);
    }
    EXPECT_GT(looks, static_cast<int>(launches));
    EXPECT_FALSE(values.count(99));
    EXPECT_TRUE(values.count(1));
}

TEST(CapturedValues, FindTheCodeOfAFunctor) {
    captured_values values(watched, 0);
    functor f{5, 1, {}, 0.0};
    EXPECT_EQ(values.find(&f), nullptr);
    const double minus_zero = -0.0;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &minus_zero, sizeof bits);
    values.add(code_for_captures({{{0, 4}, 5}, {{8, 8}, bits}}));
    values.add(code_for_captures({{{4, 1}, 7}}));
    EXPECT_EQ(values.find(&f), nullptr);
    f.limit = minus_zero;
    ASSERT_NE(values.find(&f), nullptr);
    EXPECT_EQ(values.find(&f)->text(), "4 bytes at 0: 5, 8 bytes at 8: 9223372036854775808");
    f.flag = 7;
    EXPECT_EQ(values.find(&f)->values.size(), 2u);
    f.count = 6;
    ASSERT_NE(values.find(&f), nullptr);
    EXPECT_EQ(values.find(&f)->text(), "1 byte at 4: 7");
    EXPECT_FALSE(values.count(1)) << "there are two";
    values.add(code_for_captures({{{0, 4}, 6}}));  // in the child of a fork
    EXPECT_EQ(values.find(&f)->text(), "1 byte at 4: 7");
}

TEST(CapturedValues, AreWatchedNoMoreWhereNoCodeCanBeMade) {
    captured_values values(watched, 0);
    const functor f{5, 1, {}, 0.5};
    EXPECT_TRUE(values.count(1));
    EXPECT_EQ(values.look(&f, 1).size(), 3u);
    values.add(nullptr);
    EXPECT_FALSE(values.count(1));
}

}  // namespace
}  // namespace ndweave::detail
