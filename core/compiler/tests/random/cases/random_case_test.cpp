#include "random_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "compiler/tests/random/interpreter/illegal_kernel.hpp"

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

TEST(RandomCase, HasSubGroupOperationsInSomeKernels) {
    unsigned with = 0;
    constexpr unsigned cases = 400;
    for (std::uint64_t seed = 0; seed < cases; ++seed) {
        const std::string text = random_case(seed).kernel().module;
        with += text.find("declare i32 @__ndweave_shuffle_u32") != std::string::npos;
    }
    EXPECT_GT(with, cases / 20);
    EXPECT_LT(with, cases / 3);
}

bool is_checked(const random_way& way) { return (way.options.flags & NDW_COMPILE_CHECK) != 0; }

/// The first seed from there on whose group is run in check mode.
std::uint64_t checked_seed(std::uint64_t seed) {
    const auto fits = [](const random_way& way) { return is_checked(way) && !way.options.basic; };
    while (std::ranges::none_of(random_case(seed).ways(), fits)) ++seed;
    return seed;
}

/// Stores what it loads from an address that `address` gives as %from, of the functor %f and the array %in.
kernel_text storing_kernel(const std::string& address) {
    return {R"(
declare i32 @__ndweave_local_id(i32)
declare i32 @__ndweave_local_range(i32)
declare i64 @__ndweave_group_id(i32)
define void @kernel(ptr %f) {
  %x = call i32 @__ndweave_local_id(i32 0)
  %y = call i32 @__ndweave_local_id(i32 1)
  %z = call i32 @__ndweave_local_id(i32 2)
  %nx = call i32 @__ndweave_local_range(i32 0)
  %ny = call i32 @__ndweave_local_range(i32 1)
  %nz = call i32 @__ndweave_local_range(i32 2)
  %group = call i64 @__ndweave_group_id(i32 0)
  %plane = mul i32 %z, %ny
  %row = add i32 %plane, %y
  %rows = mul i32 %row, %nx
  %item = add i32 %rows, %x
  %area = mul i32 %nx, %ny
  %items = mul i32 %area, %nz
  %g = trunc i64 %group to i32
  %before = mul i32 %g, %items
  %id = add i32 %before, %item
  %in = load ptr, ptr %f
)" + address +
            R"(
  %value = load i32, ptr %from
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %index = zext i32 %id to i64
  %to = getelementptr i32, ptr %out, i64 %index
  store i32 %value, ptr %to
  ret void
})"};
}

TEST(RandomCase, MayReadTheFunctorByAnAddressInCheckMode) {
    const std::string n = std::to_string(offsetof(random_functor, n));
    random_case one =
        random_case(checked_seed(1)).with(storing_kernel("  %captured = getelementptr i8, ptr %f, i64 " + n + R"(
  %bit = and i32 %item, 1
  %odd = icmp eq i32 %bit, 1
  %from = select i1 %odd, ptr %captured, ptr %in)"));
    one.interpret();
    one.interpret_elsewhere();
    EXPECT_NO_THROW(one.check(*std::ranges::find_if(one.ways(), is_checked)));
}

TEST(RandomCase, DoesNotDependOnAddresses) {
    random_case one = random_case(checked_seed(1)).with(storing_kernel("  %from = getelementptr i8, ptr %f, i64 0"));
    one.interpret();
    EXPECT_THROW(one.interpret_elsewhere(), illegal_kernel);
}

}  // namespace

}  // namespace ndweave::compiler::testing
