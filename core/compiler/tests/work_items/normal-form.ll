; Gives loops their normal form again: one way in, one way back, exits of their own, and values that leave by these; and
; the kernel one return.
; RUN: %opt -passes=normal-form %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %p, i32 %n, i1 %c, i1 %d) "ndweave-kernel"="nd-range" {
entry:
  br i1 %c, label %loop, label %early
early:
; CHECK: early:
; CHECK: br label %[[END:.*]]
  ret void
; Two ways lead in and two back: each pair is joined before the loop.
loop:
; CHECK: loop:
; CHECK-NEXT: [[I:%.*]] = phi i32 [ 0, %[[IN:.*]] ], [ [[NEXT:%.*]], %[[BACK:.*]] ]
; CHECK: br i1 %d, label %odd, label %[[BACK]]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ], [ %next2, %odd ]
  %next = add i32 %i, 1
  %next2 = add i32 %i, 2
  br i1 %d, label %odd, label %loop
odd:
; CHECK: odd:
; CHECK: br i1 {{%.*}}, label %[[BACK]], label %[[OUT:.*]]
  %square = mul i32 %i, %i
  %more = icmp slt i32 %square, %n
  br i1 %more, label %loop, label %done
done:
; CHECK: [[OUT]]:
; CHECK-NEXT: [[LEFT:%.*]] = phi i32 [ %square, %odd ]
; CHECK: store i32 [[LEFT]], ptr %p
; CHECK: br label %[[END]]
  store i32 %square, ptr %p
  ret void
; CHECK: [[END]]:
; CHECK-NEXT: ret void
; CHECK-NOT: ret void
}

; Functions other than the kernel stay.
; CHECK-LABEL: define i32 @other(
; CHECK: ret i32 %square
define i32 @other(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %square = mul i32 %i, %i
  %more = icmp slt i32 %square, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %square
}
