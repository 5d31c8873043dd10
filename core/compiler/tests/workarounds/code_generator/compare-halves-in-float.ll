; Vectors of halves are compared as floats where their operands cannot be exchanged; other comparisons stay.
; RUN: %opt -passes=compare-halves-in-float %s | FileCheck %s

; CHECK-LABEL: define <8 x i1> @less(
define <8 x i1> @less(<8 x half> %a, <8 x half> %b) {
; CHECK: [[A:%.*]] = fpext <8 x half> %a to <8 x float>
; CHECK: [[B:%.*]] = fpext <8 x half> %b to <8 x float>
; CHECK: fcmp ule <8 x float> [[A]], [[B]]
  %c = fcmp ule <8 x half> %a, %b
  ret <8 x i1> %c
}

; CHECK-LABEL: define <8 x i1> @others(
define <8 x i1> @others(<8 x half> %a, <8 x half> %b, <8 x float> %x, half %s, half %t) {
; CHECK-NOT: fpext
  %equal = fcmp oeq <8 x half> %a, %b
  %number = fcmp ord <8 x half> %a, %b
  %both = and <8 x i1> %equal, %number
  %float = fcmp olt <8 x float> %x, zeroinitializer
  %all = and <8 x i1> %both, %float
  %scalar = fcmp olt half %s, %t
  %r = insertelement <8 x i1> %all, i1 %scalar, i64 0
  ret <8 x i1> %r
}
