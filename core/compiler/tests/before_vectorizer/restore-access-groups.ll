; Plain loads and stores without an access group get that of their loop back, where the loop was parallel before.
; RUN: %opt -passes=restore-access-groups %s | FileCheck %s

; CHECK-LABEL: define void @merged
define void @merged(ptr %m, ptr %a, i64 %n) {
; CHECK: load i32, ptr %from, align 4, !llvm.access.group [[GROUP:![0-9]+]]
; CHECK: store i32 %x, ptr %to, align 4, !llvm.access.group [[GROUP]]
; CHECK: store i32 %x, ptr %from, align 4, !llvm.access.group [[GROUP]]
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr i32, ptr %a, i64 %i
  %to = getelementptr i32, ptr %m, i64 %i
  %x = load i32, ptr %from
  store i32 %x, ptr %to
  store i32 %x, ptr %from, !llvm.access.group !2
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; The hardest case: atomic and volatile accesses, and those of another group, keep what they have.
; CHECK-LABEL: define void @special
define void @special(ptr %m, ptr %a, i64 %n) {
; CHECK: load atomic i32, ptr %a monotonic, align 4{{$}}
; CHECK: load volatile i32, ptr %a, align 4{{$}}
; CHECK: store atomic i32 %v, ptr %a monotonic, align 4{{$}}
; CHECK: store i32 %v, ptr %to, align 4, !llvm.access.group [[FOREIGN:![0-9]+]]
; CHECK: load i32, ptr %m, align 4, !llvm.access.group [[GROUP]]
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %m, i64 %i
  %u = load atomic i32, ptr %a monotonic, align 4
  %v = load volatile i32, ptr %a
  store atomic i32 %v, ptr %a monotonic, align 4
  store i32 %v, ptr %to, !llvm.access.group !6
  %w = load i32, ptr %m
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !5
exit:
  ret void
}

; Without the mark the loop had other accesses from the beginning.
; CHECK-LABEL: define void @not_marked
define void @not_marked(ptr %a, i64 %n) {
; CHECK: store i32 1, ptr %to, align 4{{$}}
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %a, i64 %i
  store i32 1, ptr %to
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !4
exit:
  ret void
}

; CHECK-DAG: [[GROUP]] = distinct !{}
; CHECK-DAG: [[FOREIGN]] = distinct !{}

!0 = distinct !{!0, !1, !3}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = !{!"ndweave.loop.parallel", i32 1}
!4 = distinct !{!4, !1}
!5 = distinct !{!5, !1, !3}
!6 = distinct !{}
