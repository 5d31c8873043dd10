; Loads of captures from the parameter space are faster: they stay beside a kernel's other memory. The first part shows
; that the pass runs.
; RUN: split-file %s %t
; RUN: %opt -passes=ptx-functor-pointers %t/chosen.ll | FileCheck %s --check-prefix=CHOSEN
; RUN: %opt -passes=ptx-functor-pointers %t/direct.ll | FileCheck %s
; CHOSEN-NOT: addrspace(101)
; CHECK: %x = load i32, ptr addrspace(101) %p
; CHECK: call void @llvm.memcpy.p0.p101.i64(ptr %out, ptr addrspace(101) %p, i64 8, i1 false)

;--- chosen.ll
define void @kernel(ptr byval([32 x i8]) %functor, i1 %c, ptr %out) "ndweave-kernel"="basic" {
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %p = getelementptr i8, ptr addrspace(101) %f, i64 24
  %s = select i1 %c, ptr addrspace(101) %p, ptr addrspace(101) %f
  %x = load i32, ptr addrspace(101) %s
  store i32 %x, ptr %out
  ret void
}
;--- direct.ll
define void @kernel(ptr byval([32 x i8]) %functor, ptr %out) "ndweave-kernel"="basic" {
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %p = getelementptr i8, ptr addrspace(101) %f, i64 24
  %x = load i32, ptr addrspace(101) %p
  store i32 %x, ptr %out
  call void @llvm.memcpy.p0.p101.i64(ptr %out, ptr addrspace(101) %p, i64 8, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p101.i64(ptr, ptr addrspace(101), i64, i1)
