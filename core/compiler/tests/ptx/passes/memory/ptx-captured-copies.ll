; Copies of captured objects that are only read are read where the captures lie: in the parameters.
; RUN: %opt -for-gpu=sm_90 -passes='function(ptx-captured-copies)' %s | FileCheck %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
%table = type { [20 x float] }

; The hardest case: a copy of a copy, as functions make that take it by value, indexed with what only the device knows.
; CHECK-LABEL: define void @kernel(
; CHECK-NOT: alloca
; CHECK: [[F:%.*]] = addrspacecast ptr %functor to ptr addrspace(101)
; CHECK: [[T:%.*]] = getelementptr inbounds i8, ptr addrspace(101) [[F]], i64 8
; CHECK-NOT: call
; CHECK: [[P:%.*]] = getelementptr inbounds float, ptr addrspace(101) [[T]], i64 %i
; CHECK: load float, ptr addrspace(101) [[P]], align 4
; CHECK-NOT: call
define void @kernel(ptr byval([88 x i8]) align 16 %functor, ptr addrspace(1) %out, i64 %i) "ndweave-kernel"="basic" {
  %inner = alloca %table, align 8
  %outer = alloca %table, align 8
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %t = getelementptr inbounds i8, ptr addrspace(101) %f, i64 8
  call void @llvm.memcpy.p0.p101.i64(ptr align 8 %outer, ptr addrspace(101) align 8 %t, i64 80, i1 false)
  call void @llvm.lifetime.start.p0(i64 80, ptr %inner)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %inner, ptr align 8 %outer, i64 80, i1 false)
  %p = getelementptr inbounds float, ptr %inner, i64 %i
  %x = load float, ptr %p, align 4
  store float %x, ptr addrspace(1) %out
  call void @llvm.lifetime.end.p0(i64 80, ptr %inner)
  ret void
}

; Not copies that something else writes, which cover a part only, or whose address goes elsewhere.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-3: alloca
; CHECK-COUNT-3: call void @llvm.memcpy
define void @others(ptr byval([88 x i8]) align 16 %functor, ptr addrspace(1) %out, i64 %i) "ndweave-kernel"="basic" {
  %written = alloca %table, align 8
  %part = alloca %table, align 8
  %escaping = alloca %table, align 8
  %f = addrspacecast ptr %functor to ptr addrspace(101)
  %t = getelementptr inbounds i8, ptr addrspace(101) %f, i64 8
  call void @llvm.memcpy.p0.p101.i64(ptr align 8 %written, ptr addrspace(101) align 8 %t, i64 80, i1 false)
  call void @llvm.memcpy.p0.p101.i64(ptr align 8 %part, ptr addrspace(101) align 8 %t, i64 40, i1 false)
  call void @llvm.memcpy.p0.p101.i64(ptr align 8 %escaping, ptr addrspace(101) align 8 %t, i64 80, i1 false)
  %p = getelementptr inbounds float, ptr %written, i64 %i
  store float 1.0, ptr %p
  %x = load float, ptr %written
  %q = getelementptr inbounds float, ptr %part, i64 %i
  %y = load float, ptr %q
  %r = getelementptr inbounds float, ptr %escaping, i64 %i
  %z = load float, ptr %r
  %s = fadd float %x, %y
  %sum = fadd float %s, %z
  store float %sum, ptr addrspace(1) %out
  store ptr %escaping, ptr addrspace(1) %out
  ret void
}
declare void @llvm.memcpy.p0.p101.i64(ptr, ptr addrspace(101), i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
