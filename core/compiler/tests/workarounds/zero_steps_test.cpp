// Loops whose counter may stand still, and that end after one iteration then.
#include <gtest/gtest.h>

#include <cstdint>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// k = 0; c = 0; do { out[k] = x[k]; ++k; c += step; } while (c != n);
constexpr const char* steps = R"(
define void @kernel(ptr %f) {
  %x = load ptr, ptr %f
  %op = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %op
  %np = getelementptr i8, ptr %f, i64 16
  %n = load i32, ptr %np
  %sp = getelementptr i8, ptr %f, i64 20
  %short = load i16, ptr %sp
  %step = zext i16 %short to i32
  br label %iteration
iteration:
  %c = phi i32 [ 0, %0 ], [ %next, %iteration ]
  %k = phi i64 [ 0, %0 ], [ %more, %iteration ]
  %px = getelementptr i32, ptr %x, i64 %k
  %v = load i32, ptr %px
  %pout = getelementptr i32, ptr %out, i64 %k
  store i32 %v, ptr %pout
  %more = add nuw nsw i64 %k, 1
  %next = add nuw nsw i32 %c, %step
  %on = icmp ne i32 %next, %n
  br i1 %on, label %iteration, label %end, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"})";

TEST(ZeroSteps, EndALoopWhoseBoundIsTheStart) {
    constexpr int n = 64;
    aligned_buffer<std::int32_t> x(n), out(n);
    for (int k = 0; k < n; ++k) x[k] = 7 * k + 5;
    ir_kernel kernel(steps);
    kernel.request.variant.kind = 0;
    const host_kernel compiled(kernel);
    for (const auto& [bound, step, iterations] : {std::array<int, 3>{12, 2, 6}, {0, 0, 1}, {40, 1, 40}}) {
        out.fill(0);
        const struct {
            const std::int32_t* x;
            std::int32_t *out, bound;
            std::uint16_t step;
        } captures{x.data(), out.data(), bound, static_cast<std::uint16_t>(step)};
        compiled.run(&captures, {1, 1, 1});
        for (int k = 0; k < n; ++k) ASSERT_EQ(out[k], k < iterations ? x[k] : 0) << k << " " << bound << " " << step;
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
