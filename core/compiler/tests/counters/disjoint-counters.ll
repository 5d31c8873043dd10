; Sums of a counter and a base that is a multiple of more than the counter comes to are sums again, not `or`.
; RUN: %opt -passes=disjoint-counters %s | FileCheck %s

; The counter may be narrowed, and stand on either side.
; CHECK-LABEL: define void @sums
define void @sums(ptr %p, i64 %group) {
; CHECK: %place = or disjoint i64 %i, %base
; CHECK: %narrow = or disjoint i32 %first, %low
entry:
  %base = shl nuw nsw i64 %group, 8
  %first = trunc i64 %base to i32
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = or i64 %i, %base
  %low = trunc i64 %i to i32
  %narrow = or i32 %first, %low
  %at = getelementptr i32, ptr %p, i64 %place
  store i32 %narrow, ptr %at
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 256
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; The hardest case: one iteration more, and the last one's sum is none. Nor is one of numbers that stay the same, or of a
; base of any bits.
; CHECK-LABEL: define void @others
define void @others(ptr %p, i64 %group, i64 %n) {
; CHECK: %place = or i64 %i, %base
; CHECK: %same = or i64 %n, %base
; CHECK: %any = or i64 %i, %n
entry:
  %base = shl nuw nsw i64 %group, 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = or i64 %i, %base
  %same = or i64 %n, %base
  %any = or i64 %i, %n
  %at = getelementptr i64, ptr %p, i64 %place
  store i64 %same, ptr %at
  %to = getelementptr i64, ptr %p, i64 %any
  store i64 %i, ptr %to
  %next = add nuw nsw i64 %i, 1
  %again = icmp ule i64 %next, 256
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
