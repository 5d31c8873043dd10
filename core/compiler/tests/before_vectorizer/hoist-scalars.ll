; Scalars in memory, and the branches that depend on them alone, leave parallel loops.
; RUN: %opt -passes=hoist-scalars %s | FileCheck %s

; A flag is read once, and the loop does not look at it. The hardest case: what the flag alone kept in the loop follows it,
; in a second round.
; CHECK-LABEL: define void @flag
define void @flag(ptr %flag, ptr %scalar, ptr %a, i64 %n) {
; CHECK: load i32, ptr %flag
; CHECK: br i1
; CHECK: load float, ptr %scalar
; CHECK: phi i64
; CHECK-NOT: {{load|br }}
; CHECK: store float
; CHECK-NOT: load
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %f = load i32, ptr %flag, !llvm.access.group !2
  %set = icmp ne i32 %f, 0
  br i1 %set, label %some, label %latch
some:
  %x = load float, ptr %scalar, !llvm.access.group !2
  %to = getelementptr float, ptr %a, i64 %i
  store float %x, ptr %to, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; In a loop that is not parallel the store may change the flag.
; CHECK-LABEL: define void @in_order
define void @in_order(ptr %flag, ptr %a, float %x, i64 %n) {
; CHECK: phi i64
; CHECK: load i32, ptr %flag
; CHECK: br i1
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %f = load i32, ptr %flag
  %set = icmp ne i32 %f, 0
  br i1 %set, label %some, label %latch
some:
  %to = getelementptr float, ptr %a, i64 %i
  store float %x, ptr %to
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A branch that depends on each iteration's own number stays.
; CHECK-LABEL: define void @own
define void @own(ptr %a, float %x, i64 %n) {
; CHECK: phi i64
; CHECK: load i32
; CHECK: br i1
; CHECK: store float
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %from = getelementptr i32, ptr %a, i64 %i
  %f = load i32, ptr %from, !llvm.access.group !2
  %set = icmp ne i32 %f, 0
  br i1 %set, label %some, label %latch
some:
  %to = getelementptr float, ptr %a, i64 %i
  store float %x, ptr %to, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
