; Loads through captured pointers that lead into allocations of their own, where nothing is written through them.
; RUN: %opt -passes='function(ptx-read-only-loads)' %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: %x = load float, ptr addrspace(1) %from, {{.*}}!invariant.load
; The hardest case: what is read through the pointer that is written through may be what another work-item writes.
; CHECK: %y = load float, ptr addrspace(1) %to, align 4{{$}}
; CHECK: ret void
define void @kernel(ptr byval([24 x i8]) align 16 %functor) "ndweave-kernel"="basic" "ndweave-distinct-pointers" {
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %a = load ptr, ptr addrspace(101) %f
  %to = addrspacecast ptr %a to ptr addrspace(1)
  %g = getelementptr inbounds i8, ptr addrspace(101) %f, i64 8
  %b = load ptr, ptr addrspace(101) %g
  %from = addrspacecast ptr %b to ptr addrspace(1)
  %x = load float, ptr addrspace(1) %from
  %y = load float, ptr addrspace(1) %to
  %s = fadd float %x, %y
  %p = getelementptr float, ptr addrspace(1) %to, i64 4
  store float %s, ptr addrspace(1) %p
  ret void
}

; A write through a pointer that is no captured one may be anywhere ...
; CHECK-LABEL: define void @elsewhere(
; CHECK-NOT: !invariant.load
; CHECK: ret void
define void @elsewhere(ptr byval([24 x i8]) align 16 %functor) "ndweave-kernel"="basic" "ndweave-distinct-pointers" {
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %a = load ptr, ptr addrspace(101) %f
  %table = addrspacecast ptr %a to ptr addrspace(1)
  %b = load ptr, ptr addrspace(1) %table
  %to = addrspacecast ptr %b to ptr addrspace(1)
  store float 0.0, ptr addrspace(1) %to
  ret void
}

; ... and a pointer that is one of two, through one of which is written, reads what is written.
; CHECK-LABEL: define void @either(
; CHECK-NOT: !invariant.load
; CHECK: ret void
define void @either(ptr byval([24 x i8]) align 16 %functor, i1 %c) "ndweave-kernel"="basic" "ndweave-distinct-pointers" {
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %a = load ptr, ptr addrspace(101) %f
  %to = addrspacecast ptr %a to ptr addrspace(1)
  %g = getelementptr inbounds i8, ptr addrspace(101) %f, i64 8
  %b = load ptr, ptr addrspace(101) %g
  %from = addrspacecast ptr %b to ptr addrspace(1)
  %one = select i1 %c, ptr addrspace(1) %to, ptr addrspace(1) %from
  %x = load float, ptr addrspace(1) %one
  store float %x, ptr addrspace(1) %to
  ret void
}

; Not where the launch does not say so.
; CHECK-LABEL: define void @unknown(
; CHECK-NOT: !invariant.load
; CHECK: ret void
define void @unknown(ptr byval([24 x i8]) align 16 %functor) "ndweave-kernel"="basic" {
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %a = load ptr, ptr addrspace(101) %f
  %to = addrspacecast ptr %a to ptr addrspace(1)
  %g = getelementptr inbounds i8, ptr addrspace(101) %f, i64 8
  %b = load ptr, ptr addrspace(101) %g
  %from = addrspacecast ptr %b to ptr addrspace(1)
  %x = load float, ptr addrspace(1) %from
  store float %x, ptr addrspace(1) %to
  ret void
}

; What the code relies on is a note: offsets of pointers that it writes through, and that it only reads through.
; CHECK: attributes {{.*}} "ndweave-kernel"="basic" "ndweave-read-pointers"="8" "ndweave-written-pointers"="0" }
