; A functor whose addresses are chosen between is reached generically; others by the parameter space.
; RUN: split-file %s %t
; RUN: %opt -passes=ptx-functor-pointers %t/chosen.ll | FileCheck %s --check-prefix=CHOSEN
; RUN: %opt -passes=ptx-functor-pointers %t/both.ll | FileCheck %s --check-prefix=BOTH

; CHOSEN-LABEL: define void @kernel(
; CHOSEN-NOT: addrspace
; CHOSEN: %s = select i1 %c, ptr %p, ptr %q
; CHOSEN-NEXT: %x = load i32, ptr %s

; The hardest case: a copy from there, whose intrinsic names the address space, and a pointer that may be none.
; BOTH-LABEL: define void @kernel(
; BOTH: %s = select i1 %c, ptr %p, ptr addrspacecast (ptr addrspace(101) null to ptr)
; BOTH: call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %s, i64 8, i1 false)

;--- chosen.ll
define void @kernel(ptr byval([32 x i8]) %functor, i1 %c, ptr %out) "ndweave-kernel"="basic" {
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %p = getelementptr i8, ptr addrspace(101) %f, i64 24
  %q = getelementptr i8, ptr addrspace(101) %f, i64 28
  %s = select i1 %c, ptr addrspace(101) %p, ptr addrspace(101) %q
  %x = load i32, ptr addrspace(101) %s
  store i32 %x, ptr %out
  ret void
}
;--- both.ll
define void @kernel(ptr byval([32 x i8]) %functor, i1 %c, ptr %out) "ndweave-kernel"="basic" {
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %p = getelementptr i8, ptr addrspace(101) %f, i64 24
  %s = select i1 %c, ptr addrspace(101) %p, ptr addrspace(101) null
  call void @llvm.memcpy.p0.p101.i64(ptr %out, ptr addrspace(101) %s, i64 8, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p101.i64(ptr, ptr addrspace(101), i64, i1)
