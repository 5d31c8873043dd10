; Counters that might wrap around become ones that do not, in a copy of their loop.
; RUN: split-file %s %t
; RUN: %opt -passes=version-counters %t/cut.ll | FileCheck %t/cut.ll
; RUN: %opt -passes=version-counters %t/unsigned.ll | FileCheck %t/unsigned.ll
; RUN: %opt -passes=version-counters %t/extended.ll | FileCheck %t/extended.ll
; RUN: %opt -passes=version-counters %t/left.ll | FileCheck %t/left.ll

;--- cut.ll
; The hardest case: what instcombine makes of `for (int i = l; i < n; i += size_t)`. Nobody but the group decides, and
; a step that is negative as an `int` is not safe.
; CHECK-LABEL: define void @kernel(
; CHECK: [[STEP:%.*]] = trunc i64 %step to i32
; CHECK: [[LIMIT:%.*]] = sub i32 2147483647, [[STEP]]
; CHECK: [[WITHIN:%.*]] = icmp sle i32 %n, [[LIMIT]]
; CHECK: [[GROWS:%.*]] = icmp sge i32 [[STEP]], 0
; CHECK: [[BOTH:%.*]] = and i1 [[WITHIN]], [[GROWS]]
; CHECK: [[SAFE:%.*]] = freeze i1 [[BOTH]]
; CHECK: br label %start
; CHECK: br i1 [[SAFE]], label %{{.*}}, label %{{.*}}, !prof
; CHECK-DAG: add nsw i32 %i.low, [[STEP]]
; CHECK-DAG: add i32 %i.low.wrapping, [[STEP]]
; CHECK: ret void
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-functor-size"="32" {
entry:
  %n = load i32, ptr %f
  %step = load i64, ptr %f
  %out = load ptr, ptr %f
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %first = zext i32 %l to i64
  %enters = icmp sgt i32 %n, %l
  br i1 %enters, label %loop, label %exit
loop:
  %i = phi i64 [ %first, %start ], [ %next, %loop ]
  %high = shl i64 %i, 32
  %at = ashr exact i64 %high, 32
  %p = getelementptr float, ptr %out, i64 %at
  store float 1.0, ptr %p
  %next = add nsw i64 %at, %step
  %low = trunc i64 %next to i32
  %again = icmp sgt i32 %n, %low
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- unsigned.ll
; An unsigned counter, and a value that is used behind the loop and comes from either.
; CHECK-LABEL: define void @kernel(
; CHECK: [[LIMIT:%.*]] = sub i32 -1, %step
; CHECK: [[WITHIN:%.*]] = icmp ule i32 %n, [[LIMIT]]
; CHECK: freeze i1 [[WITHIN]]
; CHECK-DAG: add nuw i32 %i, %step
; CHECK-DAG: add i32 %i.wrapping, %step
; CHECK: [[EITHER:%.*]] = phi i32 [ %next{{.*}}, %{{.*}} ], [ %next{{.*}}, %{{.*}} ]
; CHECK: %last = phi i32 {{.*}}[[EITHER]]
; CHECK: call void @use(i32 %last)
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-functor-size"="32" {
entry:
  %n = load i32, ptr %f
  %step = load i32, ptr %f
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %enters = icmp ult i32 %l, %n
  br i1 %enters, label %loop, label %exit
loop:
  %i = phi i32 [ %l, %start ], [ %next, %loop ]
  store volatile i32 %i, ptr %f
  %next = add i32 %i, %step
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %last = phi i32 [ 0, %start ], [ %next, %loop ]
  call void @use(i32 %last)
  ret void
}
declare i32 @__ndweave_local_id(i32)
declare void @use(i32)

;--- extended.ll
; `int` against `size_t`: the counter is extended with its sign, the comparison has none.
; CHECK-LABEL: define void @kernel(
; CHECK: [[LIMIT:%.*]] = sub i32 2147483647, %step
; CHECK: [[WIDE:%.*]] = zext i32 [[LIMIT]] to i64
; CHECK: icmp ule i64 %n, [[WIDE]]
; CHECK-DAG: add nsw i32 %i, %step
; CHECK-DAG: add i32 %i.wrapping, %step
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-functor-size"="32" {
entry:
  %n = load i64, ptr %f
  %step = load i32, ptr %f
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %wide = sext i32 %l to i64
  %enters = icmp ult i64 %wide, %n
  br i1 %enters, label %loop, label %exit
loop:
  %i = phi i32 [ %l, %start ], [ %next, %loop ]
  store volatile i32 %i, ptr %f
  %next = add i32 %i, %step
  %ahead = sext i32 %next to i64
  %again = icmp ult i64 %ahead, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- left.ll
; Left alone: a loop with a barrier, a bound that each work-item has of its own, a first value that nothing is known of.
; CHECK-LABEL: define void @barrier(
; CHECK-NOT: freeze
define void @barrier(ptr %f) "ndweave-kernel"="nd-range" "ndweave-functor-size"="32" {
entry:
  %n = load i32, ptr %f
  %step = load i32, ptr %f
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %enters = icmp slt i32 %l, %n
  br i1 %enters, label %loop, label %unguarded
loop:
  %i = phi i32 [ %l, %start ], [ %next, %loop ]
  call void @__ndweave_barrier()
  %next = add i32 %i, %step
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %unguarded
unguarded:
  %j = phi i32 [ %l, %start ], [ %l, %loop ], [ %further, %unguarded ]
  store volatile i32 %j, ptr %f
  %further = add i32 %j, %step
  %on = icmp slt i32 %further, %n
  br i1 %on, label %unguarded, label %own
own:
  %bound = load i32, ptr %f
  br label %bounded
bounded:
  %k = phi i32 [ 0, %own ], [ %after, %bounded ]
  store volatile i32 %k, ptr %f
  %after = add i32 %k, %step
  %more = icmp slt i32 %after, %bound
  br i1 %more, label %bounded, label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32)
declare void @__ndweave_barrier()
