; Lets multiplications and additions contract, and makes such two of each llvm.fmuladd.
; RUN: %opt -passes=ptx-allow-contraction %s | FileCheck %s

; CHECK-LABEL: define float @plain(
; CHECK-NEXT: %p = fmul contract float %a, %b
; CHECK-NEXT: %s = fadd contract float %p, %c
; CHECK-NEXT: %d = fsub contract float %s, %a
; CHECK-NEXT: ret float %d
define float @plain(float %a, float %b, float %c) {
  %p = fmul float %a, %b
  %s = fadd float %p, %c
  %d = fsub float %s, %a
  ret float %d
}

; The hardest case: vectors, and licences that the operation has already go to both halves of it.
; CHECK-LABEL: define <2 x double> @muladd(
; CHECK-NEXT: [[P:%.*]] = fmul nnan contract <2 x double> %a, %b
; CHECK-NEXT: [[S:%.*]] = fadd nnan contract <2 x double> [[P]], %c
; CHECK-NEXT: ret <2 x double> [[S]]
define <2 x double> @muladd(<2 x double> %a, <2 x double> %b, <2 x double> %c) {
  %r = call nnan <2 x double> @llvm.fmuladd.v2f64(<2 x double> %a, <2 x double> %b, <2 x double> %c)
  ret <2 x double> %r
}

; A fused operation that the program demands stays, and what is no part of one gets no licence.
; CHECK-LABEL: define float @others(
; CHECK-NEXT: %f = call float @llvm.fma.f32(float %a, float %b, float %b)
; CHECK-NEXT: %q = fdiv float %f, %b
; CHECK-NEXT: %n = fneg float %q
; CHECK-NEXT: %r = call float @llvm.sqrt.f32(float %n)
; CHECK-NEXT: ret float %r
define float @others(float %a, float %b) {
  %f = call float @llvm.fma.f32(float %a, float %b, float %b)
  %q = fdiv float %f, %b
  %n = fneg float %q
  %r = call float @llvm.sqrt.f32(float %n)
  ret float %r
}

; Whole numbers have no licences.
; CHECK-LABEL: define i32 @whole(
; CHECK-NEXT: %p = mul i32 %a, %b
; CHECK-NEXT: %s = add i32 %p, %b
define i32 @whole(i32 %a, i32 %b) {
  %p = mul i32 %a, %b
  %s = add i32 %p, %b
  ret i32 %s
}
