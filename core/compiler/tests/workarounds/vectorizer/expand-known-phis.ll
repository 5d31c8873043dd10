; Phis in a loop's branches that ScalarEvolution knows to be an expression become that expression: the vectorizer takes
; the first lane's address from them, whether that lane is on or not.
; RUN: %opt -passes=expand-known-phis %s | FileCheck %s

; A counter: n where i is 0, else n + i.
; CHECK-LABEL: define void @counter(
; CHECK: loop:
; CHECK: [[KNOWN:%.*]] = add i64 %n, %i
; CHECK: on:
; CHECK: join:
; CHECK-NOT: phi
; CHECK: getelementptr inbounds i32, ptr %a, i64 [[KNOWN]]
define void @counter(ptr %a, ptr %ons, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr inbounds i8, ptr %ons, i64 %i
  %is.on = load i1, ptr %p
  br i1 %is.on, label %on, label %latch
on:
  %is.first = icmp eq i64 %i, 0
  br i1 %is.first, label %join, label %other
other:
  %sum = add i64 %n, %i
  %q = getelementptr inbounds i32, ptr %a, i64 %sum
  store i32 0, ptr %q
  br label %join
join:
  %index = phi i64 [ %n, %on ], [ %sum, %other ]
  %r = getelementptr inbounds i32, ptr %a, i64 %index
  store i32 1, ptr %r
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; The same address for all: n where m is 0, else n + m.
; CHECK-LABEL: define void @shared(
; CHECK: [[KNOWN:%.*]] = add i64 %n, %m
; CHECK: join:
; CHECK-NOT: phi
; CHECK: getelementptr inbounds i32, ptr %a, i64 [[KNOWN]]
define void @shared(ptr %a, ptr %ons, i64 %n, i64 %m) {
entry:
  %is.none = icmp eq i64 %m, 0
  %sum = add i64 %n, %m
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr inbounds i32, ptr %ons, i64 %i
  %is.on = load i1, ptr %p
  br i1 %is.on, label %on, label %latch
on:
  br i1 %is.none, label %join, label %other
other:
  store i32 0, ptr %p
  br label %join
join:
  %index = phi i64 [ %n, %on ], [ %sum, %other ]
  %r = getelementptr inbounds i32, ptr %a, i64 %index
  %x = load i32, ptr %r
  store i32 %x, ptr %p
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; The hardest case: with a quotient, which is not computed where nothing says that its divisor is not 0. Hidden.
; CHECK-LABEL: define void @quotient(
; CHECK: join:
; CHECK-NEXT: %index = phi i64
; CHECK-NEXT: [[HIDDEN:%.*]] = freeze i64 %index
; CHECK-NEXT: getelementptr inbounds i32, ptr %a, i64 [[HIDDEN]]
define void @quotient(ptr %a, ptr %ons, i64 %n, i64 %m) {
entry:
  %quotient = udiv i64 %n, %m
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr inbounds i8, ptr %ons, i64 %i
  %is.on = load i1, ptr %p
  br i1 %is.on, label %on, label %latch
on:
  %is.first = icmp eq i64 %i, 0
  br i1 %is.first, label %join, label %other
other:
  %sum = add i64 %quotient, %i
  %q = getelementptr inbounds i32, ptr %a, i64 %sum
  store i32 0, ptr %q
  br label %join
join:
  %index = phi i64 [ %quotient, %on ], [ %sum, %other ]
  %r = getelementptr inbounds i32, ptr %a, i64 %index
  store i32 1, ptr %r
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Left alone: counters, what is not known (n or 2 i), conditions that vary.
; CHECK-LABEL: define void @alone(
; CHECK: loop:
; CHECK-NEXT: %i = phi i64
; CHECK: join:
; CHECK-NEXT: %index = phi i64
; CHECK-NEXT: %both = phi i1
; CHECK-NEXT: getelementptr inbounds i32, ptr %a, i64 %index
define void @alone(ptr %a, ptr %ons, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr inbounds i8, ptr %ons, i64 %i
  %is.on = load i1, ptr %p
  br i1 %is.on, label %on, label %latch
on:
  %is.first = icmp eq i64 %i, 5
  %is.small = icmp ult i64 %i, 9
  br i1 %is.first, label %join, label %other
other:
  %twice = shl i64 %i, 1
  store i8 0, ptr %p
  br label %join
join:
  %index = phi i64 [ %n, %on ], [ %twice, %other ]
  %both = phi i1 [ %is.small, %on ], [ false, %other ]
  %r = getelementptr inbounds i32, ptr %a, i64 %index
  %x = zext i1 %both to i32
  store i32 %x, ptr %r
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
