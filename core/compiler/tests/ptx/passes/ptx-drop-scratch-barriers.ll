; Barriers that only keep accesses to scratch memory apart go where other barriers do that.
; RUN: %opt -for-gpu=sm_90 -passes='ptx-drop-scratch-barriers' %s | FileCheck %s

@ndw_warp_scratch_0 = internal addrspace(3) global [16 x i8] undef, align 16
@ndw_warp_scratch_1 = internal addrspace(3) global [16 x i8] undef, align 16

; Two operations with an array each: the second one's own barrier is between the first one's reads and all that follows.
; The barrier in the middle of the loop is the program's: there the second one's goes, too.
; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK: store float %x, ptr addrspace(3) @ndw_warp_scratch_0
; CHECK-NEXT: call void @llvm.nvvm.barrier0(){{$}}
; CHECK-NEXT: %a = load
; CHECK-NEXT: store float %a, ptr addrspace(3) @ndw_warp_scratch_1
; CHECK-NEXT: call void @llvm.nvvm.barrier0(){{$}}
; CHECK-NEXT: %b = load
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK: store float %s, ptr addrspace(3) @ndw_warp_scratch_0
; CHECK-NEXT: call void @llvm.nvvm.barrier0(){{$}}
; CHECK-NEXT: %c = load
; CHECK-NEXT: store float %c, ptr addrspace(3) %second
; CHECK-NEXT: call void @llvm.nvvm.barrier0(){{$}}
; CHECK-NEXT: %d = load
; CHECK-NEXT: call void @llvm.nvvm.barrier0(){{$}}
; CHECK-NEXT: %next = add
; One operation in a loop writes to its array again: its barrier stays, and the last one's, whose path does not end, goes.
; CHECK: alone:
; CHECK: store float %d, ptr addrspace(3) @ndw_warp_scratch_0
; CHECK-NEXT: call void @llvm.nvvm.barrier0(){{$}}
; CHECK-NEXT: %e = load
; CHECK-NEXT: call void @llvm.nvvm.barrier0(), !ndweave.scratch
; CHECK-NEXT: %again
; CHECK: last:
; CHECK: call void @llvm.nvvm.barrier0(){{$}}
; CHECK-NEXT: %f = load
; CHECK-NEXT: store float %f, ptr addrspace(1) %out
; CHECK-NEXT: ret void
define ptx_kernel void @kernel(ptr addrspace(1) %out, float %x, i32 %n) "ndweave-kernel"="nd-range" {
start:
  store float %x, ptr addrspace(3) @ndw_warp_scratch_0
  call void @llvm.nvvm.barrier0()
  %a = load float, ptr addrspace(3) @ndw_warp_scratch_0
  call void @llvm.nvvm.barrier0(), !ndweave.scratch !0
  store float %a, ptr addrspace(3) @ndw_warp_scratch_1
  call void @llvm.nvvm.barrier0()
  %b = load float, ptr addrspace(3) @ndw_warp_scratch_1
  call void @llvm.nvvm.barrier0(), !ndweave.scratch !0
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %next, %loop ]
  %s = phi float [ %b, %start ], [ %d, %loop ]
  %second = getelementptr i8, ptr addrspace(3) @ndw_warp_scratch_1, i32 4
  store float %s, ptr addrspace(3) @ndw_warp_scratch_0
  call void @llvm.nvvm.barrier0()
  %c = load float, ptr addrspace(3) @ndw_warp_scratch_0
  call void @llvm.nvvm.barrier0(), !ndweave.scratch !0
  store float %c, ptr addrspace(3) %second
  call void @llvm.nvvm.barrier0()
  %d = load float, ptr addrspace(3) %second
  call void @llvm.nvvm.barrier0(), !ndweave.scratch !0
  call void @llvm.nvvm.barrier0()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %alone
alone:
  %k = phi i32 [ 0, %loop ], [ %again, %alone ]
  store float %d, ptr addrspace(3) @ndw_warp_scratch_0
  call void @llvm.nvvm.barrier0()
  %e = load float, ptr addrspace(3) @ndw_warp_scratch_0
  call void @llvm.nvvm.barrier0(), !ndweave.scratch !0
  %again = add i32 %k, 1
  %on = icmp ult i32 %again, %n
  br i1 %on, label %alone, label %last
last:
  store float %e, ptr addrspace(3) @ndw_warp_scratch_1
  call void @llvm.nvvm.barrier0()
  %f = load float, ptr addrspace(3) @ndw_warp_scratch_1
  call void @llvm.nvvm.barrier0(), !ndweave.scratch !0
  store float %f, ptr addrspace(1) %out
  ret void
}
declare void @llvm.nvvm.barrier0() convergent nounwind
!0 = !{}
