; Extensions of sums that are not negative are signed again, so that a constant can be taken out.
; RUN: %opt -passes='function(ptx-separable-extensions)' %s | FileCheck %s

; CHECK-LABEL: define float @neighbour(
; CHECK: [[LEFT:%.*]] = add nsw i32 %i, -1
; CHECK: [[INDEX:%.*]] = sext i32 [[LEFT]] to i64
; CHECK: getelementptr float, ptr %a, i64 [[INDEX]]
define float @neighbour(ptr %a, i32 %i) {
  %left = add nsw i32 %i, -1
  %index = zext nneg i32 %left to i64
  %p = getelementptr float, ptr %a, i64 %index
  %x = load float, ptr %p
  ret float %x
}

; The hardest case: sums that may be negative as signed numbers, that wrap around, or that can be separated as they are.
; CHECK-LABEL: define i64 @others(
; CHECK: zext i32 %left to i64
; CHECK: zext nneg i32 %wraps to i64
; CHECK: zext nneg i32 %separable to i64
; CHECK: zext nneg i32 %i to i64
; CHECK-NOT: sext
define i64 @others(i32 %i) {
  %left = add nsw i32 %i, -1
  %a = zext i32 %left to i64
  %wraps = add i32 %i, -2
  %b = zext nneg i32 %wraps to i64
  %separable = add nuw nsw i32 %i, 3
  %c = zext nneg i32 %separable to i64
  %d = zext nneg i32 %i to i64
  %ab = add i64 %a, %b
  %cd = add i64 %c, %d
  %r = add i64 %ab, %cd
  ret i64 %r
}

; A counter is extended in one way: what is a constant apart is seen to be.
; CHECK-LABEL: define void @one_way(
; CHECK: [[A:%.*]] = sext i32 %i to i64
; CHECK: getelementptr float, ptr %a, i64 [[A]]
; CHECK: [[B:%.*]] = sext i32 %i to i64
; CHECK: getelementptr float, ptr %b, i64 [[B]]
; CHECK: [[C:%.*]] = sext i32 %third to i64
; CHECK: getelementptr float, ptr %a, i64 [[C]]
; CHECK: zext nneg i32 %wraps to i64
; CHECK: zext nneg i32 %j to i64
define void @one_way(ptr %a, i32 %i, i32 %j) {
  %b = getelementptr float, ptr %a, i64 1
  %first = zext nneg i32 %i to i64
  %p = getelementptr float, ptr %a, i64 %first
  store float 1.0, ptr %p
  %second = sext i32 %i to i64
  %q = getelementptr float, ptr %b, i64 %second
  store float 2.0, ptr %q
  %third = add nuw nsw i32 %i, 2
  %index = zext nneg i32 %third to i64
  %r = getelementptr float, ptr %a, i64 %index
  store float 3.0, ptr %r
  %wraps = add nuw i32 %i, 3
  %unsigned = zext nneg i32 %wraps to i64
  %s = getelementptr float, ptr %a, i64 %unsigned
  store float 4.0, ptr %s
  %other = zext nneg i32 %j to i64
  %t = getelementptr float, ptr %a, i64 %other
  store float 5.0, ptr %t
  ret void
}
