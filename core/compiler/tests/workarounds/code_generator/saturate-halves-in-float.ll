; Saturating conversions of halves start from floats; of floats, and those that do not saturate, stay.
; RUN: %opt -passes=saturate-halves-in-float %s | FileCheck %s

; CHECK-LABEL: define i16 @scalar(
define i16 @scalar(half %x) {
; CHECK: [[X:%.*]] = fpext half %x to float
; CHECK: call i16 @llvm.fptosi.sat.i16.f32(float [[X]])
  %r = call i16 @llvm.fptosi.sat.i16.f16(half %x)
  ret i16 %r
}

; CHECK-LABEL: define <3 x i16> @vector(
define <3 x i16> @vector(<3 x half> %x) {
; CHECK: [[X:%.*]] = fpext <3 x half> %x to <3 x float>
; CHECK: call <3 x i16> @llvm.fptoui.sat.v3i16.v3f32(<3 x float> [[X]])
  %r = call <3 x i16> @llvm.fptoui.sat.v3i16.v3f16(<3 x half> %x)
  ret <3 x i16> %r
}

; CHECK-LABEL: define i16 @others(
define i16 @others(float %x, half %y) {
; CHECK-NOT: fpext
  %a = call i16 @llvm.fptosi.sat.i16.f32(float %x)
  %b = fptosi half %y to i16
  %r = add i16 %a, %b
  ret i16 %r
}

declare i16 @llvm.fptosi.sat.i16.f16(half)
declare i16 @llvm.fptosi.sat.i16.f32(float)
declare <3 x i16> @llvm.fptoui.sat.v3i16.v3f16(<3 x half>)
