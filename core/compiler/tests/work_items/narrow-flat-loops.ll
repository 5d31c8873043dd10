; A parallel loop runs only over the iterations that pass its guard; the guard goes.
; RUN: %opt -passes=narrow-flat-loops %s | FileCheck %s

; CHECK-LABEL: define void @guard
define void @guard(ptr %a, i64 %k) {
; The loop goes to min(k, 1000), and is skipped where that is 0.
; CHECK: [[LEAST:%.*]] = call i64 @llvm.umin.i64(i64 {{.*}}, i64 1000)
; CHECK: [[END:%.*]] = select i1 {{.*}}, i64 [[LEAST]], i64 0
; CHECK: br i1 %any, label %[[INTO:.*]], label %[[EXIT:.*]]
; CHECK: loop:
; CHECK-NEXT: phi i64
; CHECK-NOT: br i1
; CHECK: store float
; CHECK: [[NEXT:%.*]] = add nuw i64
; CHECK-NEXT: icmp ult i64 [[NEXT]], [[END]]
; CHECK-NEXT: br i1
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %inside = icmp ult i64 %i, %k
  br i1 %inside, label %some, label %latch
some:
  %to = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %to, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 1000
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; The hardest case: without nuw nobody knows whether i + shift wraps around, when the iterations that pass are not in
; one piece.
; CHECK-LABEL: define void @may_wrap
define void @may_wrap(ptr %a, i64 %k, i64 %shift) {
; CHECK: loop:
; CHECK: br i1 %inside, label %some, label %latch
; CHECK: icmp ult i64 %next, 1000
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %j = add i64 %i, %shift
  %inside = icmp ult i64 %j, %k
  br i1 %inside, label %some, label %latch
some:
  %to = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %to, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 1000
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; The loop is not parallel.
; CHECK-LABEL: define void @in_order
define void @in_order(ptr %a, i64 %k) {
; CHECK: br i1 %inside, label %some, label %latch
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %inside = icmp ult i64 %i, %k
  br i1 %inside, label %some, label %latch
some:
  %to = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %to
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 1000
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A loop of the program's own may begin behind its end, and runs once then.
; CHECK-LABEL: define void @begins_anywhere
define void @begins_anywhere(ptr %a, i64 %begin, i64 %end, i64 %k) {
; CHECK: [[ONCE:%.*]] = add nuw i64 %begin, 1
; CHECK: [[LAST:%.*]] = call i64 @llvm.umax.i64(i64 %end, i64 [[ONCE]])
; CHECK: %trips = sub nuw i64 [[LAST]], %begin
entry:
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %latch ]
  %inside = icmp ult i64 %i, %k
  br i1 %inside, label %some, label %latch
some:
  %to = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %to, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %end
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
