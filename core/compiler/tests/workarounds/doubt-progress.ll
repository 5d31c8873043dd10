; Loops that end when a counter equals a bound, and whose step may be 0, lose the promise that they end.
; RUN: %opt -passes=doubt-progress %s | FileCheck %s

; With a step of 0 and a bound of 0 the body runs once, and LLVM 19 would divide by the step.
; CHECK-LABEL: define void @unknown_step(
; CHECK: br i1 %on, label %turn, label %end{{(, !llvm.loop \[\[BARE:![0-9]+\]\])?$}}
define void @unknown_step(i32 %n, i16 %short) {
  %step = zext i16 %short to i32
  br label %turn
turn:
  %c = phi i32 [ 0, %0 ], [ %next, %turn ]
  %next = add nuw nsw i32 %c, %step
  %on = icmp ne i32 %next, %n
  br i1 %on, label %turn, label %end, !llvm.loop !0
end:
  ret void
}
