; Kernels that are left alone: their work-items know more than their global id, bring enough loads themselves, or are
; too few. The first part shows that the pass runs.
; RUN: split-file %s %t
; RUN: %opt -passes=coarsen %t/taken.ll | FileCheck %s --check-prefix=TAKEN
; RUN: %opt -passes=coarsen %t/local-id.ll | FileCheck %s
; RUN: %opt -passes=coarsen %t/branch.ll | FileCheck %s
; RUN: %opt -passes=coarsen %t/loads.ll | FileCheck %s
; RUN: %opt -passes=coarsen %t/nd-range.ll | FileCheck %s
; RUN: %opt -passes=coarsen %t/small-group.ll | FileCheck %s
; TAKEN: __ndweave_global_range
; CHECK-NOT: __ndweave_global_range
; CHECK: define void @kernel(
; CHECK-NOT: ndweave-coarsening

;--- taken.ll
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="32" {
  %p = load ptr, ptr %f
  %id = call i64 @__ndweave_global_id(i32 0)
  %q = getelementptr i64, ptr %p, i64 %id
  store i64 %id, ptr %q
  ret void
}
declare i64 @__ndweave_global_id(i32)

;--- local-id.ll
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="32" {
  %p = load ptr, ptr %f
  %id = call i32 @__ndweave_local_id(i32 0)
  %q = getelementptr i32, ptr %p, i32 %id
  store i32 %id, ptr %q
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- branch.ll
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="32" {
  %p = load ptr, ptr %f
  %c = icmp eq ptr %p, null
  br i1 %c, label %done, label %write
write:
  store i32 1, ptr %p
  br label %done
done:
  ret void
}

;--- loads.ll
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="32" {
  %p = load ptr, ptr %f
  %x = load i128, ptr %p
  %y = load i8, ptr %p
  store i8 %y, ptr %p
  ret void
}

;--- nd-range.ll
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-local-range"="32" {
  %p = load ptr, ptr %f
  store i32 1, ptr %p
  ret void
}

;--- small-group.ll
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="16" {
  %p = load ptr, ptr %f
  store i32 1, ptr %p
  ret void
}
