; The functor is read-only, nobody else's, and as large as the request says.
; RUN: split-file %s %t
; RUN: %opt -passes=c-describe-functor %t/some.ll | FileCheck %s --check-prefix=SOME
; RUN: %opt -passes=c-describe-functor %t/empty.ll | FileCheck %s --check-prefix=EMPTY

; SOME: define void @kernel(ptr noalias readonly align 16 dereferenceable(24) %f)
; Other functions have other arguments.
; SOME: define void @other(ptr %f)
; EMPTY: define void @kernel(ptr noalias readonly align 16 %f)

;--- some.ll
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-functor-size"="24" {
  ret void
}
define void @other(ptr %f) {
  ret void
}
;--- empty.ll
define void @kernel(ptr %f) "ndweave-kernel"="basic" {
  ret void
}
