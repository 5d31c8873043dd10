; Divisors that are no constants look like anything, by a zero that is made once, where the kernel begins.
; RUN: %opt -passes='function(c-hide-divisors)' %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: [[ZERO:%.*]] = call i32 @__ndweave_unknown_zero()
; CHECK-NOT: @__ndweave_unknown_zero
; CHECK: [[D:%.*]] = or i32 %d, [[ZERO]]
; CHECK: udiv i32 %a, [[D]]
; CHECK: [[WIDE:%.*]] = zext i32 [[ZERO]] to i64
; CHECK: [[E:%.*]] = or i64 %e, [[WIDE]]
; CHECK: srem i64 %e, [[E]]
; CHECK: sdiv i32 %q, 7
define void @kernel(ptr %p, i32 %a, i32 %d, i64 %e) {
  %q = udiv i32 %a, %d
  %r = srem i64 %e, %e
  %s = sdiv i32 %q, 7
  %t = trunc i64 %r to i32
  %u = add i32 %s, %t
  store i32 %u, ptr %p
  ret void
}

; CHECK-LABEL: define void @none(
; CHECK-NOT: @__ndweave_unknown_zero
; CHECK: ret void
define void @none(ptr %p, i32 %a) {
  %q = udiv i32 %a, 3
  store i32 %q, ptr %p
  ret void
}
