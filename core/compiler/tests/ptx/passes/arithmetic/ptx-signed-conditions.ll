; Conditions that are signed numbers become a choice: LLVM 19's NVPTX makes +1 of what is true.
; RUN: %opt -passes=ptx-signed-conditions %s | FileCheck %s

; CHECK-LABEL: define double @single(
; CHECK-NEXT: [[C:%.*]] = fcmp une double %x, 0.000000e+00
; CHECK-NEXT: [[R:%.*]] = select i1 [[C]], double -1.000000e+00, double 0.000000e+00
; CHECK-NEXT: ret double [[R]]
define double @single(double %x) {
  %c = fcmp une double %x, 0.0
  %r = sitofp i1 %c to double
  ret double %r
}

; CHECK-LABEL: define <2 x half> @vectors(
; CHECK-NEXT: [[R:%.*]] = select <2 x i1> %c, <2 x half> <half 0xHBC00, half 0xHBC00>, <2 x half> zeroinitializer
; CHECK-NEXT: ret <2 x half> [[R]]
define <2 x half> @vectors(<2 x i1> %c) {
  %r = sitofp <2 x i1> %c to <2 x half>
  ret <2 x half> %r
}

; The hardest case: what is alike but no condition, or has no sign, is made right.
; CHECK-LABEL: define float @others(
; CHECK-NEXT: [[BYTE:%.*]] = sitofp i8 %b to float
; CHECK-NEXT: [[TRUTH:%.*]] = uitofp i1 %c to float
define float @others(i8 %b, i1 %c) {
  %byte = sitofp i8 %b to float
  %truth = uitofp i1 %c to float
  %r = fadd float %byte, %truth
  ret float %r
}
