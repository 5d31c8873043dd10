; Tells check mode of the barriers and fences that a work-item has passed.
; RUN: %opt -passes=note-synchronisation %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, i1 %c) "ndweave-kernel"="nd-range" {
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: call void @__ndweave_check_barrier(i32 0)
; CHECK-NEXT: call void @__ndweave_sub_group_barrier()
; CHECK-NEXT: call void @__ndweave_check_barrier(i32 1)
; CHECK-NEXT: call void @__ndweave_check_barrier(i32 2)
; CHECK-NEXT: call void @__ndweave_members_barrier(i64 5)
; CHECK-NEXT: call void @__ndweave_check_barrier(i32 3)
; CHECK-NEXT: call void @__ndweave_fence(i32 2)
; CHECK-NEXT: call void @__ndweave_check_fence()
; CHECK-NEXT: call void @__ndweave_sequential_fence(i32 3)
; CHECK-NEXT: call void @__ndweave_check_fence()
  call void @__ndweave_barrier()
  call void @__ndweave_sub_group_barrier()
  call void @__ndweave_members_barrier(i64 5)
  call void @__ndweave_fence(i32 2)
  call void @__ndweave_sequential_fence(i32 3)
; The hardest case: nothing lies between a barrier and the end of its block, and only one way has it.
; CHECK: br i1 %c, label %some, label %end
  br i1 %c, label %some, label %end
some:
; CHECK: some:
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: call void @__ndweave_check_barrier(i32 0)
; CHECK-NEXT: br label %end
  call void @__ndweave_barrier()
  br label %end
end:
; What orders no work-items is not told of: other builtins, other functions, LLVM's fences.
; CHECK: end:
; CHECK-NEXT: call i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: call void @barrier()
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret void
  %l = call i32 @__ndweave_local_id(i32 0)
  call void @barrier()
  fence seq_cst
  ret void
}

; Only the kernel is asked.
; CHECK-LABEL: define void @other(
define void @other() {
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: ret void
  call void @__ndweave_barrier()
  ret void
}

declare void @__ndweave_barrier()
declare void @__ndweave_sub_group_barrier()
declare void @__ndweave_members_barrier(i64)
declare void @__ndweave_fence(i32)
declare void @__ndweave_sequential_fence(i32)
declare i32 @__ndweave_local_id(i32)
declare void @barrier()
