// OpenCL C for devices that run the work-items of a group in loops: barriers, and what is kept across them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "compiler/tests/c_source/group_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr std::uint32_t items = group_items;

/// Work-items with an odd number add the sum of n numbers, which all of them know, to a counter of their own; then all
/// wait.
constexpr const char* skipped_loop = R"(
  %words = alloca [4 x i32]
  store i32 %l, ptr %words
  %word1 = getelementptr i32, ptr %words, i64 1
  store i32 %l, ptr %word1
  %word2 = getelementptr i32, ptr %words, i64 2
  store i32 %l, ptr %word2
  store i32 0, ptr %place
  %none = icmp eq i32 %n, 0
  br i1 %none, label %summed, label %turn
turn:
  %i = phi i32 [ 0, %start ], [ %next, %turn ]
  %sum = phi i32 [ 7, %start ], [ %more, %turn ]
  %k = zext i32 %i to i64
  %word = getelementptr i32, ptr %words, i64 %k
  %number = load i32, ptr %word
  %more = add i32 %sum, %number
  store i32 %more, ptr %word
  %next = add i32 %i, 1
  %left = icmp eq i32 %next, %n
  br i1 %left, label %summed, label %turn
summed:
  %s = phi i32 [ 5, %start ], [ %more, %turn ]
  %bit = and i32 %x, 1
  %odd = icmp eq i32 %bit, 1
  br i1 %odd, label %count, label %wait
count:
  %old = atomicrmw add ptr %place, i32 %s monotonic
  br label %wait
wait:
  call void @__ndweave_barrier()
  %counted = load i32, ptr %place
  store i32 %counted, ptr %to
  ret void
})";

TEST(ItemLoopBarriers, NothingIsDoneAgainBehindALoopThatIsSkipped) {
    expect_results(
        skipped_loop,
        [](std::uint32_t item, std::uint32_t n) {
            if ((3 * item + 1) % 2 == 0) return 0u;
            return n == 0 ? 5u : 7 + n * item;
        },
        1);
}

/// Branches in both arms of a branch, all of which end at a barrier.
constexpr const char* branches_in_both_arms = R"(
  store i32 %x, ptr %place
  %bit = and i32 %x, 1
  %odd = icmp eq i32 %bit, 1
  br i1 %odd, label %a, label %b
a:
  %large = icmp ugt i32 %x, 100
  br i1 %large, label %a.more, label %wait
a.more:
  store i32 7, ptr %place
  br label %wait
b:
  %small = icmp ult i32 %x, 50
  br i1 %small, label %b.more, label %wait
b.more:
  store i32 9, ptr %place
  br label %wait
wait:
  call void @__ndweave_barrier()
  %rest = sub i64 127, %wide
  %mirror = getelementptr i32, ptr %m, i64 %rest
  %y = load i32, ptr %mirror
  store i32 %y, ptr %to
  ret void
})";

TEST(ItemLoopBarriers, MayEndBranchesInBothArms) {
    expect_results(branches_in_both_arms, [](std::uint32_t item, std::uint32_t) {
        const std::uint32_t x = 3 * (127 - item) + 1;
        if (x % 2) return x > 100 ? 7 : x;
        return x < 50 ? 9 : x;
    });
}

/// A uniform switch with a barrier in two of its cases, a loop of unequal trips in one, whose last block is another's.
constexpr const char* cases = R"(
  %last = getelementptr i32, ptr %m, i64 127
  %rest = sub i64 127, %wide
  %mirror = getelementptr i32, ptr %m, i64 %rest
  switch i32 %n, label %join [ i32 1, label %one
                               i32 2, label %two ]
one:
  store i32 %x, ptr %place
  call void @__ndweave_barrier()
  %y = load i32, ptr %mirror
  call void @__ndweave_barrier()
  store i32 %y, ptr %place
  call void @__ndweave_barrier()
  %z = load i32, ptr %last
  %small = icmp ult i32 %l, 50
  br i1 %small, label %turn, label %join
