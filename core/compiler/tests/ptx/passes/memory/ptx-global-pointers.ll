; Pointers out of captures, and those that they lead to, are global; captured ones have the alignment that is promised.
; RUN: %opt -passes='function(ptx-global-pointers<16>)' %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: %p = load ptr, ptr addrspace(101) %p.at
; CHECK-NEXT: [[P:%.*]] = addrspacecast ptr %p to ptr addrspace(1)
; CHECK-NEXT: call void @llvm.assume(i1 true) [ "align"(ptr addrspace(1) [[P]], i64 16) ]
; The hardest case: a pointer behind a pointer.
; CHECK: %list = load ptr, ptr addrspace(1) [[P]]
; CHECK-NEXT: [[LIST:%.*]] = addrspacecast ptr %list to ptr addrspace(1)
; CHECK-NEXT: %x = load float, ptr addrspace(1) [[LIST]]
; CHECK-NEXT: %q = getelementptr float, ptr addrspace(1) [[P]], i64 %n
; CHECK-NEXT: store float %x, ptr addrspace(1) %q
define void @kernel(ptr byval([16 x i8]) %functor) "ndweave-kernel"="basic" {
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %n = load i64, ptr addrspace(101) %f
  %p.at = getelementptr inbounds i8, ptr addrspace(101) %f, i64 8
  %p = load ptr, ptr addrspace(101) %p.at
  %list = load ptr, ptr %p
  %x = load float, ptr %list
  %q = getelementptr float, ptr %p, i64 %n
  store float %x, ptr %q
  ret void
}

; Only kernels: nobody knows what others are called with.
; CHECK-LABEL: define void @other(
; CHECK-NOT: addrspace(1)
; CHECK: "ndweave-aligned-pointers"="8" "ndweave-kernel"="basic"
define void @other(ptr addrspace(101) %f) {
  %p = load ptr, ptr addrspace(101) %f
  %x = load float, ptr %p
  store float %x, ptr %p
  ret void
}
