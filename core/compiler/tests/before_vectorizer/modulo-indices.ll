; An index that repeats after a few iterations gets a counter of so few bits that it wraps around by itself.
; RUN: %opt -passes=modulo-indices %s | FileCheck %s

; CHECK-LABEL: define void @period
define void @period(ptr noalias %t, ptr noalias %out, i64 %first, i64 %n) {
; CHECK: entry:
; CHECK: [[FIRST:%.*]] = trunc i64 %first to i3
; CHECK: loop:
; CHECK: [[PHASE:%.*]] = phi i3 [ [[FIRST]], %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK-NOT: and i64
; CHECK: [[INDEX:%.*]] = zext i3 [[PHASE]] to i64
; CHECK: getelementptr float, ptr %t, i64 [[INDEX]]
; CHECK: [[NEXT]] = add i3 [[PHASE]], 1
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = add i64 %i, %first
  %index = and i64 %x, 7
  %from = getelementptr float, ptr %t, i64 %index
  %v = load float, ptr %from, !llvm.access.group !2
  %to = getelementptr float, ptr %out, i64 %i
  store float %v, ptr %to, !llvm.access.group !2
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; The hardest case: steps of more than the period. (11 i) & 7 steps by 3.
; CHECK-LABEL: define void @steps
define void @steps(ptr noalias %t, ptr noalias %out, i64 %n) {
; CHECK: [[PHASE:%.*]] = phi i3 [ 0, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: [[NEXT]] = add i3 [[PHASE]], 3
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = mul i64 %i, 11
  %index = and i64 %x, 7
  %from = getelementptr float, ptr %t, i64 %index
  %v = load float, ptr %from, !llvm.access.group !2
  %to = getelementptr float, ptr %out, i64 %i
  store float %v, ptr %to, !llvm.access.group !2
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; Periods of 128 are too long, 6 is no mask of low bits, a step that is no constant may have any period, and the last
; number is no part of an address.
; CHECK-LABEL: define void @stays
define void @stays(ptr noalias %t, ptr noalias %out, i64 %step, i64 %n) {
; CHECK: loop:
; CHECK-NOT: phi i{{[1-6]}} {{.*}}
; CHECK: and i64 %i, 127
; CHECK: and i64 %i, 6
; CHECK: and i64 %product, 7
; CHECK: and i64 %i, 3
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %long = and i64 %i, 127
  %p = getelementptr float, ptr %t, i64 %long
  %a = load volatile float, ptr %p, !llvm.access.group !2
  %gaps = and i64 %i, 6
  %q = getelementptr float, ptr %t, i64 %gaps
  %b = load volatile float, ptr %q, !llvm.access.group !2
  %product = mul i64 %i, %step
  %any = and i64 %product, 7
  %r = getelementptr float, ptr %t, i64 %any
  %c = load volatile float, ptr %r, !llvm.access.group !2
  %number = and i64 %i, 3
  %to = getelementptr i64, ptr %out, i64 %i
  store i64 %number, ptr %to, !llvm.access.group !2
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
