; Floating-point intrinsics in the types that code generators and libraries have them in.
; RUN: %opt -passes=float-functions %s | FileCheck %s

; Of halves, in single precision.
; CHECK-LABEL: define half @sine(
define half @sine(half %x) {
; CHECK-NEXT: [[WIDE:%.*]] = fpext half %x to float
; CHECK-NEXT: [[R:%.*]] = call nnan float @llvm.sin.f32(float [[WIDE]])
; CHECK-NEXT: [[NARROW:%.*]] = fptrunc float [[R]] to half
; CHECK-NEXT: ret half [[NARROW]]
  %r = call nnan half @llvm.sin.f16(half %x)
  ret half %r
}

; CHECK-LABEL: define bfloat @remainder(
define bfloat @remainder(bfloat %x, bfloat %y) {
; CHECK-DAG: [[X:%.*]] = fpext bfloat %x to float
; CHECK-DAG: [[Y:%.*]] = fpext bfloat %y to float
; CHECK: [[R:%.*]] = frem float [[X]], [[Y]]
; CHECK: fptrunc float [[R]] to bfloat
  %r = frem bfloat %x, %y
  ret bfloat %r
}

; The hardest case: both the number and its exponent are of other types. No exponent beyond the limits makes a
; difference to the result; cutting one off would.
; CHECK-LABEL: define half @scaled(
define half @scaled(half %x, i64 %n) {
; CHECK-DAG: [[WIDE:%.*]] = fpext half %x to float
; CHECK-DAG: [[LEAST:%.*]] = call i64 @llvm.smax.i64(i64 %n, i64 -100000)
; CHECK: [[MOST:%.*]] = call i64 @llvm.smin.i64(i64 [[LEAST]], i64 100000)
; CHECK: [[INT:%.*]] = trunc i64 [[MOST]] to i32
; CHECK: [[R:%.*]] = call float @llvm.ldexp.f32.i32(float [[WIDE]], i32 [[INT]])
; CHECK: fptrunc float [[R]] to half
  %r = call half @llvm.ldexp.f16.i64(half %x, i64 %n)
  ret half %r
}

; Whole numbers are long.
; CHECK-LABEL: define i16 @whole(
define i16 @whole(double %x) {
; CHECK-NEXT: [[LONG:%.*]] = call i64 @llvm.lrint.i64.f64(double %x)
; CHECK-NEXT: trunc i64 [[LONG]] to i16
  %r = call i16 @llvm.lrint.i16.f64(double %x)
  ret i16 %r
}

; What targets have stays: other types, other functions of halves, and a power whose exponent cannot be clamped.
; CHECK-LABEL: define void @others(
define void @others(float %x, half %h, double %d, i32 %n, i64 %w) {
; CHECK-NEXT: call float @llvm.sin.f32(float %x)
; CHECK-NEXT: call half @llvm.fabs.f16(half %h)
; CHECK-NEXT: call double @llvm.ldexp.f64.i32(double %d, i32 %n)
; CHECK-NEXT: call i64 @llvm.lrint.i64.f64(double %d)
; CHECK-NEXT: call double @llvm.powi.f64.i64(double %d, i64 %w)
; CHECK-NEXT: frem double %d, %d
; CHECK-NEXT: fadd half %h, %h
; CHECK-NEXT: ret void
  %a = call float @llvm.sin.f32(float %x)
  %b = call half @llvm.fabs.f16(half %h)
  %e = call double @llvm.ldexp.f64.i32(double %d, i32 %n)
  %f = call i64 @llvm.lrint.i64.f64(double %d)
  %i = call double @llvm.powi.f64.i64(double %d, i64 %w)
  %j = frem double %d, %d
  %k = fadd half %h, %h
  ret void
}
