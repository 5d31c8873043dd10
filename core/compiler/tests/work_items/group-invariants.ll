; What is the same for the whole group moves into a block of its own in front of the kernel.
; RUN: split-file %s %t
; RUN: %opt -passes=group-invariants %t/reads.ll | FileCheck %t/reads.ll
; RUN: %opt -passes=group-invariants %t/writes.ll | FileCheck %t/writes.ll
; RUN: %opt -passes=group-invariants %t/allocas.ll | FileCheck %t/allocas.ll

;--- reads.ll
; The functor has 16 bytes. Numbers made of its members and of the group's id move, wherever they stand. The hardest
; case: a load under a guard loses !noundef, which holds under that guard alone: it would be undefined behaviour before it.
; CHECK-LABEL: define void @kernel(ptr noalias readonly %f
; CHECK: entry:
; CHECK-DAG: [[MEMORY:%.*]] = alloca i32
; CHECK-DAG: %out = load ptr, ptr %f
; CHECK-DAG: [[G:%.*]] = call i64 @__ndweave_group_id(i32 0)
; CHECK-DAG: mul i64 [[G]], 256
; CHECK-DAG: load i32, ptr %p8, align 4, !range !{{[0-9]+}}{{$}}
; CHECK: br label %kernel
; CHECK: kernel:
; What a work-item has of its own stays, as do loads behind the functor's end, divisions that may trap, and a freeze.
; CHECK: call void @__ndweave_barrier()
; CHECK-NEXT: call i32 @__ndweave_local_id(i32 0)
; CHECK: load i32, ptr %p14
; CHECK: udiv i32 100, %guarded
; CHECK: freeze i32 %guarded
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-functor-size"="16" "ndweave-local-range"="256" {
entry:
  call void @__ndweave_barrier()
  %l = call i32 @__ndweave_local_id(i32 0)
  %memory = alloca i32
  %out = load ptr, ptr %f
  %g = call i64 @__ndweave_group_id(i32 0)
  %first = mul i64 %g, 256
  %p14 = getelementptr i8, ptr %f, i64 14
  %behind = load i32, ptr %p14, align 2
  store volatile i32 %behind, ptr %memory
  store volatile i64 %first, ptr %out
  %some = icmp ult i32 %l, 3
  br i1 %some, label %guard, label %exit
guard:
  %p8 = getelementptr i8, ptr %f, i64 8
  %guarded = load i32, ptr %p8, align 4, !range !0, !noundef !1
  %quotient = udiv i32 100, %guarded
  %frozen = freeze i32 %guarded
  %sum = add i32 %quotient, %frozen
  store volatile i32 %sum, ptr %memory
  br label %exit
exit:
  ret void
}
declare void @__ndweave_barrier()
declare i32 @__ndweave_local_id(i32)
declare i64 @__ndweave_group_id(i32)
!0 = !{i32 1, i32 5}
!1 = !{}

;--- writes.ll
; A kernel that may write its functor reads it where it stands.
; CHECK-LABEL: define void @kernel(ptr noalias %f
; CHECK: entry:
; CHECK-NOT: load
; CHECK: kernel:
; CHECK: store volatile i32 1, ptr %f
; CHECK-NEXT: load i32, ptr %f
define void @kernel(ptr %f, ptr %out) "ndweave-kernel"="nd-range" "ndweave-functor-size"="16" "ndweave-local-range"="256" {
entry:
  store volatile i32 1, ptr %f
  %x = load i32, ptr %f
  store volatile i32 %x, ptr %out
  ret void
}

;--- allocas.ll
; Variables move, beside what a work-item makes of its own id. Memory of a size that only a work-item knows does not, nor
; does that of each iteration of a loop.
; CHECK-LABEL: define void @kernel(
; CHECK: entry:
; CHECK-NEXT: alloca i32, i32 3
; CHECK-NEXT: br label %kernel
; CHECK: kernel:
; CHECK: alloca i32, i32 %l
; CHECK: loop:
; CHECK: %iteration = alloca i32
define void @kernel(ptr %f, ptr %out) "ndweave-kernel"="nd-range" "ndweave-functor-size"="16" "ndweave-local-range"="256" {
entry:
  %l = call i32 @__ndweave_local_id(i32 0)
  %variable = alloca i32, i32 3
  %memory = alloca i32, i32 %l
  store volatile ptr %variable, ptr %memory
  br label %loop
loop:
  %iteration = alloca i32
  store volatile ptr %iteration, ptr %memory
  %some = load volatile i1, ptr %out
  br i1 %some, label %loop, label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32)
