; Divisions that stand under a condition in a loop, of operands that do not change in it, go before the loop.
; RUN: %opt -passes=hoist-guarded-divisions %s | FileCheck %s

; The divisor becomes 1 where the division would trap: it may now run where its guard is never true.
; CHECK-LABEL: define void @unsigned(
; CHECK: entry:
; CHECK-DAG: [[A:%.*]] = freeze i32 %a
; CHECK-DAG: [[B:%.*]] = freeze i32 %b
; CHECK: [[ZERO:%.*]] = icmp eq i32 [[B]], 0
; CHECK-NOT: icmp
; CHECK: [[BY:%.*]] = select i1 [[ZERO]], i32 1, i32 [[B]]
; CHECK: %q = urem i32 [[A]], [[BY]]
; CHECK: loop:
; CHECK: then:
; CHECK-NOT: urem
; CHECK: store i32 %q, ptr %p
define void @unsigned(i32 %a, i32 %b, ptr %m, ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %pm = getelementptr i8, ptr %m, i64 %i
  %guard = load i1, ptr %pm
  br i1 %guard, label %then, label %end
then:
  %q = urem i32 %a, %b
  store i32 %q, ptr %p
  br label %end
end:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The hardest case: a signed division also traps for the least number by -1, and an exact one may not be exact where
; its guard is false, which would be poison.
; CHECK-LABEL: define void @signed(
; CHECK: entry:
; CHECK-DAG: [[A:%.*]] = freeze i32 %a
; CHECK-DAG: [[B:%.*]] = freeze i32 %b
; CHECK-DAG: [[ZERO:%.*]] = icmp eq i32 [[B]], 0
; CHECK-DAG: [[LEAST:%.*]] = icmp eq i32 [[A]], -2147483648
; CHECK-DAG: [[MINUS:%.*]] = icmp eq i32 [[B]], -1
; CHECK: [[OVERFLOWS:%.*]] = and i1 [[LEAST]], [[MINUS]]
; CHECK: [[TRAPS:%.*]] = or i1 [[ZERO]], [[OVERFLOWS]]
; CHECK: [[BY:%.*]] = select i1 [[TRAPS]], i32 1, i32 [[B]]
; CHECK: %q = sdiv i32 [[A]], [[BY]]
; CHECK: loop:
define void @signed(i32 %a, i32 %b, ptr %m, ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %pm = getelementptr i8, ptr %m, i64 %i
  %guard = load i1, ptr %pm
  br i1 %guard, label %then, label %end
then:
  %q = sdiv exact i32 %a, %b
  store i32 %q, ptr %p
  br label %end
end:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Operands that change: the division stays, and it cannot be seen through that all lanes may have the same result.
; CHECK-LABEL: define void @changes(
; CHECK: then:
; CHECK-NEXT: %q = udiv i64 %i, %b
; CHECK-NEXT: [[HIDDEN:%.*]] = freeze i64 %q
; CHECK-NEXT: store i64 [[HIDDEN]], ptr %p
; A division that each iteration does stays as it is.
; CHECK: end:
; CHECK: %each = udiv i64 %n, %b
; CHECK-NEXT: store i64 %each, ptr %p
define void @changes(i64 %b, ptr %m, ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %pm = getelementptr i8, ptr %m, i64 %i
  %guard = load i1, ptr %pm
  br i1 %guard, label %then, label %end
then:
  %q = udiv i64 %i, %b
  store i64 %q, ptr %p
  br label %end
end:
  %each = udiv i64 %n, %b
  store i64 %each, ptr %p
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; So does one that cannot trap.
; CHECK-LABEL: define void @cannot_trap(
; CHECK: then:
; CHECK-NEXT: %q = udiv i64 %n, 10
; CHECK-NEXT: store i64 %q, ptr %p
define void @cannot_trap(ptr %m, ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %pm = getelementptr i8, ptr %m, i64 %i
  %guard = load i1, ptr %pm
  br i1 %guard, label %then, label %end
then:
  %q = udiv i64 %n, 10
  store i64 %q, ptr %p
  br label %end
end:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Without a preheader there is no place to move it to.
; CHECK-LABEL: define void @no_preheader(
; CHECK: then:
; CHECK-NEXT: %q = udiv i32 %a, %b
; CHECK-NEXT: [[HIDDEN:%.*]] = freeze i32 %q
; CHECK-NEXT: store i32 [[HIDDEN]], ptr %p
define void @no_preheader(i1 %enter, i32 %a, i32 %b, ptr %m, ptr %p, i64 %n) {
entry:
  br i1 %enter, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %pm = getelementptr i8, ptr %m, i64 %i
  %guard = load i1, ptr %pm
  br i1 %guard, label %then, label %end
then:
  %q = udiv i32 %a, %b
  store i32 %q, ptr %p
  br label %end
end:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
