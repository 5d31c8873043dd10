; The axis of an id that differs between work-items must be 0, 1 or 2, known when the kernel is compiled; and so must the
; sub-group size, where the kernel asks for what depends on it.
; RUN: split-file %s %t
; RUN: not %opt -passes=canonical-ids %t/variable.ll 2>&1 | FileCheck %t/variable.ll
; RUN: not %opt -passes=canonical-ids %t/fourth.ll 2>&1 | FileCheck %t/fourth.ll
; RUN: not %opt -passes=canonical-ids %t/sub_group.ll 2>&1 | FileCheck %t/sub_group.ll

;--- variable.ll
; CHECK: kernel 'kernel': __ndweave_local_id needs a constant axis of 0, 1 or 2: use a constant dimension
; CHECK-NOT: define
define void @kernel(ptr %out, i32 %axis) "ndweave-kernel"="nd-range" "ndweave-group"="16,4,1" {
  %id = call i32 @__ndweave_local_id(i32 %axis)
  store i32 %id, ptr %out
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- fourth.ll
; CHECK: kernel 'kernel': __ndweave_global_id needs a constant axis of 0, 1 or 2: use a constant dimension
; CHECK-NOT: define
define void @kernel(ptr %out) "ndweave-kernel"="nd-range" "ndweave-group"="16,4,1" {
  %id = call i64 @__ndweave_global_id(i32 3)
  store i64 %id, ptr %out
  ret void
}
declare i64 @__ndweave_global_id(i32)

;--- sub_group.ll
; CHECK: kernel 'kernel': __ndweave_sub_group_id needs a sub-group size
; CHECK-NOT: define
define void @kernel(ptr %out) "ndweave-kernel"="nd-range" "ndweave-group"="16,4,1" {
  %id = call i32 @__ndweave_sub_group_id()
  store i32 %id, ptr %out
  ret void
}
declare i32 @__ndweave_sub_group_id()
