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

; All but the first number are above it.
; CHECK-LABEL: define void @not_first
define void @not_first(ptr %a, i64 %k) {
; CHECK: %first = add nuw i64 0, 1
; CHECK: loop:
; CHECK-NEXT: phi i64 [ 1, %
; CHECK-NOT: br i1
; CHECK: br i1 %again
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %inside = icmp ne i64 %i, 0
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

; Other counters begin later; a sum is what it was if no iteration passes. The index wraps around nowhere that matters: it
; would be poison in the guard.
; CHECK-LABEL: define double @carried
define double @carried(ptr %a, i64 %k, i64 %first) {
; CHECK: entry:
; CHECK: [[SKIPPED:%.*]] = select i1 {{.*}}, i64 {{.*}}, i64 0
; CHECK: br i1 %any, label %[[INTO:.*]], label %[[EXIT:.*]]
; CHECK: [[INTO]]:
; CHECK: [[LOW:%.*]] = trunc i64 [[SKIPPED]] to i32
; CHECK: [[TIMES:%.*]] = mul i32 [[LOW]], 3
; CHECK: [[LATER:%.*]] = add i32 5, [[TIMES]]
; CHECK: loop:
; CHECK: phi i32 [ [[LATER]], %[[INTO]] ]
; CHECK-NOT: br i1
; CHECK: br i1 %again
; CHECK: exit:
; CHECK: phi double {{.*}}[ 1.000000e+00, %entry ]
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %j = phi i32 [ 5, %entry ], [ %j.next, %latch ]
  %sum = phi double [ 1.0, %entry ], [ %new, %latch ]
  %x = add nuw i64 %i, %first
  %inside = icmp uge i64 %x, %k
  br i1 %inside, label %some, label %latch
some:
  %from = getelementptr double, ptr %a, i32 %j
  %value = load double, ptr %from, !llvm.access.group !2
  %added = fadd double %sum, %value
  br label %latch
latch:
  %new = phi double [ %sum, %loop ], [ %added, %some ]
  %j.next = add i32 %j, 3
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 1000
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  %result = phi double [ %new, %latch ]
  ret double %result
}

; A sum that grows in each iteration, and a counter that is used behind the loop.
; CHECK-LABEL: define double @counts_all
define double @counts_all(ptr %a, i64 %k) {
; CHECK: br i1 %inside, label %some, label %latch
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi double [ 1.0, %entry ], [ %new, %latch ]
  %inside = icmp uge i64 %i, %k
  br i1 %inside, label %some, label %latch
some:
  %from = getelementptr double, ptr %a, i64 %i
  %value = load double, ptr %from, !llvm.access.group !2
  br label %latch
latch:
  %more = phi double [ 1.0, %loop ], [ %value, %some ]
  %new = fadd double %sum, %more
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 1000
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  %result = phi double [ %new, %latch ]
  ret double %result
}

; CHECK-LABEL: define i32 @counts_on
define i32 @counts_on(ptr %a, i64 %k) {
; CHECK: br i1 %inside, label %some, label %latch
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %j = phi i32 [ 5, %entry ], [ %j.next, %latch ]
  %inside = icmp uge i64 %i, %k
  br i1 %inside, label %some, label %latch
some:
  %to = getelementptr i32, ptr %a, i64 %i
  store i32 %j, ptr %to, !llvm.access.group !2
  br label %latch
latch:
  %j.next = add i32 %j, 3
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 1000
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  %result = phi i32 [ %j.next, %latch ]
  ret i32 %result
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
