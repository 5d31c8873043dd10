; Folds what the kernel's attributes state into constants; ids get ranges.
; RUN: %opt -passes=specialise %s | FileCheck %s

; CHECK-LABEL: define void @kernel
define void @kernel(ptr %out, i32 %axis) "ndweave-kernel"="nd-range" "ndweave-local-range"="16,4" "ndweave-target"="gpu" "ndweave-sub-group-size"="8" {
; The range of an axis is a constant, that of an axis which the launch does not have is one.
; CHECK-NOT: @__ndweave_local_range
; CHECK: store volatile i32 4, ptr %out
  %range1 = call i32 @__ndweave_local_range(i32 1)
  store volatile i32 %range1, ptr %out
; CHECK: store volatile i32 1, ptr %out
  %range2 = call i32 @__ndweave_local_range(i32 2)
  store volatile i32 %range2, ptr %out
; CHECK: store volatile i32 2, ptr %out
  %target = call i32 @__ndweave_target()
  store volatile i32 %target, ptr %out
; CHECK: store volatile i32 8, ptr %out
  %sub = call i32 @__ndweave_sub_group_size()
  store volatile i32 %sub, ptr %out
; An id lies in its range.
; CHECK: call i32 @__ndweave_local_id(i32 0), !range [[LOCAL:![0-9]+]]
  %id = call i32 @__ndweave_local_id(i32 0)
  store volatile i32 %id, ptr %out
; The global id is made of the group's and the local one.
; CHECK: [[GROUP:%.*]] = call i64 @__ndweave_group_id(i32 0)
; CHECK: mul {{.*}} [[GROUP]], 16
  %global = call i64 @__ndweave_global_id(i32 0)
  store volatile i64 %global, ptr %out
; The hardest case: an axis that only runs of the program know is one of three.
; CHECK-DAG: call i32 @__ndweave_local_id(i32 1), !range
; CHECK-DAG: call i32 @__ndweave_local_id(i32 0), !range [[LOCAL]]
; CHECK-NOT: call i32 @__ndweave_local_id(i32 %axis)
  %unknown = call i32 @__ndweave_local_id(i32 %axis)
  store volatile i32 %unknown, ptr %out
  ret void
}

; What is no builtin stays.
; CHECK-LABEL: define i32 @other
define i32 @other(i32 %x) {
; CHECK: call i32 @local_range(i32 %x)
  %y = call i32 @local_range(i32 %x)
  ret i32 %y
}

; CHECK: [[LOCAL]] = !{i32 0, i32 16}

declare i32 @__ndweave_local_range(i32)
declare i32 @__ndweave_local_id(i32)
declare i64 @__ndweave_global_id(i32)
declare i32 @__ndweave_target()
declare i32 @__ndweave_sub_group_size()
declare i32 @local_range(i32)
