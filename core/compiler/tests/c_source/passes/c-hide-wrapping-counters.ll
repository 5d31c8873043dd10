; Narrow counters that begin with 0 begin with a zero that no compiler knows.
; RUN: %opt -passes='function(c-hide-wrapping-counters)' %s | FileCheck %s

; The hardest case: two loops, of which each gets a zero of its width, from one call.
; CHECK-LABEL: define void @kernel(
; CHECK: entry:
; CHECK-NEXT: [[ZERO:%.*]] = call i32 @__ndweave_unknown_zero()
; CHECK-NOT: @__ndweave_unknown_zero
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 [[ZERO]] to i64
; CHECK: [[SEVEN:%.*]] = add i64 %seven, [[WIDE]]
; CHECK-NEXT: %index = and i64 [[SEVEN]], 255
; CHECK: [[FIRST:%.*]] = add i32 0, [[ZERO]]
; CHECK: %y = phi i32 [ [[FIRST]], %again ]
define void @kernel(ptr %a, ptr %out) "ndweave-kernel"="nd-range" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %seven = mul i64 %i, 7
  %index = and i64 %seven, 255
  %p = getelementptr inbounds i32, ptr %a, i64 %index
  %x = load i32, ptr %p
  %po = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %x, ptr %po
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %again, label %loop
again:
  br label %cut
cut:
  %j = phi i64 [ 0, %again ], [ %after, %cut ]
  %y = phi i32 [ 0, %again ], [ %more, %cut ]
  %pj = getelementptr inbounds i32, ptr %out, i64 %j
  store i32 %y, ptr %pj
  %low = and i32 %y, 255
  %more = add nuw nsw i32 %low, 7
  %after = add nuw nsw i64 %j, 1
  %end = icmp eq i64 %after, 64
  br i1 %end, label %exit, label %cut
exit:
  ret void
}

; A counter that does not wrap around stays.
; CHECK-LABEL: define void @plain(
; CHECK-NOT: @__ndweave_unknown_zero
; CHECK: ret void
define void @plain(ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %po = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 1, ptr %po
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
