; Notes at the kernel how many work-items the loops over a group run over.
; RUN: split-file %s %t
; RUN: %opt -passes='choose-group-shape<256>' %t/nd_range.ll | FileCheck %t/nd_range.ll
; RUN: %opt -passes='choose-group-shape<256>' %t/basic.ll | FileCheck %t/basic.ll
; RUN: %opt -passes='choose-group-shape<256>' %t/single_task.ll | FileCheck %t/single_task.ll
; RUN: %opt -passes='choose-group-shape<256>' %t/barrier.ll | FileCheck %t/barrier.ll

;--- nd_range.ll
; A work-group is a group, whatever the tiles of basic kernels are.
; CHECK: define void @kernel(ptr %f) #[[KERNEL:[0-9]+]] {
; CHECK-NEXT: ret void
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-local-range"="16,4" {
  ret void
}
; What is no kernel has no group.
; CHECK: define void @other() #[[OTHER:[0-9]+]] {
define void @other() "ndweave-local-range"="16,4" {
  ret void
}
; CHECK-NOT: partial
; CHECK: attributes #[[KERNEL]] = { "ndweave-group"="16,4,1" "ndweave-kernel"="nd-range" "ndweave-local-range"="16,4" }
; CHECK-NEXT: attributes #[[OTHER]] = { "ndweave-local-range"="16,4" }

;--- basic.ll
; The hardest case: a basic kernel of three dimensions runs in tiles along axis 0; the last of a row may be smaller.
; CHECK: attributes #0 = { "ndweave-group"="256,1,1" "ndweave-kernel"="basic" "ndweave-local-range"="1,1,1" "ndweave-partial-group" }
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="1,1,1" {
  ret void
}

;--- single_task.ll
; CHECK: attributes #0 = { "ndweave-group"="1,1,1" "ndweave-kernel"="single-task" }
define void @kernel(ptr %f) "ndweave-kernel"="single-task" {
  ret void
}

;--- barrier.ll
; The program's barriers, before passes make and remove such.
; CHECK: attributes #0 = { "ndweave-barriers" "ndweave-group"="8,1,1" "ndweave-kernel"="nd-range" "ndweave-local-range"="8" }
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-local-range"="8" {
  call void @__ndweave_barrier()
  ret void
}
declare void @__ndweave_barrier()
