// OpenCL C for devices that run the work-items of a group in loops: its text, and what PoCL makes wrong code of
// otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "compiler/tests/c_source/group_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Each work-item reverses its number's bits as often as it says, in an inner loop that is left out where n is 0.
constexpr const char* helper_in_a_loop = R"(
  call void @__ndweave_barrier()
  %all = icmp eq i32 %n, 0
  br i1 %all, label %done, label %outer
outer:
  %value.out = phi i32 [ %x, %start ], [ %reversed, %next ]
  %iterations = and i32 %l, 3
  br label %inner
inner:
  %value = phi i32 [ %value.out, %outer ], [ %reversed, %inner ]
  %k = phi i32 [ 0, %outer ], [ %k.next, %inner ]
  %reversed = call i32 @llvm.bitreverse.i32(i32 %value)
  %k.next = add i32 %k, 1
  %again = icmp ult i32 %k, %iterations
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

TEST(ItemLoops, MayCallFunctionsOfIntegers) {
    expect_results(helper_in_a_loop, [](std::uint32_t item, std::uint32_t n) {
        const std::uint32_t x = 3 * item + 1;
        return n == 0 || item % 2 == 1 ? x : reversed(x);
    });
}

/// So many bytes of the functor's array to each work-item's place in another one, behind a barrier.
std::string copy_of(std::uint64_t bytes) {
    return group_kernel_text(std::string("  call void @__ndweave_barrier()\n") +
                             "  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %place, ptr align 4 %in, i64 " +
                             std::to_string(bytes) + ", i1 false)\n  ret void\n}\n");
}

TEST(ItemLoops, AreParallelLoopsOfOneWorkItemOfTheDevice) {
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

TEST(ItemLoops, TheLaunchIsToldOfGroupsOfOneWorkItem) {
    const auto is_told = [](std::uint32_t kind, std::uint32_t flags) {
        ndw_compile_request request = group_request();
        request.variant.kind = kind;
        request.variant.flags = flags;
        return emit(copy_of(64), c_dialect::opencl_c, request).items_in_loops;
    };
    EXPECT_TRUE(is_told(2, NDW_COMPILE_ITEMS_IN_LOOPS));
    EXPECT_FALSE(is_told(2, 0));
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

TEST(ItemLoops, AFailedAssertionEndsItsWorkItemOnly) {
    expect_results(failed_assertion,
                   [](std::uint32_t item, std::uint32_t) { return item % 2 == 1 ? 7u : 3 * item + 1; });
}

/// Work-items with an even number, of which the first is none, read where a quotient says that all of them share.
constexpr const char* guarded_division = R"(
  store i32 %l, ptr %to
  %odd = trunc i32 %x to i1
  br i1 %odd, label %end, label %read
read:
  %by = or i32 %n, 1
  %all = add i32 %n, 100
  %quotient = sdiv i32 %all, %by
  %low = and i32 %quotient, 127
  %index = zext i32 %low to i64
  %shared = getelementptr i32, ptr %in, i64 %index
  %y = load i32, ptr %shared
  br label %end
end:
  %result = phi i32 [ 5, %start ], [ %y, %read ]
  store i32 %result, ptr %to
  ret void
})";

TEST(ItemLoops, DivisionsUnderAGuardAreDoneForAllWorkItems) {
    expect_results(guarded_division, [](std::uint32_t item, std::uint32_t n) {
        return (3 * item + 1) % 2 == 1 ? 5 : 3 * ((n + 100) / (n | 1u)) + 1;
    });
    const std::string text = emit(group_kernel_text(guarded_division), c_dialect::opencl_c, group_request()).text;
    EXPECT_LT(text.find(" / "), text.find("for (;;)")) << text;
}

}  // namespace
}  // namespace ndweave::compiler::testing
