; Loops in which each work-item sums up a row of its own stay in the work-item loop: vectors along the row read what lies side by
; side. The sum's order must be free, and nothing may lie side by side for neighbours.
; RUN: split-file %s %t
; RUN: %opt -passes=implicit-barriers %t/rows.ll | FileCheck %t/rows.ll --check-prefix=ALONE
; RUN: %opt -passes=implicit-barriers %t/integers.ll | FileCheck %t/integers.ll --check-prefix=ALONE
; RUN: %opt -passes=implicit-barriers %t/in_order.ll | FileCheck %t/in_order.ll --check-prefix=TOGETHER
; RUN: %opt -passes=implicit-barriers %t/columns.ll | FileCheck %t/columns.ll --check-prefix=TOGETHER
; RUN: %opt -passes=implicit-barriers %t/neighbours.ll | FileCheck %t/neighbours.ll --check-prefix=TOGETHER

;--- rows.ll
; A row of a matrix and a vector.
; ALONE: loop:
; ALONE-NOT: ndweave.lifted
define void @kernel(ptr %a, ptr %b, ptr %out, i64 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %i = zext i32 %l to i64
  %begin = mul i64 %i, %n
  %row = getelementptr float, ptr %a, i64 %begin
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %k.next, %loop ]
  %sum = phi float [ 0.0, %start ], [ %sum.next, %loop ]
  %from = getelementptr float, ptr %row, i64 %k
  %x = load float, ptr %from
  %with = getelementptr float, ptr %b, i64 %k
  %y = load float, ptr %with
  %xy = fmul fast float %x, %y
  %sum.next = fadd fast float %sum, %xy
  %k.next = add nuw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  %last = phi float [ %sum.next, %loop ]
  %at = getelementptr float, ptr %out, i64 %i
  store float %last, ptr %at
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- integers.ll
; Sums of integers are free.
; ALONE: loop:
; ALONE-NOT: ndweave.lifted
define void @kernel(ptr %a, ptr %b, ptr %out, i64 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %i = zext i32 %l to i64
  %begin = mul i64 %i, %n
  %row = getelementptr i32, ptr %a, i64 %begin
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %k.next, %loop ]
  %sum = phi i32 [ 0, %start ], [ %sum.next, %loop ]
  %from = getelementptr i32, ptr %row, i64 %k
  %x = load i32, ptr %from
  %with = getelementptr i32, ptr %b, i64 %k
  %y = load i32, ptr %with
  %xy = mul i32 %x, %y
  %sum.next = add i32 %sum, %xy
  %k.next = add nuw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  %last = phi i32 [ %sum.next, %loop ]
  %at = getelementptr i32, ptr %out, i64 %i
  store i32 %last, ptr %at
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- in_order.ll
; Without reassociation the sum of a row is no vector.
; TOGETHER: br i1 %again, {{.*}}!ndweave.lifted
define void @kernel(ptr %a, ptr %b, ptr %out, i64 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %i = zext i32 %l to i64
  %begin = mul i64 %i, %n
  %row = getelementptr float, ptr %a, i64 %begin
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %k.next, %loop ]
  %sum = phi float [ 0.0, %start ], [ %sum.next, %loop ]
  %from = getelementptr float, ptr %row, i64 %k
  %x = load float, ptr %from
  %with = getelementptr float, ptr %b, i64 %k
  %y = load float, ptr %with
  %xy = fmul float %x, %y
  %sum.next = fadd float %sum, %xy
  %k.next = add nuw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  %last = phi float [ %sum.next, %loop ]
  %at = getelementptr float, ptr %out, i64 %i
  store float %last, ptr %at
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- columns.ll
; The columns of neighbours lie side by side.
; TOGETHER: br i1 %again, {{.*}}!ndweave.lifted
define void @kernel(ptr %a, ptr %b, ptr %out, i64 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %i = zext i32 %l to i64
  %row = getelementptr float, ptr %a, i64 %i
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %k.next, %loop ]
  %sum = phi float [ 0.0, %start ], [ %sum.next, %loop ]
  %line = mul i64 %k, %n
  %from = getelementptr float, ptr %row, i64 %line
  %x = load float, ptr %from
  %with = getelementptr float, ptr %b, i64 %k
  %y = load float, ptr %with
  %xy = fmul fast float %x, %y
  %sum.next = fadd fast float %sum, %xy
  %k.next = add nuw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  %last = phi float [ %sum.next, %loop ]
  %at = getelementptr float, ptr %out, i64 %i
  store float %last, ptr %at
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- neighbours.ll
; The hardest case: rows that begin an element further for each work-item lie side by side, too.
; TOGETHER: br i1 %again, {{.*}}!ndweave.lifted
define void @kernel(ptr %a, ptr %b, ptr %out, i64 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %i = zext i32 %l to i64
  %row = getelementptr float, ptr %a, i64 %i
  br label %loop
loop:
  %k = phi i64 [ 0, %start ], [ %k.next, %loop ]
  %sum = phi float [ 0.0, %start ], [ %sum.next, %loop ]
  %from = getelementptr float, ptr %row, i64 %k
  %x = load float, ptr %from
  %with = getelementptr float, ptr %b, i64 %k
  %y = load float, ptr %with
  %xy = fmul fast float %x, %y
  %sum.next = fadd fast float %sum, %xy
  %k.next = add nuw i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  %last = phi float [ %sum.next, %loop ]
  %at = getelementptr float, ptr %out, i64 %i
  store float %last, ptr %at
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
