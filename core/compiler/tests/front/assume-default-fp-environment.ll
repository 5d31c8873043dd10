; Code for any floating-point environment becomes code for the default one.
; RUN: %opt -passes=assume-default-fp-environment %s | FileCheck %s

; CHECK-LABEL: define float @arithmetic(float %a, float %b) {
define float @arithmetic(float %a, float %b) strictfp {
; CHECK-NEXT: [[SUM:%.*]] = fadd float %a, %b
; CHECK-NEXT: [[PRODUCT:%.*]] = fmul nnan float [[SUM]], %b
; CHECK-NEXT: ret float [[PRODUCT]]
  %sum = call float @llvm.experimental.constrained.fadd.f32(float %a, float %b, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %product = call nnan float @llvm.experimental.constrained.fmul.f32(float %sum, float %b, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret float %product
}

; Functions become the intrinsics that are named after the same types.
; CHECK-LABEL: define i64 @functions(
define i64 @functions(double %x, i16 %n) strictfp {
; CHECK-NEXT: [[ROOT:%.*]] = call double @llvm.sqrt.f64(double %x)
; CHECK-NEXT: [[SCALED:%.*]] = call double @llvm.ldexp.f64.i16(double [[ROOT]], i16 %n)
; CHECK-NEXT: [[WHOLE:%.*]] = call i64 @llvm.lrint.i64.f64(double [[SCALED]])
; CHECK-NEXT: ret i64 [[WHOLE]]
  %root = call double @llvm.experimental.constrained.sqrt.f64(double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %scaled = call double @llvm.experimental.constrained.ldexp.f64.i16(double %root, i16 %n, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %whole = call i64 @llvm.experimental.constrained.lrint.i64.f64(double %scaled, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret i64 %whole
}

; Comparisons and conversions, some of which have no rounding mode at all.
; CHECK-LABEL: define i1 @conversions(
define i1 @conversions(double %x, i32 %i) strictfp {
; CHECK-NEXT: [[REAL:%.*]] = sitofp i32 %i to double
; CHECK-NEXT: [[INTEGER:%.*]] = fptoui double %x to i32
; CHECK-NEXT: store volatile i32 [[INTEGER]]
; CHECK-NEXT: [[LESS:%.*]] = fcmp olt double %x, [[REAL]]
; CHECK-NEXT: ret i1 [[LESS]]
  %real = call double @llvm.experimental.constrained.sitofp.f64.i32(i32 %i, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %integer = call i32 @llvm.experimental.constrained.fptoui.i32.f64(double %x, metadata !"fpexcept.strict") strictfp
  store volatile i32 %integer, ptr null
  %less = call i1 @llvm.experimental.constrained.fcmps.f64(double %x, double %real, metadata !"olt", metadata !"fpexcept.strict") strictfp
  ret i1 %less
}

; The hardest case: a call that rounds otherwise has no plain form, and stays for the check that refuses it.
; CHECK-LABEL: define float @upward(
define float @upward(float %a, float %b) strictfp {
; CHECK-NEXT: call float @llvm.experimental.constrained.fadd.f32(float %a, float %b, metadata !"round.upward", metadata !"fpexcept.strict")
; CHECK-NEXT: call float @llvm.experimental.constrained.fadd.f32(float %a, float %b, metadata !"round.tonearestaway", metadata !"fpexcept.strict")
; CHECK-NEXT: call float @llvm.experimental.constrained.fadd.f32(float %a, float %b, metadata !"round.towardzero", metadata !"fpexcept.strict")
  %up = call float @llvm.experimental.constrained.fadd.f32(float %a, float %b, metadata !"round.upward", metadata !"fpexcept.strict") strictfp
  %away = call float @llvm.experimental.constrained.fadd.f32(float %a, float %b, metadata !"round.tonearestaway", metadata !"fpexcept.strict") strictfp
  %cut = call float @llvm.experimental.constrained.fadd.f32(float %a, float %b, metadata !"round.towardzero", metadata !"fpexcept.strict") strictfp
  ret float %up
}

; CHECK-NOT: strictfp
