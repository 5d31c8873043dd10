; Builtins become NVPTX's registers, constants, shared arrays and instructions.
; RUN: %opt -passes=ptx-lower-builtins %s | FileCheck %s

; One array for both uses of group scratch, as large as the larger one for each of 48 work-items.
; CHECK: @ndw_local_memory = external addrspace(3) global [0 x i8], align 64
; CHECK: @ndw_scratch = internal addrspace(3) global [384 x i8] undef, align 16

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: [[L:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range [[OF_GROUP:![0-9]+]]
; CHECK-NEXT: [[G:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !range
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 [[G]] to i64
; CHECK-NEXT: store volatile i32 [[L]], ptr %out
; CHECK-NEXT: store volatile i32 48, ptr %out
; CHECK-NEXT: store volatile i64 %n, ptr %out
; CHECK-NEXT: store volatile i64 [[WIDE]], ptr %out
; The last of 48 work-items is in a warp of 16.
; CHECK: [[WARP:%.*]] = udiv i32 {{%.*}}, 32
; CHECK: [[LAST:%.*]] = icmp eq i32 [[WARP]], 1
; CHECK: [[MASK:%.*]] = select i1 [[LAST]], i32 65535, i32 -1
; CHECK: [[S:%.*]] = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 [[MASK]], i32 7, i32 [[L]], i32 31)
; CHECK: store volatile i32 [[S]], ptr addrspacecast (ptr addrspace(3) @ndw_local_memory to ptr)
; CHECK: store volatile i32 [[S]], ptr addrspacecast (ptr addrspace(3) @ndw_scratch to ptr)
; CHECK: store volatile i32 [[S]], ptr addrspacecast (ptr addrspace(3) @ndw_scratch to ptr)
; CHECK: call void @llvm.nvvm.barrier0()
; CHECK: call void asm sideeffect "fence.acq_rel.gpu;"
; What has no lowering stays: the target refuses it.
; CHECK: call void @__ndweave_unheard_of()
; CHECK: [[OF_GROUP]] = !{i32 0, i32 48}
define void @kernel(ptr byval([8 x i8]) %functor, ptr %out, i64 %n) "ndweave-kernel"="basic" "ndweave-local-range"="48" {
  %l = call i32 @__ndweave_local_id(i32 0)
  %r = call i32 @__ndweave_local_range(i32 0)
  %n0 = call i64 @__ndweave_global_range(i32 0)
  %g = call i64 @__ndweave_group_id(i32 1)
  store volatile i32 %l, ptr %out
  store volatile i32 %r, ptr %out
  store volatile i64 %n0, ptr %out
  store volatile i64 %g, ptr %out
  %s = call i32 @__ndweave_shuffle_u32(i32 7, i32 %l)
  %m = call ptr @__ndweave_local_memory()
  store volatile i32 %s, ptr %m
  %q = call ptr @__ndweave_group_scratch(i32 4)
  %q8 = call ptr @__ndweave_group_scratch(i32 8)
  store volatile i32 %s, ptr %q
  store volatile i32 %s, ptr %q8
  call void @__ndweave_barrier()
  call void @__ndweave_fence(i32 3)
  call void @__ndweave_unheard_of()
  ret void
}
declare i32 @__ndweave_local_id(i32)
declare i32 @__ndweave_local_range(i32)
declare i64 @__ndweave_global_range(i32)
declare i64 @__ndweave_group_id(i32)
declare i32 @__ndweave_shuffle_u32(i32, i32)
declare ptr @__ndweave_local_memory()
declare ptr @__ndweave_group_scratch(i32)
declare void @__ndweave_barrier()
declare void @__ndweave_fence(i32)
declare void @__ndweave_unheard_of()
