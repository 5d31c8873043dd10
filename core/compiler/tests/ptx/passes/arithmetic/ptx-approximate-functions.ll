; Single-precision functions whose flags allow it become instructions of less precision: those that take subnormal numbers
; for zeros where the kernel does.
; RUN: %opt -passes=ptx-approximate-functions %s | FileCheck %s

define void @flushing(float %a, float %b, double %d, ptr %out) "ndweave-kernel"="basic" {
; CHECK-LABEL: define void @flushing(
; The hardest case: the reciprocal of a square root is one instruction, and the root goes.
  %r = call fast float @llvm.sqrt.f32(float %b)
  %i = fdiv fast float 1.0, %r
  store float %i, ptr %out
; CHECK-NEXT: [[I:%.*]] = call fast float @llvm.nvvm.rsqrt.approx.ftz.f(float %b)
; CHECK-NEXT: store float [[I]], ptr %out
  %q = fdiv fast float %a, %b
  store float %q, ptr %out
; CHECK-NEXT: [[R:%.*]] = call fast float @llvm.nvvm.rcp.approx.ftz.f(float %b)
; CHECK-NEXT: [[Q:%.*]] = fmul fast float %a, [[R]]
; CHECK-NEXT: store float [[Q]], ptr %out
  %l = call fast float @llvm.log.f32(float %a)
  store float %l, ptr %out
; CHECK-NEXT: [[L:%.*]] = call fast float @llvm.nvvm.lg2.approx.ftz.f(float %a)
; CHECK-NEXT: [[LN:%.*]] = fmul fast float [[L]], 0x3FE62E4300000000
; CHECK-NEXT: store float [[LN]], ptr %out
  %p = call fast float @llvm.pow.f32(float %a, float %b)
  store float %p, ptr %out
; CHECK-NEXT: [[LG:%.*]] = call fast float @llvm.nvvm.lg2.approx.ftz.f(float %a)
; CHECK-NEXT: [[E:%.*]] = fmul fast float %b, [[LG]]
; CHECK-NEXT: [[P:%.*]] = call fast float @llvm.nvvm.ex2.approx.ftz.f(float [[E]])
; CHECK-NEXT: store float [[P]], ptr %out
; Doubles, and what is exact, stay.
  %w = fdiv fast double %d, 3.0
  store double %w, ptr %out
  %t = call fast float @llvm.floor.f32(float %a)
  store float %t, ptr %out
; CHECK-NEXT: %w = fdiv fast double %d, 3.000000e+00
; CHECK-NEXT: store double %w, ptr %out
; CHECK-NEXT: %t = call fast float @llvm.floor.f32(float %a)
; CHECK-NEXT: store float %t, ptr %out
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
