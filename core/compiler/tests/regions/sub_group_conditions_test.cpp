// Sub-group operations under conditions: whether the whole sub-group agrees, which the compiler sees or does not, or a
// part of it comes alone, which the specification leaves undefined and yet ends.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// `if (n > 3) { if (in[i] & 1) to_odd(); else to_even(); k = 3 * n; } else k = n; if (k > 5) out[i] = in[i ^ 1];`,
/// where both ifs end in one block, as after LLVM's clean-up. `WHAT` is `k`, or what differs between work-items.
constexpr const char* nested_ifs = R"(
declare i32 @__ndweave_shuffle_u32(i32, i32) convergent
define void @kernel(ptr %f) {
  %i = call i32 @__ndweave_local_id(i32 0)
  %in = load ptr, ptr %f
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %np = getelementptr i8, ptr %f, i64 16
  %n = load i32, ptr %np
  %from = getelementptr i32, ptr %in, i32 %i
  %x = load i32, ptr %from
  %to = getelementptr i32, ptr %out, i32 %i
  %triple = mul i32 %n, 3
  %large = icmp ugt i32 %n, 3
  br i1 %large, label %inner, label %join
inner:
  %bit = and i32 %x, 1
  %is.odd = icmp ne i32 %bit, 0
  br i1 %is.odd, label %odd, label %even
odd:
  store i32 1, ptr %to
  br label %join
even:
  store i32 2, ptr %to
  br label %join
join:
  %k = phi i32 [ %triple, %odd ], [ %triple, %even ], [ %n, %0 ]
  %mixed = phi i32 [ 7, %odd ], [ 4, %even ], [ %n, %0 ]
  %all = icmp ugt i32 %WHAT, 5
  br i1 %all, label %together, label %end
together:
  %lane = and i32 %i, 7
  %other = xor i32 %lane, 1
  %theirs = call i32 @__ndweave_shuffle_u32(i32 %x, i32 %other)
  store i32 %theirs, ptr %to
  br label %end
end:
  ret void
})";

ir_kernel kernel_on(const std::string& what) {
    std::string text = nested_ifs;
    text.replace(text.find("WHAT"), 4, what);
    return ir_kernel(text);
}

void in_groups(ir_kernel& kernel) {
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = 64;
    kernel.request.variant.sub_group_size = 8;
}

TEST(SubGroupConditions, ThatDoNotDependOnInnerBranchesAreTheGroups) {
    ir_kernel kernel = kernel_on("k");
    in_groups(kernel);
    const host_kernel compiled(kernel);
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (const std::uint32_t n : {0u, 3u, 4u, 5u, 6u, 100u}) {
        std::vector<std::uint32_t> in(64), out(64, 0);
        for (auto& each : in) each = random();
        const struct {
            const void *in, *out;
            std::uint64_t n;
        } captures{in.data(), out.data(), n};
        compiled.run(&captures, {64, 1, 1});
        const std::uint32_t k = n > 3 ? 3 * n : n;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t before = n > 3 ? 2 - in[i] % 2 : 0;
            EXPECT_EQ(out[i], k > 5 ? in[i ^ 1] : before) << i << " n " << n;
        }
    }
}

/// Work-items that do not come to the operation do what they do alone; what the others get of those is any value.
TEST(SubGroupConditions, ThatDifferBetweenWorkItems) {
    const unsigned seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    for (const char* what : {"mixed", "x", "i"}) {
        ir_kernel kernel = kernel_on(what);
        in_groups(kernel);
        const host_kernel compiled(kernel);
        for (const std::uint32_t n : {0u, 4u, 6u}) {
            std::vector<std::uint32_t> in(64), out(64, 0);
            for (auto& each : in) each = random() % 12;
            const struct {
                const void *in, *out;
                std::uint64_t n;
            } captures{in.data(), out.data(), n};
            compiled.run(&captures, {64, 1, 1});
            const auto comes = [&](std::size_t i) {
                const std::uint32_t mixed = n > 3 ? in[i] % 2 ? 7 : 4 : n;
                return (*what == 'm' ? mixed : *what == 'x' ? in[i] : i) > 5;
            };
            for (std::size_t i = 0; i < 64; ++i) {
                const std::uint32_t before = n > 3 ? 2 - in[i] % 2 : 0;
                if (!comes(i)) EXPECT_EQ(out[i], before) << what << " " << i << " n " << n;
                if (comes(i) && comes(i ^ 1)) EXPECT_EQ(out[i], in[i ^ 1]) << what << " " << i << " n " << n;
            }
        }
    }
}

/// do { out[i] = k; sum += *mode; } while (++k < in[i]); if (*mode > 1) sum = select_from_group(sum, 0); out[i] = sum;
/// as value numbering leaves it: *mode is read in the loop only.
constexpr const char* condition_from_a_loop = R"(
declare i32 @__ndweave_shuffle_u32(i32, i32) convergent
define void @kernel(ptr %f) {
entry:
  %i = call i32 @__ndweave_local_id(i32 0)
  %in = load ptr, ptr %f
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  %modep = getelementptr i8, ptr %f, i64 16
  %mode = load ptr, ptr %modep
  %from = getelementptr i32, ptr %in, i32 %i
  %trips = load i32, ptr %from
  %to = getelementptr i32, ptr %out, i32 %i
  br label %iteration
iteration:
  %k = phi i32 [ 0, %entry ], [ %n, %iteration ]
  %sum = phi i32 [ 0, %entry ], [ %add, %iteration ]
  store i32 %k, ptr %to
  %m = load i32, ptr %mode
  %add = add i32 %sum, %m
  %n = add i32 %k, 1
  %more = icmp ult i32 %n, %trips
  br i1 %more, label %iteration, label %left
left:
  %all = icmp sgt i32 %m, 1
  br i1 %all, label %together, label %end
together:
  %first = call i32 @__ndweave_shuffle_u32(i32 %add, i32 0)
  br label %end
end:
  %r = phi i32 [ %add, %left ], [ %first, %together ]
  store i32 %r, ptr %to
  ret void
})";

TEST(SubGroupConditions, ThatWereReadInALoopOfUnequalTripCountsAreTheGroups) {
    ir_kernel kernel(condition_from_a_loop);
    in_groups(kernel);
    const host_kernel compiled(kernel);
    for (const std::uint32_t mode : {1u, 2u}) {
        std::vector<std::uint32_t> trips(64), out(64);
        for (std::size_t i = 0; i < 64; ++i) trips[i] = static_cast<std::uint32_t>(i * 7 % 5 + 1);
        const void* const captures[] = {trips.data(), out.data(), &mode};
        compiled.run(captures, {64, 1, 1});
        for (std::size_t i = 0; i < 64; ++i)
            EXPECT_EQ(out[i], mode * trips[mode > 1 ? i / 8 * 8 : i]) << i << " mode " << mode;
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
