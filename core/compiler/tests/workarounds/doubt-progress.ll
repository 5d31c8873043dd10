; Loops that end when a counter equals a bound, and whose step may be 0, lose the promise that they end.
; RUN: %opt -passes=doubt-progress %s | FileCheck %s

; With a step of 0 and a bound of 0 the body runs once, and LLVM 19 would divide by the step.
; CHECK-LABEL: define void @unknown_step(
; CHECK: br i1 %on, label %iteration, label %end, !llvm.loop [[DOUBTED:![0-9]+]]
define void @unknown_step(i32 %n, i16 %short) {
  %step = zext i16 %short to i32
  br label %iteration
iteration:
  %c = phi i32 [ 0, %0 ], [ %next, %iteration ]
  %next = add nuw nsw i32 %c, %step
  %on = icmp ne i32 %next, %n
  br i1 %on, label %iteration, label %end, !llvm.loop !0
end:
  ret void
}

; The counter may be the comparison's second operand, and an exit need not be the latch.
; CHECK-LABEL: define void @counter_on_the_right(
; CHECK: br label %iteration, !llvm.loop [[RIGHT:![0-9]+]]
define void @counter_on_the_right(i32 %n, i32 %step) {
  br label %iteration
iteration:
  %c = phi i32 [ 0, %0 ], [ %next, %body ]
  %done = icmp eq i32 %n, %c
  br i1 %done, label %end, label %body
body:
  %next = add i32 %c, %step
  br label %iteration, !llvm.loop !2
end:
  ret void
}

; A step that is not 0 keeps the promise.
; CHECK-LABEL: define void @odd_step(
; CHECK: br i1 %on, label %iteration, label %end, !llvm.loop [[ODD:![0-9]+]]
define void @odd_step(i32 %n, i32 %x) {
  %step = or i32 %x, 1
  br label %iteration
iteration:
  %c = phi i32 [ 0, %0 ], [ %next, %iteration ]
  %next = add i32 %c, %step
  %on = icmp ne i32 %next, %n
  br i1 %on, label %iteration, label %end, !llvm.loop !3
end:
  ret void
}

; So does a loop that ends when the counter is large: nothing is divided by its step.
; CHECK-LABEL: define void @below_a_bound(
; CHECK: br i1 %on, label %iteration, label %end, !llvm.loop [[BELOW:![0-9]+]]
define void @below_a_bound(i32 %n, i32 %step) {
  br label %iteration
iteration:
  %c = phi i32 [ 0, %0 ], [ %next, %iteration ]
  %next = add i32 %c, %step
  %on = icmp ult i32 %next, %n
  br i1 %on, label %iteration, label %end, !llvm.loop !4
end:
  ret void
}

; The hardest case: the promise is the function's. It is taken from the function and given to each of its other loops.
; CHECK-LABEL: define void @promise_of_the_function(
; CHECK-SAME: ) {
; CHECK: br i1 %on, label %iteration, label %middle, !llvm.loop [[TAKEN:![0-9]+]]
; CHECK: br i1 %more, label %other, label %end, !llvm.loop [[OTHER:![0-9]+]]
define void @promise_of_the_function(i32 %n, i32 %step) mustprogress {
  br label %iteration
iteration:
  %c = phi i32 [ 0, %0 ], [ %next, %iteration ]
  %next = add i32 %c, %step
  %on = icmp ne i32 %next, %n
  br i1 %on, label %iteration, label %middle
middle:
  br label %other
other:
  %k = phi i32 [ 0, %middle ], [ %k1, %other ]
  %k1 = add i32 %k, 1
  %more = icmp ne i32 %k1, %n
  br i1 %more, label %other, label %end
end:
  ret void
}

; A function without such loops keeps its promise.
; CHECK-LABEL: define void @no_doubt(
; CHECK-SAME: ) #[[PROMISE:[0-9]+]] {
define void @no_doubt() mustprogress {
  ret void
}

; Two counters of one step: ScalarEvolution divides by it for the number of iterations of either.
; CHECK-LABEL: define void @two_counters(
; CHECK: br i1 %done, label %end, label %iteration, !llvm.loop [[TWO:![0-9]+]]
define void @two_counters(i32 %n, i32 %m, i16 %short) {
  %step = zext i16 %short to i32
  br label %iteration
iteration:
  %c = phi i32 [ 0, %0 ], [ %next, %iteration ]
  %d = phi i32 [ 7, %0 ], [ %further, %iteration ]
  %next = add nuw nsw i32 %c, %step
  %further = add nuw nsw i32 %d, %step
  %a = icmp eq i32 %next, %n
  %b = icmp eq i32 %further, %m
  %done = and i1 %a, %b
  br i1 %done, label %end, label %iteration, !llvm.loop !6
end:
  ret void
}

; "Above zero" is "not zero".
; CHECK-LABEL: define void @above_zero(
; CHECK: br i1 %on, label %end, label %iteration, !llvm.loop [[ABOVE:![0-9]+]]
define void @above_zero(i16 %short) {
  %step = zext i16 %short to i32
  br label %iteration
iteration:
  %c = phi i32 [ 0, %0 ], [ %next, %iteration ]
  %next = add nuw nsw i32 %c, %step
  %on = icmp ugt i32 %next, 0
  br i1 %on, label %end, label %iteration, !llvm.loop !7
end:
  ret void
}

; CHECK: attributes #[[PROMISE]] = { mustprogress }
; What else the loop's metadata say stays.
; CHECK-DAG: [[DOUBTED]] = distinct !{[[DOUBTED]], [[COUNT:![0-9]+]]}
; CHECK-DAG: [[RIGHT]] = distinct !{[[RIGHT]]}
; CHECK-DAG: [[COUNT]] = !{!"llvm.loop.unroll.count", i32 1}
; CHECK-DAG: [[ODD]] = distinct !{[[ODD]], [[MUST:![0-9]+]]}
; CHECK-DAG: [[BELOW]] = distinct !{[[BELOW]], [[MUST]]}
; CHECK-DAG: [[TAKEN]] = distinct !{[[TAKEN]]}
; CHECK-DAG: [[OTHER]] = distinct !{[[OTHER]], [[MUST]]}
; CHECK-DAG: [[TWO]] = distinct !{[[TWO]]}
; CHECK-DAG: [[ABOVE]] = distinct !{[[ABOVE]]}
; CHECK-DAG: [[MUST]] = !{!"llvm.loop.mustprogress"}
!0 = distinct !{!0, !1, !5}
!1 = !{!"llvm.loop.mustprogress"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
!5 = !{!"llvm.loop.unroll.count", i32 1}
!6 = distinct !{!6, !1}
!7 = distinct !{!7, !1}
