; Narrow counters that begin with 0 begin with a 0 that ScalarEvolution does not see: it keeps checks that they do not
; wrap around.
; RUN: %opt -passes=keep-wrap-checks %s | FileCheck %s
; RUN: %opt -passes='keep-wrap-checks,instcombine' %s | FileCheck %s --check-prefix=COMBINED

; InstCombine folds such zeros.
; COMBINED-LABEL: define void @modulo(
; COMBINED-NOT: freeze
; COMBINED: %index = and i64 %seven, 255
; COMBINED-NOT: freeze

; An index in steps of 7, modulo 256.
; CHECK-LABEL: define void @modulo(
; CHECK: entry:
; CHECK-NEXT: [[ANY:%.*]] = freeze i64 poison
; CHECK-NEXT: [[NOT:%.*]] = xor i64 [[ANY]], -1
; CHECK-NEXT: [[ZERO:%.*]] = and i64 [[ANY]], [[NOT]]
; CHECK: [[SEVEN:%.*]] = add i64 %seven, [[ZERO]]
; CHECK-NEXT: %index = and i64 [[SEVEN]], 255
define void @modulo(ptr %a, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %seven = mul i64 %i, 7
  %index = and i64 %seven, 255
  %p = getelementptr inbounds i32, ptr %a, i64 %index
  %x = load i32, ptr %p
  %po = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %x, ptr %po
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; The hardest case: a number that is cut to eight bits before each addition. LLVM takes it for a counter of that width.
; CHECK-LABEL: define void @cut(
; CHECK: [[ZERO:%.*]] = and i32
; CHECK: [[FIRST:%.*]] = add i32 0, [[ZERO]]
; CHECK-NEXT: br label %loop
; CHECK: %x = phi i32 [ [[FIRST]], %entry ], [ %more, %loop ]
; CHECK: %low = and i32 %x, 255
define void @cut(ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ 0, %entry ], [ %more, %loop ]
  %po = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %x, ptr %po
  %low = and i32 %x, 255
  %more = add nuw nsw i32 %low, 7
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Steps of one, other beginnings and falling counters keep their checks by themselves.
; CHECK-LABEL: define void @others(
; CHECK-NOT: freeze
; CHECK: %one = and i64 %i, 255
; CHECK: %nine = and i64 %from.two, 255
; CHECK: %falls = and i64 %minus, 255
define void @others(ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %one = and i64 %i, 255
  store volatile i64 %one, ptr %out
  %seven = mul i64 %i, 7
  %from.two = add i64 %seven, 2
  %nine = and i64 %from.two, 255
  store volatile i64 %nine, ptr %out
  %minus = mul i64 %i, -7
  %falls = and i64 %minus, 255
  store volatile i64 %falls, ptr %out
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; In parallel loops pin-strided-accesses has seen to it.
; CHECK-LABEL: define void @parallel(
; CHECK-NOT: freeze
; CHECK: %index = and i64 %seven, 255
define void @parallel(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %seven = mul i64 %i, 7
  %index = and i64 %seven, 255
  %p = getelementptr inbounds i32, ptr %a, i64 %index
  store i32 1, ptr %p, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}
!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
