; The kernel begins by telling check mode which group it runs, and through which captured pointers it writes.
; RUN: split-file %s %t
; RUN: %opt -passes=note-groups %t/written.ll | FileCheck %s --check-prefix=WRITTEN
; RUN: %opt -passes=note-groups %t/unknown.ll | FileCheck %s --check-prefix=UNKNOWN
; RUN: %opt -passes=note-groups %t/calls.ll | FileCheck %s --check-prefix=CALLS

;--- written.ll
; WRITTEN-LABEL: define void @kernel(
define void @kernel(ptr %f, i1 %c) "ndweave-kernel"="nd-range" {
; WRITTEN-NEXT: [[PRIVATE:%.*]] = alloca i32
; WRITTEN-NEXT: [[X:%.*]] = call i64 @__ndweave_group_id(i32 0)
; WRITTEN-NEXT: [[Y:%.*]] = call i64 @__ndweave_group_id(i32 1)
; WRITTEN-NEXT: [[Z:%.*]] = call i64 @__ndweave_group_id(i32 2)
; WRITTEN-NEXT: call void @__ndweave_check_group(i64 [[X]], i64 [[Y]], i64 [[Z]])
; Each captured pointer that is written through is told once, at its place in the functor.
; WRITTEN: [[PLACE8:%.*]] = getelementptr i8, ptr %f, i64 8
; WRITTEN-NEXT: [[P8:%.*]] = load ptr, ptr [[PLACE8]], align 1
; WRITTEN-NEXT: call void @__ndweave_check_writes(ptr [[P8]])
; WRITTEN: [[PLACE16:%.*]] = getelementptr i8, ptr %f, i64 16
; WRITTEN-NEXT: [[P16:%.*]] = load ptr, ptr [[PLACE16]], align 1
; WRITTEN-NEXT: call void @__ndweave_check_writes(ptr [[P16]])
; WRITTEN-NOT: call void @__ndweave_check_writes
; WRITTEN: ret void
  %private = alloca i32
  %in = load ptr, ptr %f
  %x = load i32, ptr %in
  %outp = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %outp
  store i32 %x, ptr %out
  %next = getelementptr i32, ptr %out, i64 4
  store i32 %x, ptr %next
  %sump = getelementptr i8, ptr %f, i64 16
  %sum = load ptr, ptr %sump
  %s = atomicrmw add ptr %sum, i32 %x monotonic
; Not those that are read through, and not private and local memory.
  store i32 %x, ptr %private
  %local = call ptr @__ndweave_local_memory()
  store i32 %x, ptr %local
; The hardest case: of a write through one of two pointers, both are told.
  %either = select i1 %c, ptr %out, ptr %sum
  store i32 %x, ptr %either
  ret void
}
declare ptr @__ndweave_local_memory()

;--- unknown.ll
; A pointer that lies in memory may be any: then none is told, since those that are told would not be all.
; UNKNOWN-LABEL: define void @kernel(
; UNKNOWN: call void @__ndweave_check_group(
; UNKNOWN-NOT: @__ndweave_check_writes
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" {
  %out = load ptr, ptr %f
  store i32 1, ptr %out
  %table = load ptr, ptr %out
  store i32 2, ptr %table
  ret void
}

;--- calls.ll
; Nor where a function that was not inlined may write anything.
; CALLS-LABEL: define void @kernel(
; CALLS: call void @__ndweave_check_group(
; CALLS-NOT: @__ndweave_check_writes
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" {
  %out = load ptr, ptr %f
  store i32 1, ptr %out
  call void @recursive(ptr %f)
  ret void
}
declare void @recursive(ptr)
