; An array whose address is used otherwise may be accessed anywhere: all barriers stay.
; RUN: %opt -for-gpu=sm_90 -passes='ptx-drop-scratch-barriers' %s | FileCheck %s
; RUN: sed '/store ptr/d' %s | %opt -for-gpu=sm_90 -passes='ptx-drop-scratch-barriers' - | FileCheck %s --check-prefix=UNUSED

; UNUSED: load float
; UNUSED-NEXT: ret void
; CHECK: call void @llvm.nvvm.barrier0(), !ndweave.scratch
@ndw_warp_scratch_0 = internal addrspace(3) global [16 x i8] undef, align 16
define ptx_kernel void @kernel(ptr addrspace(1) %out) "ndweave-kernel"="nd-range" {
  %a = load float, ptr addrspace(3) @ndw_warp_scratch_0
  call void @llvm.nvvm.barrier0(), !ndweave.scratch !0
  store ptr addrspace(3) @ndw_warp_scratch_0, ptr addrspace(1) %out
  ret void
}
declare void @llvm.nvvm.barrier0() convergent nounwind
!0 = !{}
