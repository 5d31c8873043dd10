// OpenCL C for devices that run the work-items of a group in loops: what PoCL makes wrong code of otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "compiler/tests/c_source_group_kernel.hpp"
#include "compiler/tests/c_source_run.hpp"

namespace ndweave::compiler::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::uint32_t items = group_items;

constexpr const char* wrapping_index = R"(
  store i32 %x, ptr %place
  call void @__ndweave_barrier()
  %sevenfold = mul i32 %l, 7
  %wrapped = and i32 %sevenfold, 127
  %index = zext i32 %wrapped to i64
  %other = getelementptr i32, ptr %m, i64 %index
  %y = load i32, ptr %other
  store i32 %y, ptr %to
  ret void
})";

TEST(item_loops, arrays_that_are_indexed_modulo_their_length_in_steps) {
    expect_results(wrapping_index, [](std::uint32_t item, std::uint32_t) { return 3 * (item * 7 % items) + 1; });
}

/// A loop of 128 iterations whose counter wraps around.
std::string wrapping_loop(const std::string& body) {
    return R"(
  br label %turn
turn:
  %k = phi i32 [ 0, %start ], [ %next, %turn ]
  %sum = phi i32 [ 0, %start ], [ %more, %turn ]
)" + body +
           R"(
  %product = mul i32 %value, %k
  %more = add i32 %sum, %product
  %next = add i32 %k, 1
  %last = icmp eq i32 %next, 128
  br i1 %last, label %summed, label %turn
summed:
  store i32 %more, ptr %to
  ret void
})";
}

TEST(item_loops, counters_of_loops_that_wrap_around) {
    std::uint32_t table = 0, counter = 0;
    for (std::uint32_t k = 0; k < 128; ++k) {
        table += k * (3 * (7 * k % 128) + 1);
        counter += k == 0 ? 0 : k * (7 * (k - 1) % 128 + 7);
    }
    expect_results(wrapping_loop(R"(
  %sevenfold = mul i32 %k, 7
  %wrapped = and i32 %sevenfold, 127
  %index = zext i32 %wrapped to i64
  %place.k = getelementptr i32, ptr %in, i64 %index
  %value = load i32, ptr %place.k)"),
                   [&](std::uint32_t, std::uint32_t) { return table; });
    expect_results(wrapping_loop(R"(
  %value = phi i32 [ 0, %start ], [ %wider, %turn ]
  %low = and i32 %value, 127
  %wider = add i32 %low, 7)"),
                   [&](std::uint32_t, std::uint32_t) { return counter; });
}

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

TEST(item_loops, nothing_is_done_again_behind_a_loop_that_is_skipped) {
    expect_results(
        skipped_loop,
        [](std::uint32_t item, std::uint32_t n) {
            if ((3 * item + 1) % 2 == 0) return 0u;
            return n == 0 ? 5u : 7 + n * item;
        },
        1);
}

/// Two loops of 128 iterations, whose counters of 64 bits wrap around in an index.
constexpr const char* two_wrapping_loops = R"(
  br label %one
one:
  %k = phi i64 [ 0, %start ], [ %k.next, %one ]
  %sum = phi i32 [ 0, %start ], [ %more, %one ]
  %k.seven = mul i64 %k, 7
  %k.wrapped = and i64 %k.seven, 63
  %k.place = getelementptr i32, ptr %in, i64 %k.wrapped
  %k.value = load i32, ptr %k.place
  %more = add i32 %sum, %k.value
  %k.next = add i64 %k, 1
  %k.last = icmp eq i64 %k.next, 128
  br i1 %k.last, label %between, label %one
between:
  br label %two
two:
  %m.k = phi i64 [ 0, %between ], [ %m.next, %two ]
  %m.sum = phi i32 [ %more, %between ], [ %m.more, %two ]
  %m.five = mul i64 %m.k, 5
  %m.wrapped = and i64 %m.five, 31
  %m.place = getelementptr i32, ptr %in, i64 %m.wrapped
  %m.value = load i32, ptr %m.place
  %m.more = sub i32 %m.sum, %m.value
  %m.next = add i64 %m.k, 1
  %m.last = icmp eq i64 %m.next, 128
  br i1 %m.last, label %summed, label %two
summed:
  store i32 %m.more, ptr %to
  ret void
})";

TEST(item_loops, counters_of_several_loops_that_wrap_around) {
    std::uint32_t sum = 0;
    for (std::uint32_t k = 0; k < 128; ++k) sum += 3 * (7 * k % 64) - 3 * (5 * k % 32);
    expect_results(two_wrapping_loops, [&](std::uint32_t, std::uint32_t) { return sum; });
}

/// Each work-item reverses its number's bits as often as it says, in an inner loop that is left out where n is 0.
constexpr const char* helper_in_a_loop = R"(
  call void @__ndweave_barrier()
  %all = icmp eq i32 %n, 0
  br i1 %all, label %done, label %outer
