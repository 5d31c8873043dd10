// A kernel in which a masked store and a masked load, of sizes that LLVM does not know, copy a vector.
#include <gtest/gtest.h>

#include <cstdint>

#include "compiler/tests/random/cases/product_code.hpp"

namespace ndweave::compiler::testing {
namespace {

/// Two loops of 2 to 4 iterations, the first of which sets `local[l + 74]` to its counter, and the second adds the
/// group's id to it in each iteration, before a barrier in two of them.
constexpr const char* copies = R"(
define void @kernel(ptr %0) {
entry:
  %i11 = alloca i32, align 4
  %i = alloca i32, align 4
  %v4 = alloca i32, align 4
  %1 = call i32 @__ndweave_local_id(i32 0)
  %2 = add i32 0, %1
  %3 = call i64 @__ndweave_group_id(i32 0)
  %4 = trunc i64 %3 to i32
  %5 = call ptr @__ndweave_local_memory()
  store i32 %4, ptr %v4, align 4
  %6 = zext i32 %2 to i64
  %7 = getelementptr inbounds i32, ptr %5, i64 %6
  store i32 %2, ptr %7, align 4
  %8 = urem i32 %2, 3
  %9 = add i32 %8, 2
  store i32 0, ptr %i, align 4
  br label %turn

turn:                                             ; preds = %next, %entry
  %10 = load i32, ptr %i, align 4
  %11 = add i32 0, %10
  %12 = add i32 0, %11
  %13 = add i32 %2, 74
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds i32, ptr %5, i64 %14
  store i32 %12, ptr %15, align 4
  %16 = load i32, ptr %i, align 4
  %17 = icmp ult i32 %16, 2
  br i1 %17, label %wait, label %next

wait:                                             ; preds = %turn
  call void @__ndweave_barrier()
  br label %next

next:                                             ; preds = %wait, %turn
  %18 = load i32, ptr %i, align 4
  %19 = add i32 %18, 1
  store i32 %19, ptr %i, align 4
  %20 = load i32, ptr %i, align 4
  %21 = icmp ult i32 %20, %9
  br i1 %21, label %turn, label %left

left:                                             ; preds = %next
  %22 = urem i32 %2, 3
  %23 = add i32 %22, 2
  store i32 0, ptr %i11, align 4
  br label %turn12

turn12:                                           ; preds = %next14, %left
  %24 = add i32 %2, 74
  %25 = zext i32 %24 to i64
  %26 = getelementptr inbounds i32, ptr %5, i64 %25
  %27 = load i32, ptr %26, align 4
  %28 = load i32, ptr %v4, align 4
  %29 = add i32 %27, %28
  %30 = add i32 %2, 74
  %31 = zext i32 %30 to i64
  %32 = getelementptr inbounds i32, ptr %5, i64 %31
  store i32 %29, ptr %32, align 4
  %33 = load i32, ptr %i11, align 4
  %34 = icmp ult i32 %33, 2
  br i1 %34, label %wait13, label %next14

wait13:                                           ; preds = %turn12
  call void @__ndweave_barrier()
  br label %next14

next14:                                           ; preds = %wait13, %turn12
  %35 = load i32, ptr %i11, align 4
  %36 = add i32 %35, 1
  store i32 %36, ptr %i11, align 4
  %37 = load i32, ptr %i11, align 4
  %38 = icmp ult i32 %37, %23
  br i1 %38, label %turn12, label %left15

left15:                                           ; preds = %next14
  ret void
}

declare i32 @__ndweave_local_id(i32)

declare i64 @__ndweave_group_id(i32)

declare ptr @__ndweave_local_memory()

; Function Attrs: convergent
declare void @__ndweave_barrier() #0

attributes #0 = { convergent })";

TEST(MaskedCopies, AreCompiled) {
    work_group group;
    group.local_range[0] = 64;
    group.group_id[0] = 3;
    std::uint64_t functor = 0;
    const product_code code({copies}, group, {NDW_STRATEGY_CBS, 0, false, sizeof functor, true});
    ASSERT_NO_THROW(code.run(group, &functor, {}));
    const auto* const local = reinterpret_cast<const std::uint32_t*>(group.local_memory.data());
    for (std::uint32_t l = 0; l < 64; ++l) {
        const std::uint32_t iterations = l % 3 + 2;
        EXPECT_EQ(local[l + 74], iterations - 1 + 3 * iterations) << l;
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
