; Loops that ptx-unroll-loops unrolled are to NVIDIA's assembler loops like others.
; RUN: %opt -passes=ptx-allow-more-unrolling %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; What says something else of the loop stays.
; CHECK: br i1 %more, label %iteration, label %between, !llvm.loop [[OURS:![0-9]+]]
; The hardest case: a loop that the program forbids to unroll.
; CHECK: br i1 %again, label %second, label %done, !llvm.loop [[ASKED:![0-9]+]]
; CHECK: [[OURS]] = distinct !{[[OURS]], [[PROGRESS:![0-9]+]]}
; CHECK: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}
; CHECK: [[ASKED]] = distinct !{[[ASKED]], [[DISABLED:![0-9]+]]}
; CHECK: [[DISABLED]] = !{!"llvm.loop.unroll.disable"}
define void @kernel(i32 %n) "ndweave-kernel"="basic" {
start:
  br label %iteration
iteration:
  %i = phi i32 [ 0, %start ], [ %next, %iteration ]
  %next = add i32 %i, 4
  %more = icmp ult i32 %next, %n
  br i1 %more, label %iteration, label %between, !llvm.loop !0
between:
  br label %second
second:
  %j = phi i32 [ 0, %between ], [ %further, %second ]
  %further = add i32 %j, 1
  %again = icmp ult i32 %further, %n
  br i1 %again, label %second, label %done, !llvm.loop !1
done:
  ret void
}
!0 = distinct !{!0, !2, !3, !4}
!1 = distinct !{!1, !3}
!2 = !{!"llvm.loop.mustprogress"}
!3 = !{!"llvm.loop.unroll.disable"}
!4 = !{!"ndweave.loop.unrolled"}
