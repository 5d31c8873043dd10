; Fused multiplications and additions of halves are done in double precision, and rounded once.
; RUN: %opt -passes=fuse-halves-in-double %s | FileCheck %s

; CHECK-LABEL: define half @fused(
; CHECK-DAG: [[A:%.*]] = fpext half %a to double
; CHECK-DAG: [[B:%.*]] = fpext half %b to double
; CHECK-DAG: [[C:%.*]] = fpext half %c to double
; CHECK: [[R:%.*]] = call double @llvm.fma.f64(double [[A]], double [[B]], double [[C]])
; CHECK: [[ROUNDED:%.*]] = fptrunc double [[R]] to half
; CHECK: ret half [[ROUNDED]]
define half @fused(half %a, half %b, half %c) {
  %r = call half @llvm.fma.f16(half %a, half %b, half %c)
  ret half %r
}

; The hardest case: vectors, and a result that is an operand of the next one. Each is rounded to halves.
; CHECK-LABEL: define <8 x half> @vectors(
; CHECK: [[R:%.*]] = call <8 x double> @llvm.fma.v8f64(
; CHECK: [[ROUNDED:%.*]] = fptrunc <8 x double> [[R]] to <8 x half>
; CHECK: [[WIDE:%.*]] = fpext <8 x half> [[ROUNDED]] to <8 x double>
; CHECK: [[S:%.*]] = call <8 x double> @llvm.fma.v8f64({{.*}}<8 x double> [[WIDE]])
; CHECK: [[RESULT:%.*]] = fptrunc <8 x double> [[S]] to <8 x half>
; CHECK: ret <8 x half> [[RESULT]]
define <8 x half> @vectors(<8 x half> %a, <8 x half> %b, <8 x half> %c) {
  %r = call <8 x half> @llvm.fma.v8f16(<8 x half> %a, <8 x half> %b, <8 x half> %c)
  %s = call <8 x half> @llvm.fma.v8f16(<8 x half> %a, <8 x half> %b, <8 x half> %r)
  ret <8 x half> %s
}

; Single precision has its own instruction. A bfloat, too, is no half.
; CHECK-LABEL: define float @single(
; CHECK-NEXT: %r = call float @llvm.fma.f32(float %a, float %b, float %c)
; CHECK-NEXT: ret float %r
define float @single(float %a, float %b, float %c) {
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}

; CHECK-LABEL: define bfloat @bfloats(
; CHECK-NEXT: %r = call bfloat @llvm.fma.bf16(bfloat %a, bfloat %b, bfloat %c)
; CHECK-NEXT: ret bfloat %r
define bfloat @bfloats(bfloat %a, bfloat %b, bfloat %c) {
  %r = call bfloat @llvm.fma.bf16(bfloat %a, bfloat %b, bfloat %c)
  ret bfloat %r
}

; A multiplication and an addition that need not be fused are two roundings, as the code generator does them.
; CHECK-LABEL: define half @not_fused(
; CHECK-NEXT: %p = fmul half %a, %b
; CHECK-NEXT: %r = fadd half %p, %c
; CHECK-NEXT: %s = call half @llvm.fmuladd.f16(half %a, half %b, half %r)
; CHECK-NEXT: ret half %s
define half @not_fused(half %a, half %b, half %c) {
  %p = fmul half %a, %b
  %r = fadd half %p, %c
  %s = call half @llvm.fmuladd.f16(half %a, half %b, half %r)
  ret half %s
}
