; Makes calls of the C mathematics library what they would be under -fno-math-errno.
; RUN: %opt -passes=normalise-math %s | FileCheck %s --implicit-check-not="declare float @sinf" --implicit-check-not=@scalblnf

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, float %x, double %y, i64 %n, i32 %i, x86_fp80 %l) {
; What LLVM has an intrinsic for is a call of it, with the flags of the call.
; CHECK-NEXT: call nsz float @llvm.sin.f32(float %x)
; CHECK-NEXT: call double @llvm.minnum.f64(double %y, double 1.0
; CHECK-NEXT: call double @llvm.fma.f64(double %y, double %y, double %y)
  %a = call nsz float @sinf(float %x)
  %b = call double @fmin(double %y, double 1.0)
  %c = call double @fma(double %y, double %y, double %y)
; Others have no side effects any more, but for a result that they write.
; CHECK-NEXT: call double @erf(double %y) [[PURE:#[0-9]+]]
; CHECK-NEXT: call double @modf(double %y, ptr %f) [[WRITES:#[0-9]+]]
  %d = call double @erf(double %y)
  %e = call double @modf(double %y, ptr %f)
; The hardest case: not every library has this one with a long exponent, which may not just be cut off.
; CHECK-NEXT: [[LEAST:%.*]] = call i64 @llvm.smax.i64(i64 %n, i64 -100000)
; CHECK-NEXT: [[MOST:%.*]] = call i64 @llvm.smin.i64(i64 [[LEAST]], i64 100000)
; CHECK-NEXT: [[INT:%.*]] = trunc i64 [[MOST]] to i32
; CHECK-NEXT: call float @scalbnf(float %x, i32 [[INT]])
  %g = call float @scalblnf(float %x, i64 %n)
; A function that only has the name of one, one of long double, and a call of another type stay as they are.
; CHECK-NEXT: call i32 @sin(i32 %i){{$}}
; CHECK-NEXT: call x86_fp80 @sinl(x86_fp80 %l){{$}}
; CHECK-NEXT: call i32 @cos(i32 %i){{$}}
; CHECK-NEXT: call float @exp2f(float %x){{$}}
; CHECK-NEXT: call i32 @round(double %y){{$}}
; CHECK-NEXT: call double @copysign(double %y, i32 %i){{$}}
; CHECK-NEXT: call double @scalbln(double %y, double %y){{$}}
; CHECK-NEXT: call double @erfc(double %y, double %y){{$}}
; CHECK-NEXT: ret void
  %h = call i32 @sin(i32 %i)
  %j = call x86_fp80 @sinl(x86_fp80 %l)
  %k = call i32 @cos(i32 %i)
  %m = call float @exp2f(float %x)
  %n1 = call i32 @round(double %y)
  %o = call double @copysign(double %y, i32 %i)
  %p = call double @scalbln(double %y, double %y)
  %q = call double @erfc(double %y, double %y)
  ret void
}

; Divisions and functions with poles take infinities and NaNs; other operations keep the promise that there are none.
; CHECK-LABEL: define float @flags(
; CHECK-NEXT: %s = call reassoc nsz arcp contract afn float @llvm.exp.f32(float %x)
; CHECK-NEXT: %d = fdiv reassoc nsz arcp contract afn float %s, %x
; CHECK-NEXT: %r = fmul fast float %d, %x
define float @flags(float %x) {
  %s = call fast float @llvm.exp.f32(float %x)
  %d = fdiv fast float %s, %x
  %r = fmul fast float %d, %x
  ret float %r
}

; One with a body is the program's own.
; CHECK-LABEL: define float @exp2f(
define float @exp2f(float %x) {
  ret float %x
}

; CHECK-DAG: declare double @erf(double) [[ERF:#[0-9]+]]
; CHECK-DAG: declare double @modf(double, ptr) [[MODF:#[0-9]+]]
; CHECK-DAG: attributes [[ERF]] = { nounwind willreturn memory(none) }
; CHECK-DAG: attributes [[MODF]] = { nounwind willreturn memory(argmem: write) }
; CHECK-DAG: attributes [[PURE]] = { memory(none) }
; CHECK-DAG: attributes [[WRITES]] = { memory(argmem: write) }
declare float @llvm.exp.f32(float)
declare float @sinf(float)
declare double @fmin(double, double)
declare double @fma(double, double, double)
declare double @erf(double)
declare double @modf(double, ptr)
declare float @scalblnf(float, i64)
declare i32 @sin(i32)
declare double @cos(double)
declare x86_fp80 @sinl(x86_fp80)
declare i32 @round(double)
declare double @copysign(double, i32)
declare double @scalbln(double, double)
declare double @erfc(double, double)
