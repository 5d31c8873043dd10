; Notes at the kernel how many lanes the loops over a sub-group run over.
; RUN: split-file %s %t
; RUN: %opt -passes=choose-sub-group-shape %t/whole.ll | FileCheck %t/whole.ll
; RUN: %opt -passes=choose-sub-group-shape %t/partial.ll | FileCheck %t/partial.ll
; RUN: %opt -passes=choose-sub-group-shape %t/small.ll | FileCheck %t/small.ll

;--- whole.ll
; CHECK: attributes #0 = { "ndweave-group"="10,4,1" "ndweave-kernel"="nd-range" "ndweave-lanes"="8,1,1" "ndweave-sub-group-size"="8" }
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-group"="10,4,1" "ndweave-sub-group-size"="8" {
  ret void
}

;--- partial.ll
; The hardest case: of thirty work-items the last sub-group has six.
; CHECK: attributes #0 = { "ndweave-group"="10,3,1" "ndweave-kernel"="nd-range" "ndweave-lanes"="8,1,1" "ndweave-partial-lanes" "ndweave-sub-group-size"="8" }
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-group"="10,3,1" "ndweave-sub-group-size"="8" {
  ret void
}

;--- small.ll
; The only one has as many as there are.
; CHECK: attributes #0 = { "ndweave-group"="5,1,1" "ndweave-kernel"="nd-range" "ndweave-lanes"="5,1,1" "ndweave-sub-group-size"="8" }
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-group"="5,1,1" "ndweave-sub-group-size"="8" {
  ret void
}
