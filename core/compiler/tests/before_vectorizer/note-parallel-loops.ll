; Marks innermost parallel loops, so that restore-access-groups knows them when passes have dropped an access group.
; RUN: %opt -passes=note-parallel-loops %s | FileCheck %s

; CHECK-LABEL: define void @nest
define void @nest(ptr %a, i64 %n) {
; The inner loop is parallel and gets the mark; the outer one is parallel as well, but not innermost.
; CHECK: br i1 %again, label %loop, label %next.outer, !llvm.loop [[INNER:![0-9]+]]
; CHECK: br i1 %more, label %outer, label %exit, !llvm.loop [[OUTER:![0-9]+]]
entry:
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j.next, %next.outer ]
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %next, %loop ]
  %to = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %to, !llvm.access.group !2
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %next.outer, !llvm.loop !0
next.outer:
  %j.next = add nuw i64 %j, 1
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %outer, label %exit, !llvm.loop !3
exit:
  ret void
}

; One access without the group: the loop is not parallel, although it names a group.
; CHECK-LABEL: define void @other_access
define void @other_access(ptr %a, i64 %n) {
; CHECK: br i1 %again, label %loop, label %exit, !llvm.loop [[OTHER:![0-9]+]]
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %to, !llvm.access.group !2
  store float 1.0, ptr %a
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !4
exit:
  ret void
}

; CHECK-DAG: [[PARALLEL:![0-9]+]] = !{!"llvm.loop.parallel_accesses"
; CHECK-DAG: [[MARK:![0-9]+]] = !{!"ndweave.loop.parallel", i32 1}
; CHECK-DAG: [[INNER]] = distinct !{[[INNER]], [[PARALLEL]], [[MARK]]}
; CHECK-DAG: [[OUTER]] = distinct !{[[OUTER]], [[PARALLEL]]}
; CHECK-DAG: [[OTHER]] = distinct !{[[OTHER]], [[PARALLEL]]}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