turn:
  %i = phi i32 [ 0, %one ], [ %next, %turn ]
  %sum = phi i32 [ %z, %one ], [ %more, %turn ]
  %more = add i32 %sum, %y
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %l
  br i1 %again, label %turn, label %two.end
two:
  store i32 %l, ptr %place
  call void @__ndweave_barrier()
  %w = load i32, ptr %mirror
  br label %two.end
two.end:
  %v = phi i32 [ %w, %two ], [ %more, %turn ]
  %u = xor i32 %v, 5
  br label %join
join:
  %result = phi i32 [ %x, %start ], [ %z, %one ], [ %u, %two.end ]
  store i32 %result, ptr %to
  ret void
})";

TEST(ItemLoopBarriers, MayStandInCasesOfASwitch) {
    expect_results(cases, [](std::uint32_t item, std::uint32_t n) {
        if (n == 1) {
            const std::uint32_t y = 3 * (items - 1 - item) + 1;
            return item < 50 ? (1 + y * std::max(item, 1u)) ^ 5u : 1u;
        }
        return n == 2 ? (items - 1 - item) ^ 5u : 3 * item + 1;
    });
}

/// `while (k < n * 128) { barrier; if (k is one) { barrier }; .. }`: private arrays and values outlive the barriers.
constexpr const char* nested = R"(
  %array = alloca [4 x i32]
  store i32 %l, ptr %array
  br label %test
test:
  %k = phi i32 [ 0, %start ], [ %k.next, %end ]
  %sum = phi i32 [ %x, %start ], [ %sum.next, %end ]
  %more = icmp ult i32 %k, %n
  br i1 %more, label %body, label %leave
body:
  store i32 %sum, ptr %place
  call void @__ndweave_barrier()
  %rest = sub i64 127, %wide
  %mirror = getelementptr i32, ptr %m, i64 %rest
  %y = load i32, ptr %mirror
  call void @__ndweave_barrier()
  %kept = load i32, ptr %array
  %one = icmp eq i32 %k, 1
  br i1 %one, label %again, label %end
again:
  store i32 %y, ptr %place
  call void @__ndweave_barrier()
  %z = load i32, ptr %mirror
  call void @__ndweave_barrier()
  br label %end
end:
  %t = phi i32 [ %y, %body ], [ %z, %again ]
  %sum.next = add i32 %t, %kept
  %k.next = add i32 %k, 1
  br label %test
leave:
  store i32 %sum, ptr %to
  ret void
})";

TEST(ItemLoopBarriers, MayBeConditionalInLoops) {
    expect_results(nested, [](std::uint32_t item, std::uint32_t n) {
        const std::uint32_t mirror = items - 1 - item;
        std::uint32_t here = 3 * item + 1, there = 3 * mirror + 1;  // of this item and of the one that it reads
        for (std::uint32_t k = 0; k < n; ++k) {
            if (k != 1) std::swap(here, there);
            here += item;
            there += mirror;
        }
        return here;
    });
}

/// A work-item's pointer into local memory, of which there are two to choose from, is kept across barriers.
constexpr const char* kept_pointer = R"(
  store i32 %x, ptr %place
  %odd = trunc i32 %x to i1
  %rest = sub i64 127, %wide
  %mirror = getelementptr i32, ptr %m, i64 %rest
  br label %turn
turn:
  %p = phi ptr [ %place, %start ], [ %q, %turn ]
  %k = phi i32 [ 0, %start ], [ %next, %turn ]
  call void @__ndweave_barrier()
  %y = load i32, ptr %p
  call void @__ndweave_barrier()
  %q = select i1 %odd, ptr %mirror, ptr %p
  %next = add i32 %k, 1
  %again = icmp ule i32 %next, %n
  br i1 %again, label %turn, label %end
end:
  store i32 %y, ptr %to
  ret void
})";

TEST(ItemLoopBarriers, KeepPointersIntoLocalMemory) {
    expect_results(kept_pointer, [](std::uint32_t item, std::uint32_t n) {
        const std::uint32_t x = 3 * item + 1;
        return n > 0 && x % 2 == 1 ? 3 * (items - 1 - item) + 1 : x;
    });
}

}  // namespace
}  // namespace ndweave::compiler::testing
