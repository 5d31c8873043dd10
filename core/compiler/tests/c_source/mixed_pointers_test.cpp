// OpenCL C for pointers to one of several kinds of memory.
#include <gtest/gtest.h>

#include "compiler/tests/c_source/group_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// `c ? in[i] : local[i]`, `(c ? local[i] : private[i]) = ..` and a pointer that goes through one of them, as LLVM
/// writes them.
constexpr const char* mixed = R"(
  %array = alloca [128 x i32]
  store i32 %l, ptr %place
  call void @__ndweave_barrier()
  %low = icmp ult i32 %l, 100
  %base = select i1 %low, ptr %in, ptr %m
  %at = getelementptr i32, ptr %base, i64 %wide
  %y = load i32, ptr %at
  %odd = trunc i32 %l to i1
  br i1 %odd, label %yes, label %no
yes:
  br label %write
no:
  %own = getelementptr i32, ptr %array, i64 %wide
  store i32 7, ptr %own
  br label %write
write:
  %slot = phi ptr [ %at, %yes ], [ %own, %no ]
  %old = load i32, ptr %slot
  %changed = select i1 %odd, ptr %place, ptr %array
  %sum = add i32 %old, %y
  store i32 %sum, ptr %changed
  %back = load i32, ptr %changed
  br label %iteration
iteration:
  %k = phi i32 [ 0, %write ], [ %next, %iteration ]
  %walk = phi ptr [ %base, %write ], [ %step, %iteration ]
  %all = phi i32 [ %back, %write ], [ %more, %iteration ]
  %same = load i32, ptr %walk
  %value = select i1 %low, i32 %same, i32 0
  %more = add i32 %all, %value
  %step = getelementptr i32, ptr %walk, i64 1
  %next = add i32 %k, 1
  %again = icmp ule i32 %next, %n
  br i1 %again, label %iteration, label %end
end:
  store i32 %more, ptr %to
  ret void
})";

TEST(MixedPointers, ReachTheMemoryThatWasChosen) {
    expect_results(mixed, [](std::uint32_t item, std::uint32_t n) {
        const std::uint32_t y = item < 100 ? 3 * item + 1 : item;
        std::uint32_t all = (item % 2 ? y : 7) + y;
        for (std::uint32_t k = 0; k <= n && item < 100; ++k) all += 3 * k + 1;
        return all;
    });
}

/// Pointers that are kept across a barrier: one of three kinds of memory, and in the second half of the kernel one of a
/// fourth, which may be kept where the first was.
constexpr const char* kept_mixed = R"(
  %array = alloca [128 x i32]
  %own = getelementptr i32, ptr %array, i64 %wide
  store i32 7, ptr %own
  store i32 %l, ptr %place
  %low = icmp ult i32 %x, 300
  %odd = trunc i32 %x to i1
  %shared = select i1 %low, ptr %from, ptr %place
  %p = select i1 %odd, ptr %shared, ptr %own
  call void @__ndweave_barrier()
  %y = load i32, ptr %p
  call void @__ndweave_barrier()
  store i32 %y, ptr %to
  %four = and i32 %y, 3
  %index = zext i32 %four to i64
  %entry = getelementptr i32, ptr @table, i64 %index
  %q = select i1 %odd, ptr %entry, ptr %from
  call void @__ndweave_barrier()
  %z = load i32, ptr %q
  %first = load i32, ptr %to
  %sum = add i32 %z, %first
  store i32 %sum, ptr %to
  ret void
}
@table = private constant [4 x i32] [i32 1000, i32 2000, i32 3000, i32 4000])";

TEST(MixedPointers, AreKeptAcrossBarriers) {
    expect_results(kept_mixed, [](std::uint32_t item, std::uint32_t) {
        const std::uint32_t x = 3 * item + 1, first = x % 2 == 0 ? 7 : x < 300 ? x : item;
        return first + (x % 2 == 0 ? x : 1000 * (1 + first % 4));
    });
}

/// Pointers to one of three kinds of memory, compared with ends of loops, with null and with each other.
constexpr const char* compared = R"(
  %array = alloca [128 x i32]
  store i32 %l, ptr %place
  store i32 7, ptr %array
  call void @__ndweave_barrier()
  %odd = trunc i32 %l to i1
  %high = icmp ugt i32 %l, 99
  %shared = select i1 %odd, ptr %from, ptr %place
  %begin = select i1 %high, ptr %array, ptr %shared
  %many = zext i32 %n to i64
  %last = getelementptr i32, ptr %begin, i64 %many
  br label %iteration
iteration:
  %walk = phi ptr [ %begin, %start ], [ %step, %iteration ]
  %k = phi i32 [ 0, %start ], [ %next, %iteration ]
  %step = getelementptr i32, ptr %walk, i64 1
  %next = add i32 %k, 1
  %again = icmp ule ptr %step, %last
  br i1 %again, label %iteration, label %end
end:
  %is.from = icmp eq ptr %begin, %from
  %is.not.place = icmp ne ptr %begin, %place
  %maybe = select i1 %odd, ptr null, ptr %begin
  %is.null = icmp eq ptr %maybe, null
  %is.begin = icmp eq ptr %maybe, %begin
  %a = ptrtoint ptr %last to i64
  %b = ptrtoint ptr %begin to i64
  %bytes = sub i64 %a, %b
  %distance = trunc i64 %bytes to i32
  %bit0 = zext i1 %is.from to i32
  %bit1 = select i1 %is.not.place, i32 2, i32 0
  %bit2 = select i1 %is.null, i32 4, i32 0
  %bit3 = select i1 %is.begin, i32 8, i32 0
  %s0 = add i32 %bit0, %bit1
  %s1 = add i32 %s0, %bit2
  %s2 = add i32 %s1, %bit3
  %far = mul i32 %distance, 100
  %long = mul i32 %next, 10000
  %s3 = add i32 %s2, %far
  %s4 = add i32 %s3, %long
  store i32 %s4, ptr %to
  ret void
})";

TEST(MixedPointers, AreComparedAndSubtracted) {
    expect_results(compared, [](std::uint32_t item, std::uint32_t n) {
        const bool odd = item % 2 == 1, high = item > 99;
        const std::uint32_t is_from = odd && !high, is_not_place = odd || high, is_null = odd, is_begin = !odd;
        return is_from + 2 * is_not_place + 4 * is_null + 8 * is_begin + 400 * n + 10000 * (n + 1);
    });
}

}  // namespace
}  // namespace ndweave::compiler::testing
