; Math functions and remainders become calls of libdevice's functions.
; RUN: %opt -passes=ptx-call-libdevice %s | FileCheck %s

; CHECK-LABEL: define <2 x float> @f(
; CHECK-NEXT: [[A:%.*]] = call double @__nv_sin(double %y)
; CHECK-NEXT: [[B:%.*]] = call float @__nv_hypotf(float %x, float %x)
; CHECK-NEXT: [[R:%.*]] = call float @__nv_fmodf(float [[B]], float %x)
; CHECK-NEXT: call double @__nv_fmod(double [[A]], double %y)
; Of 64 bits there is one under another name, of 32 there is none.
; CHECK-NEXT: %k = call i32 @llvm.lround.i32.f32(float %x)
; CHECK-NEXT: call i64 @__nv_llroundf(float %x)
; An instruction of NVPTX, and a function that libdevice does not have, stay.
; CHECK-NEXT: %s = call float @llvm.sqrt.f32(float [[R]])
; CHECK-NEXT: %o = call float @other(float %x)
; The hardest case: vectors, lane by lane.
; CHECK-NEXT: [[V0:%.*]] = extractelement <2 x float> %v, i64 0
; CHECK-NEXT: [[C0:%.*]] = call float @__nv_cosf(float [[V0]])
; CHECK-NEXT: [[W:%.*]] = insertelement <2 x float> poison, float [[C0]], i64 0
; CHECK-NEXT: [[V1:%.*]] = extractelement <2 x float> %v, i64 1
; CHECK-NEXT: [[C1:%.*]] = call float @__nv_cosf(float [[V1]])
; CHECK-NEXT: [[C:%.*]] = insertelement <2 x float> [[W]], float [[C1]], i64 1
; CHECK-NEXT: ret <2 x float> [[C]]
define <2 x float> @f(float %x, double %y, <2 x float> %v) {
  %a = call double @llvm.sin.f64(double %y)
  %b = call float @hypotf(float %x, float %x)
  %r = frem float %b, %x
  %m = frem double %a, %y
  %k = call i32 @llvm.lround.i32.f32(float %x)
  %k8 = call i64 @llvm.lround.i64.f32(float %x)
  %s = call float @llvm.sqrt.f32(float %r)
  %o = call float @other(float %x)
  %c = call <2 x float> @llvm.cos.v2f32(<2 x float> %v)
  ret <2 x float> %c
}
declare float @hypotf(float, float)
declare float @other(float)
