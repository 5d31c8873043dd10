; A private array of constants becomes a table that all work-items share.
; RUN: %opt -passes=constant-private-arrays %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; Bytes that nobody writes are zero, a later store in a block wins.
; CHECK: @squares.table = private unnamed_addr constant [16 x i8] c"\00\00\00\00\01\00\00\00\04\01\00\00\00\00\00\00", align 16
; CHECK: @reals.table = private unnamed_addr constant [8 x i8] c"\00\00\80?\00\00 @", align 4
; CHECK-NOT: .table =

; CHECK-LABEL: define float @kernel(
; CHECK-NOT: alloca
; CHECK-NOT: store
; CHECK: %r1 = getelementptr float, ptr @reals.table, i64 1
; CHECK: %at = getelementptr [4 x i32], ptr @squares.table, i64 0, i64 %k
define float @kernel(i64 %k) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
  %squares = alloca [4 x i32], align 16
  %reals = alloca [2 x float], align 4
  call void @llvm.lifetime.start.p0(i64 16, ptr %squares)
  store i32 0, ptr %squares
  %s1 = getelementptr i32, ptr %squares, i64 1
  store i32 1, ptr %s1
  %s2 = getelementptr i32, ptr %squares, i64 2
  store i32 4, ptr %s2
  %byte = getelementptr i8, ptr %squares, i64 9
  store i8 1, ptr %byte
  store float 1.0, ptr %reals
  %r1 = getelementptr float, ptr %reals, i64 1
  store float 2.5, ptr %r1
  br label %next
next:
  %at = getelementptr [4 x i32], ptr %squares, i64 0, i64 %k
  %square = load i32, ptr %at
  call void @llvm.lifetime.end.p0(i64 16, ptr %squares)
  %real = load float, ptr %r1
  %wide = sitofp i32 %square to float
  %sum = fadd float %real, %wide
  ret float %sum
}

; Left alone: a store of what is no constant, one at a place that is not known, one that a load does not come behind, one
; beyond the array, stores to one place in two blocks, an atomic operation, and an address that others get.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-7: alloca
define void @others(i64 %k, i32 %x, i1 %c, ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
  %value = alloca [2 x i32], align 4
  %place = alloca [2 x i32], align 4
  %late = alloca [2 x i32], align 4
  %beyond = alloca [2 x i32], align 4
  %twice = alloca [2 x i32], align 4
  %counter = alloca [2 x i32], align 4
  %known = alloca [2 x i32], align 4
  store i32 %x, ptr %value
  %value.k = getelementptr i32, ptr %value, i64 %k
  %v0 = load i32, ptr %value.k
  %place.k = getelementptr i32, ptr %place, i64 %k
  store i32 1, ptr %place.k
  %v1 = load i32, ptr %place
  %v2 = load i32, ptr %late
  store i32 1, ptr %late
  %behind = getelementptr i32, ptr %beyond, i64 2
  store i32 1, ptr %behind
  %v3 = load i32, ptr %beyond
  store i32 1, ptr %twice
  store i32 1, ptr %counter
  %v4 = atomicrmw add ptr %counter, i32 1 monotonic
  %v5 = load i32, ptr %counter
  store i32 1, ptr %known
  store ptr %known, ptr %p
  %v6 = load i32, ptr %known
  br label %again
again:
  store i32 2, ptr %twice
  %v7 = load i32, ptr %twice
  br i1 %c, label %again, label %end
end:
  ret void
}

; Not in check mode, which tells of accesses beyond an array.
; CHECK-LABEL: define i32 @checked(
; CHECK: alloca
define i32 @checked(i64 %k) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" "ndweave-check" {
  %one = alloca [2 x i32], align 4
  store i32 1, ptr %one
  %at = getelementptr i32, ptr %one, i64 %k
  %v = load i32, ptr %at
  ret i32 %v
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
