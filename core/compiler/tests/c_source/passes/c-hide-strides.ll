; Strided accesses of loops over work-items that may be moved past others get an address that depends on the work-item
; in an unknown way.
; RUN: %opt -passes='function(c-hide-strides)' %s | FileCheck %s

; %b may be what the second load reads. A zero that no compiler knows is made once, where the kernel begins.
; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[ZERO:%.*]] = call i32 @__ndweave_unknown_zero()
; CHECK-NOT: @__ndweave_unknown_zero
; CHECK: %x = load i32, ptr %p0,
; CHECK: store i32 %x, ptr %b,
; CHECK: [[ITEM:%.*]] = trunc i64 %i to i32
; CHECK: [[HIDDEN:%.*]] = and i32 [[ITEM]], [[ZERO]]
; CHECK: [[WIDE:%.*]] = zext i32 [[HIDDEN]] to i64
; CHECK: [[P:%.*]] = getelementptr i8, ptr %p1, i64 [[WIDE]]
; CHECK: %z = load i32, ptr [[P]],
; Accesses without a stride stay.
; CHECK: store i32 %z, ptr %po,
define void @kernel(ptr %a, ptr %b, ptr noalias %out) "ndweave-kernel"="nd-range" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %even = shl nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds i32, ptr %a, i64 %even
  %x = load i32, ptr %p0, !llvm.access.group !0
  store i32 %x, ptr %b, !llvm.access.group !0
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %z = load i32, ptr %p1, !llvm.access.group !0
  %po = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %z, ptr %po, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

; A loop that is not of work-items stays: its compiler looks at what it may move.
; CHECK-LABEL: define void @other(
; CHECK-NOT: getelementptr i8
; CHECK-NOT: @__ndweave_unknown_zero
; CHECK: ret void
define void @other(ptr %a, ptr %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %even = shl nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds i32, ptr %a, i64 %even
  %x = load i32, ptr %p0
  store i32 %x, ptr %b
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
