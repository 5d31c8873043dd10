; A program may ask for the approximation of single operations by their flags; subnormal numbers and infinities stay.
; RUN: %opt -passes=ptx-approximate-functions %s | FileCheck %s

define void @single(float %a, float %b, ptr %out) "ndweave-kernel"="basic" {
; CHECK-LABEL: define void @single(
; What is not flagged stays as it is.
  %x = call float @llvm.sin.f32(float %a)
  store float %x, ptr %out
  %y = fdiv arcp float %a, %b
  store float %y, ptr %out
; CHECK-NEXT: %x = call float @llvm.sin.f32(float %a)
; CHECK-NEXT: store float %x, ptr %out
; CHECK-NEXT: %y = fdiv arcp float %a, %b
; CHECK-NEXT: store float %y, ptr %out
; A reciprocal of a root may be one without being rough; there may be infinities.
  %s = call float @llvm.sqrt.f32(float %b)
  %i = fdiv arcp float 1.0, %s
  store float %i, ptr %out
; CHECK-NEXT: [[I:%.*]] = call reassoc nsz arcp contract afn float @llvm.nvvm.rsqrt.approx.f(float %b)
; CHECK-NEXT: store float [[I]], ptr %out
  %q = fdiv arcp afn float %a, %b
  store float %q, ptr %out
; CHECK-NEXT: [[Q:%.*]] = call reassoc nsz arcp contract afn float @llvm.nvvm.div.approx.f(float %a, float %b)
; CHECK-NEXT: store float [[Q]], ptr %out
  %t = call afn float @llvm.tan.f32(float %a)
  store float %t, ptr %out
; CHECK-NEXT: [[SIN:%.*]] = call {{.*}} float @llvm.nvvm.sin.approx.f(float %a)
; CHECK-NEXT: [[COS:%.*]] = call {{.*}} float @llvm.nvvm.cos.approx.f(float %a)
; CHECK-NEXT: [[TAN:%.*]] = call {{.*}} float @llvm.nvvm.div.approx.f(float [[SIN]], float [[COS]])
; CHECK-NEXT: store float [[TAN]], ptr %out
  %e = call afn float @llvm.exp10.f32(float %a)
  store float %e, ptr %out
; CHECK-NEXT: [[BINARY:%.*]] = fmul {{.*}} float %a, 0x400A934F00000000
; CHECK-NEXT: [[E:%.*]] = call {{.*}} float @llvm.nvvm.ex2.approx.f(float [[BINARY]])
; CHECK-NEXT: store float [[E]], ptr %out
  ret void
}
