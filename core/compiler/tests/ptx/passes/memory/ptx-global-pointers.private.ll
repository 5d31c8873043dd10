; A kernel that keeps the address of private memory in memory may load it back: only captures are global then.
; RUN: %opt -passes='function(ptx-global-pointers<1>)' %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: [[P:%.*]] = addrspacecast ptr %p to ptr addrspace(1)
; CHECK-NOT: llvm.assume
; CHECK: store ptr %mine, ptr addrspace(1) [[P]]
; CHECK: %back = load ptr, ptr addrspace(1) [[P]]
; CHECK-NEXT: store i32 1, ptr %back
define void @kernel(ptr byval([8 x i8]) %functor) "ndweave-kernel"="basic" {
  %mine = alloca i32
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %p = load ptr, ptr addrspace(101) %f
  store ptr %mine, ptr %p
  %back = load ptr, ptr %p
  store i32 1, ptr %back
  ret void
}
