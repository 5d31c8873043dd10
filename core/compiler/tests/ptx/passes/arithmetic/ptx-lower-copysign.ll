; llvm.copysign becomes PTX's instruction of that name, which takes the sign first.
; RUN: %opt -passes=ptx-lower-copysign %s | FileCheck %s

; CHECK-LABEL: define float @single(
; CHECK-NEXT: [[R:%.*]] = call float asm "copysign.f32 $0, $1, $2;", "=f,f,f"(float %sign, float %magnitude)
; CHECK-NEXT: ret float [[R]]
define float @single(float %magnitude, float %sign) {
  %r = call float @llvm.copysign.f32(float %magnitude, float %sign)
  ret float %r
}

; The hardest case: one is the operand of the next, and both go.
; CHECK-LABEL: define double @twice(
; CHECK-NEXT: [[X:%.*]] = call double asm "copysign.f64 $0, $1, $2;", "=d,d,d"(double %sign, double %magnitude)
; CHECK-NEXT: [[Y:%.*]] = call double asm "copysign.f64 $0, $1, $2;", "=d,d,d"(double [[X]], double 1.000000e+00)
; CHECK-NEXT: ret double [[Y]]
define double @twice(double %magnitude, double %sign) {
  %x = call double @llvm.copysign.f64(double %magnitude, double %sign)
  %y = call double @llvm.copysign.f64(double 1.0, double %x)
  ret double %y
}

; PTX has none for halves and for vectors.
; CHECK-LABEL: define half @halves(
; CHECK-NEXT: %r = call half @llvm.copysign.f16(half %magnitude, half %sign)
; CHECK-NEXT: ret half %r
define half @halves(half %magnitude, half %sign) {
  %r = call half @llvm.copysign.f16(half %magnitude, half %sign)
  ret half %r
}

; CHECK-LABEL: define <2 x float> @vectors(
; CHECK-NEXT: %r = call <2 x float> @llvm.copysign.v2f32(<2 x float> %magnitude, <2 x float> %sign)
; CHECK-NEXT: ret <2 x float> %r
define <2 x float> @vectors(<2 x float> %magnitude, <2 x float> %sign) {
  %r = call <2 x float> @llvm.copysign.v2f32(<2 x float> %magnitude, <2 x float> %sign)
  ret <2 x float> %r
}

; Other functions of signs stay.
; CHECK-LABEL: define float @absolute(
; CHECK-NEXT: %r = call float @llvm.fabs.f32(float %x)
define float @absolute(float %x) {
  %r = call float @llvm.fabs.f32(float %x)
  ret float %r
}
