; Loads of what the launch only reads, by the types of its stores; none behind a fence.
; RUN: %opt -passes='function(ptx-read-only-loads)' %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: %x = load float, ptr addrspace(1) %a, {{.*}}!invariant.load
; CHECK: %i = load i32, ptr addrspace(1) %b,
; CHECK-NOT: !invariant.load
; CHECK: call void asm sideeffect
; CHECK-NEXT: %y = load float, ptr addrspace(1) %a,
; CHECK-NOT: !invariant.load
; CHECK: ret void
define void @kernel(ptr addrspace(1) %a, ptr addrspace(1) %b) "ndweave-kernel"="basic" {
  %x = load float, ptr addrspace(1) %a, !tbaa !1
  %i = load i32, ptr addrspace(1) %b, !tbaa !3
  call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
  %y = load float, ptr addrspace(1) %a, !tbaa !1
  %s = fadd float %x, %y
  %w = fptosi float %s to i32
  %v = add i32 %w, %i
  store i32 %v, ptr addrspace(1) %b, !tbaa !3
  ret void
}

; Only kernels are whole launches.
; CHECK-LABEL: define float @other(
; CHECK-NOT: !invariant.load
; CHECK: ret float
define float @other(ptr addrspace(1) %a) {
  %x = load float, ptr addrspace(1) %a, !tbaa !1
  ret float %x
}
!0 = !{!"C++"}
!1 = !{!2, !2, i64 0}
!2 = !{!"float", !0}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !0}