outer:
  %value.out = phi i32 [ %x, %start ], [ %reversed, %next ]
  %turns = and i32 %l, 3
  br label %inner
inner:
  %value = phi i32 [ %value.out, %outer ], [ %reversed, %inner ]
  %k = phi i32 [ 0, %outer ], [ %k.next, %inner ]
  %reversed = call i32 @llvm.bitreverse.i32(i32 %value)
  %k.next = add i32 %k, 1
  %again = icmp ult i32 %k, %turns
  br i1 %again, label %inner, label %next
next:
  %endless = icmp ugt i32 %n, 19
  br i1 %endless, label %outer, label %done
done:
  %result = phi i32 [ %x, %start ], [ %reversed, %next ]
  store i32 %result, ptr %to
  ret void
}
declare i32 @llvm.bitreverse.i32(i32)
)";

std::uint32_t reversed(std::uint32_t value) {
    std::uint32_t made = 0;
    for (unsigned bit = 0; bit < 32; ++bit) made |= (value >> bit & 1u) << (31 - bit);
    return made;
}

TEST(item_loops, functions_of_integers_in_loops) {
    expect_results(helper_in_a_loop, [](std::uint32_t item, std::uint32_t n) {
        const std::uint32_t x = 3 * item + 1;
        return n == 0 || item % 2 == 1 ? x : reversed(x);
    });
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

TEST(item_loops, branches_in_both_arms_may_end_at_a_barrier) {
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

TEST(item_loops, barriers_in_cases_of_a_switch) {
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

TEST(item_loops, conditional_barriers_in_loops) {
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

/// So many bytes of the functor's array to each work-item's place in another one, behind a barrier.
std::string copy_of(std::uint64_t bytes) {
    return group_kernel_text(std::string("  call void @__ndweave_barrier()\n") +
                             "  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %place, ptr align 4 %in, i64 " +
                             std::to_string(bytes) + ", i1 false)\n  ret void\n}\n");
}

TEST(item_loops, are_parallel_loops_of_one_work_item_of_the_device) {
    const auto text = [](const std::string& kernel, std::uint32_t flags) {
        ndw_compile_request request = group_request();
        request.variant.flags = flags;
        return emit(kernel, c_dialect::opencl_c, request).text;
    };
    const std::string processor = text(copy_of(64), NDW_COMPILE_ITEMS_IN_LOOPS);
    EXPECT_THAT(processor, HasSubstr("reqd_work_group_size(1, 1, 1)"));
    EXPECT_THAT(processor, HasSubstr("#pragma clang loop vectorize(assume_safety) unroll(disable)\n    for (;;)"));
    EXPECT_THAT(processor, Not(HasSubstr(" barrier(")));
    EXPECT_THAT(processor, Not(HasSubstr("get_local_id")));
    EXPECT_THAT(processor, Not(HasSubstr("for (u64 k")));  // a short copy is no loop in the loop
    EXPECT_THAT(text(copy_of(68), NDW_COMPILE_ITEMS_IN_LOOPS), HasSubstr("for (u64 k = 0; k < 68ul; k += 4)"));
    const std::string other = text(copy_of(64), 0);
    EXPECT_THAT(other, HasSubstr("reqd_work_group_size(128, 1, 1)"));
    EXPECT_THAT(other, HasSubstr(" barrier("));
    EXPECT_THAT(other, Not(HasSubstr("assume_safety")));
}

TEST(item_loops, the_launch_is_told_of_groups_of_one_work_item) {
    const auto is_told = [](std::uint32_t kind, std::uint32_t flags) {
        ndw_compile_request request = group_request();
        request.variant.kind = kind;
        request.variant.flags = flags;
        return emit(copy_of(64), c_dialect::opencl_c, request).items_in_loops;
    };
    EXPECT_TRUE(is_told(2, NDW_COMPILE_ITEMS_IN_LOOPS));
    EXPECT_FALSE(is_told(2, 0));
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

TEST(item_loops, keep_pointers_into_local_memory) {
    expect_results(kept_pointer, [](std::uint32_t item, std::uint32_t n) {
        const std::uint32_t x = 3 * item + 1;
        return n > 0 && x % 2 == 1 ? 3 * (items - 1 - item) + 1 : x;
    });
}

constexpr const char* failed_assertion = R"(
  store i32 7, ptr %to
  %odd = trunc i32 %l to i1
  br i1 %odd, label %failed, label %end
failed:
  call void @llvm.trap()
  unreachable
end:
  store i32 %x, ptr %to
  ret void
}
declare void @llvm.trap()
)";

TEST(item_loops, a_failed_assertion_ends_its_work_item_only) {
    expect_results(failed_assertion,
                   [](std::uint32_t item, std::uint32_t) { return item % 2 == 1 ? 7u : 3 * item + 1; });
}

}  // namespace
}  // namespace ndweave::compiler::testing
