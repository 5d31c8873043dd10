; Conditions of several comparisons stay one: LLVM 19's NVPTX makes a selection for each comparison otherwise.
; RUN: %opt -passes='function(ptx-join-conditions)' %s | FileCheck %s

; The sums lose the flags that could make them poison where the other comparison holds.
; CHECK-LABEL: define i32 @either(
; CHECK: [[BELOW:%.*]] = add nsw i32 %a, -1
; CHECK: [[ABOVE:%.*]] = add i32 %b, 1
; CHECK: [[X:%.*]] = load i8, ptr %p
; CHECK: [[S:%.*]] = sext i8 [[X]] to i32
; CHECK: [[SECOND:%.*]] = icmp eq i32 [[ABOVE]], [[S]]
; CHECK: [[BOTH:%.*]] = or i1 {{%.*}}, [[SECOND]]
; CHECK: [[WHOLE:%.*]] = freeze i1 [[BOTH]]
; CHECK: select i1 [[WHOLE]], i32 0, i32 %k
define i32 @either(ptr %p, i32 %a, i32 %b, i32 %k) {
  %below = add nsw i32 %a, -1
  %above = add nsw i32 %b, 1
  %x = load i8, ptr %p
  %s = sext i8 %x to i32
  %first = icmp eq i32 %below, %s
  %second = icmp eq i32 %above, %s
  %both = select i1 %first, i1 true, i1 %second
  %r = select i1 %both, i32 0, i32 %k
  ret i32 %r
}

; Others keep the flags: a copy goes without, and what is computed from it too.
; CHECK-LABEL: define i64 @shared(
; CHECK: [[SUM:%.*]] = add nsw i32 %a, 1
; CHECK: [[WIDE:%.*]] = sext i32 [[SUM]] to i64
; CHECK: [[COPY:%.*]] = add i32 %a, 1
; CHECK: [[WIDE_COPY:%.*]] = sext i32 [[COPY]] to i64
; CHECK: [[SECOND:%.*]] = icmp slt i64 [[WIDE_COPY]], %n
; CHECK: and i1 %first, [[SECOND]]
; CHECK: select i1 {{%.*}}, i64 [[WIDE]], i64 0
define i64 @shared(i32 %a, i64 %n, i1 %first) {
  %sum = add nsw i32 %a, 1
  %wide = sext i32 %sum to i64
  %second = icmp slt i64 %wide, %n
  %both = select i1 %first, i1 %second, i1 false
  %r = select i1 %both, i64 %wide, i64 0
  ret i64 %r
}

; The hardest case: what may be poison by itself, here a shift by too many bits, must not reach an `or`. A condition with
; another use is not split, and is let alone.
; CHECK-LABEL: define i32 @others(
; CHECK: [[EITHER:%.*]] = select i1 %first, i1 true, i1 %second
; CHECK: [[WHOLE:%.*]] = freeze i1 [[EITHER]]
; CHECK: select i1 [[WHOLE]], i32 1, i32 2
; CHECK: [[USED:%.*]] = and i1 %first, %third
; CHECK-NOT: freeze
; CHECK: select i1 [[USED]], i32 3, i32 4
define i32 @others(i32 %a, i32 %bits, i1 %first, i1 %third, ptr %out) {
  %shifted = shl i32 %a, %bits
  %second = icmp eq i32 %shifted, 5
  %either = select i1 %first, i1 true, i1 %second
  %r = select i1 %either, i32 1, i32 2
  %used = and i1 %first, %third
  %q = select i1 %used, i32 3, i32 4
  store i1 %used, ptr %out
  %sum = add i32 %r, %q
  ret i32 %sum
}
