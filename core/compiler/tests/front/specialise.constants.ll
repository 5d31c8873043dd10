; Specialization constants become stores of the values that the kernel's attributes have, of the same key and size; others
; leave the defaults.
; RUN: %opt -passes=specialise %s | FileCheck %s

; CHECK: [[VALUE:@.*]] = private unnamed_addr constant [4 x i8] c"*\01\00\80"

; CHECK-LABEL: define void @kernel
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-target"="cpu" "ndweave-constants"="17=2a010080,12345678901234567890=0102" {
  %known = alloca i32
  %unknown = alloca i32
  %other_size = alloca i32
; CHECK: call void @llvm.memcpy.{{.*}}(ptr %known, ptr align 1 [[VALUE]], i64 4, i1 false)
; CHECK-NOT: memcpy
; CHECK-NOT: @__ndweave_specialization_constant
  call void @__ndweave_specialization_constant(i64 17, ptr %known, i64 4)
  call void @__ndweave_specialization_constant(i64 18, ptr %unknown, i64 4)
  call void @__ndweave_specialization_constant(i64 -6101065172474983726, ptr %other_size, i64 4)
; CHECK: ret void
  ret void
}

declare void @__ndweave_specialization_constant(i64, ptr, i64)
