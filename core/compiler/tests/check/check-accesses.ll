; Has every access to global and local memory looked at before it happens.
; RUN: %opt -passes=check-accesses %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, i64 %i, i1 %c, i64 %bytes) "ndweave-kernel"="nd-range" {
; What can only reach private memory is left: variables, the functor, what the work-items of a group share on their way.
; CHECK: [[PRIVATE:%.*]] = alloca [8 x float]
; CHECK-NOT: @__ndweave_check_access
  %private = alloca [8 x float]
  %q = getelementptr [8 x float], ptr %private, i64 0, i64 %i
  store float 1.0, ptr %q
  %arena = call ptr @__ndweave_arena()
  store float 2.0, ptr %arena
; CHECK: [[IN:%.*]] = load ptr, ptr %f
  %in = load ptr, ptr %f
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp

; The access takes the address from the call, so that it stays behind it. A read of a float, 4 bytes, aligned to 4,
; through the first pointer that is only read through: 33686656 says so.
; CHECK: [[P:%.*]] = getelementptr float, ptr [[IN]], i64 %i
; CHECK: [[LOOKED:%.*]] = call ptr @__ndweave_check_access(ptr [[P]], i64 4, i32 33686656, i64 0, ptr null)
; CHECK: [[V:%.*]] = load float, ptr [[LOOKED]]
  %p = getelementptr float, ptr %in, i64 %i
  %v = load float, ptr %p

; A write tells what is written.
; CHECK: [[BITS:%.*]] = bitcast float [[V]] to i32
; CHECK: [[VALUE:%.*]] = zext i32 [[BITS]] to i64
; CHECK: [[LOOKED2:%.*]] = call ptr @__ndweave_check_access(ptr %out, i64 4, i32 8520833, i64 [[VALUE]], ptr null)
; CHECK: store float [[V]], ptr [[LOOKED2]]
  store float %v, ptr %out

; Atomic and volatile ones, and those to local memory, say that they are.
; CHECK: [[LOOKED3:%.*]] = call ptr @__ndweave_check_access(ptr %out, i64 4, i32 3277889, i64 0, ptr null)
; CHECK: atomicrmw add ptr [[LOOKED3]], i32 1 acq_rel
; CHECK: [[LOOKED4:%.*]] = call ptr @__ndweave_check_access(ptr %local, i64 4, i32 4326402, i64 0, ptr null)
; CHECK: load volatile i32, ptr [[LOOKED4]]
  %a = atomicrmw add ptr %out, i32 1 acq_rel
  %local = call ptr @__ndweave_local_memory()
  %l = load volatile i32, ptr %local

; A copy is a write of what lies there and a read of what lies here; what is private of both is left.
; CHECK: [[TO:%.*]] = call ptr @__ndweave_check_access(ptr %out, i64 %bytes, i32 1, i64 0, ptr null)
; CHECK: [[FROM:%.*]] = call ptr @__ndweave_check_access(ptr %in, i64 %bytes, i32 0, i64 0, ptr null)
; CHECK: call void @llvm.memmove.p0.p0.i64(ptr [[TO]], ptr [[FROM]], i64 %bytes, i1 false)
; CHECK: [[ONLY:%.*]] = call ptr @__ndweave_check_access(ptr %in, i64 16, i32 0, i64 0, ptr null)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr [[PRIVATE]], ptr [[ONLY]], i64 16, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %out, ptr %in, i64 %bytes, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %private, ptr %in, i64 16, i1 false)

; The hardest case: an address that may be private is looked at, and not taken for one of local memory.
; CHECK: [[EITHER:%.*]] = select i1 %c, ptr [[PRIVATE]], ptr %local
; CHECK: [[LOOKED5:%.*]] = call ptr @__ndweave_check_access(ptr [[EITHER]], i64 8, i32 8587265, i64 3, ptr null)
; CHECK: store i64 3, ptr [[LOOKED5]]
  %either = select i1 %c, ptr %private, ptr %local
  store i64 3, ptr %either, align 8
; CHECK: ret void
  ret void
}

; Functions that are left because they recurse are not looked into.
; CHECK-LABEL: define void @other(
; CHECK-NEXT: store i32 1, ptr %p
define void @other(ptr %p) {
  store i32 1, ptr %p
  ret void
}

declare ptr @__ndweave_arena()
declare ptr @__ndweave_local_memory()
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
