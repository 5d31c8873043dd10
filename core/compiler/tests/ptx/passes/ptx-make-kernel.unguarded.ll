; Kernels without a test: those over an nd-range, and coarsened ones, which test ids themselves and still get the range.
; RUN: split-file %s %t
; RUN: %opt -passes=ptx-make-kernel %t/nd-range.ll | FileCheck %s --check-prefix=ND
; RUN: %opt -passes=ptx-make-kernel %t/coarse.ll | FileCheck %s --check-prefix=COARSE

; An empty functor has a byte, as in C++.
; ND: define void @ndw_kernel(ptr noundef byval([1 x i8]) align 16 %functor)
; ND-NOT: @__ndweave_global_id
; ND: ret void
; COARSE: define void @ndw_kernel(ptr noundef byval([8 x i8]) align 16 %functor, i64 %global_range)
; COARSE-NOT: @__ndweave_global_id
; COARSE: "ndweave-coarsening"="2"

;--- nd-range.ll
define internal void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-local-range"="16" {
  ret void
}
;--- coarse.ll
define internal void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="64" "ndweave-functor-size"="8" "ndweave-coarsening"="2" {
  ret void
}
