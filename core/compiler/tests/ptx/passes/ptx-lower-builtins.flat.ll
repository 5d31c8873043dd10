; Where the groups of all axes come in one row, their ids are computed from the place in it.
; RUN: %opt -passes=ptx-lower-builtins %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: [[ROW:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK-NEXT: [[ROWS:%.*]] = udiv i32 [[ROW]], %gx
; CHECK-NEXT: [[Y:%.*]] = urem i32 [[ROWS]], %gy
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 [[Y]] to i64
; CHECK-NEXT: [[N:%.*]] = zext i32 %gz to i64
; CHECK-NEXT: store volatile i64 [[WIDE]], ptr %functor
; CHECK-NEXT: store volatile i64 [[N]], ptr %functor
define void @kernel(ptr byval([8 x i8]) %functor, i32 %gx, i32 %gy, i32 %gz) "ndweave-kernel"="nd-range" "ndweave-local-range"="4,4,2" "ndweave-flat-grid" {
  %g = call i64 @__ndweave_group_id(i32 1)
  %n = call i64 @__ndweave_group_range(i32 2)
  store volatile i64 %g, ptr %functor
  store volatile i64 %n, ptr %functor
  ret void
}
declare i64 @__ndweave_group_id(i32)
declare i64 @__ndweave_group_range(i32)
