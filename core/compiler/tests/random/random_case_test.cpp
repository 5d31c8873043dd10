#include "random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace ndweave::compiler::testing {

namespace {

bool is_by_steps(const random_way& way) { return way.what == random_way::code::each_step; }

/// The first seed from there on of which each step is looked at.
std::uint64_t seed_by_steps(std::uint64_t seed) {
    while (std::ranges::none_of(random_case(seed).ways(), is_by_steps)) ++seed;
    return seed;
}

TEST(RandomCase, LooksAtEachStepOfSomeSmallGroups) {
    unsigned cases = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const random_case one(seed);
        cases += static_cast<unsigned>(std::ranges::count_if(one.ways(), is_by_steps));
    }
    EXPECT_GT(cases, 4u);
    EXPECT_LT(cases, 40u);
}

TEST(RandomCase, IsWrongWhereAClaimOfAStepDoesNotHold) {
    const random_case whole(seed_by_steps(1));
    const std::string n = std::to_string(offsetof(random_functor, n));
    const random_case lying =
        whole.with({"define void @kernel(ptr %f) {\n  %at = getelementptr i8, ptr %f, i64 " + n + R"(
  %n = load i32, ptr %at, !range !0
  %c = icmp eq i32 %n, 150
  br i1 %c, label %end, label %end
end:
  ret void
}
!0 = !{i32 100, i32 200}
)"});
    const random_way way = *std::ranges::find_if(lying.ways(), is_by_steps);
    try {
        lying.check(way);
        FAIL() << "a range that does not hold is not seen";
    } catch (const wrong_result& wrong) {
        EXPECT_NE(std::string(wrong.what()).find("after step normalise-host-flags: poison"), std::string::npos)
            << wrong.what();
    }
}

}  // namespace

}  // namespace ndweave::compiler::testing
