; Replaces calls of C's complex functions by real functions of the parts.
; RUN: %opt -passes=complex-functions %s | FileCheck %s --implicit-check-not=@cproj --implicit-check-not=@cexp( --implicit-check-not=@cpowf

; A projection: everything infinite is one point, whose imaginary part is a zero with its sign.
; CHECK-LABEL: define { double, double } @projection(
define { double, double } @projection(double %re, double %im) {
; CHECK: [[RE_SIZE:%.*]] = call double @llvm.fabs.f64(double %re)
; CHECK: [[RE_INFINITE:%.*]] = fcmp oeq double [[RE_SIZE]], 0x7FF0000000000000
; CHECK: [[IM_SIZE:%.*]] = call double @llvm.fabs.f64(double %im)
; CHECK: [[IM_INFINITE:%.*]] = fcmp oeq double [[IM_SIZE]], 0x7FF0000000000000
; CHECK: [[ZERO:%.*]] = call double @llvm.copysign.f64(double 0.0{{.*}}, double %im)
; CHECK: [[R:%.*]] = select i1 [[INFINITE:%.*]], double 0x7FF0000000000000, double %re
; CHECK: [[I:%.*]] = select i1 [[INFINITE]], double [[ZERO]], double %im
; CHECK: [[HALF:%.*]] = insertvalue { double, double } poison, double [[R]], 0
; CHECK: insertvalue { double, double } [[HALF]], double [[I]], 1
  %r = call { double, double } @cproj(double %re, double %im)
  ret { double, double } %r
}

; e^z is e^x at the angle y. The hardest case: e^x may overflow where its product with a sine does not, and so part of x
; is multiplied last.
; CHECK-LABEL: define { double, double } @exponential(
define { double, double } @exponential(double %x, double %y) {
; CHECK-DAG: [[LARGE:%.*]] = fcmp ogt double %x, 7.000000e+02
; CHECK-DAG: [[LESS:%.*]] = fsub double %x, 7.000000e+02
; CHECK: [[REDUCED:%.*]] = select i1 [[LARGE]], double [[LESS]], double %x
; CHECK: [[LAST:%.*]] = select i1 [[LARGE]], double {{.*}}, double 1.0
; CHECK: [[SIZE:%.*]] = call double @exp(double [[REDUCED]])
; CHECK: [[COS:%.*]] = call double @cos(double [[ANGLE:%.*]])
; CHECK: fmul double [[SIZE]], [[COS]]
; CHECK: [[SIN:%.*]] = call double @sin(double [[ANGLE]])
; CHECK: fmul double [[SIZE]], [[SIN]]
; CHECK: fmul double {{.*}}, [[LAST]]
; CHECK: fmul double {{.*}}, [[LAST]]
; A number without an imaginary part stays one.
; CHECK: fcmp oeq double %y, 0.0
  %r = call { double, double } @cexp(double %x, double %y)
  ret { double, double } %r
}

; A power of floats, which come as vectors: by the logarithm, with the functions of floats.
; CHECK-LABEL: define <2 x float> @power(
define <2 x float> @power(<2 x float> %z, <2 x float> %w) {
; CHECK-DAG: [[ZR:%.*]] = extractelement <2 x float> %z, i64 0
; CHECK-DAG: [[ZI:%.*]] = extractelement <2 x float> %z, i64 1
; CHECK-DAG: extractelement <2 x float> %w, i64 0
; CHECK-DAG: extractelement <2 x float> %w, i64 1
; CHECK: call float @log1pf(
; CHECK: call float @hypotf(
; CHECK: call float @logf(
; CHECK: call float @atan2f(float [[ZI]], float [[ZR]])
; CHECK: call float @expf(
; CHECK: [[HALF:%.*]] = insertelement <2 x float> poison, float {{.*}}, i64 0
; CHECK: insertelement <2 x float> [[HALF]], float {{.*}}, i64 1
  %r = call <2 x float> @cpowf(<2 x float> %z, <2 x float> %w)
  ret <2 x float> %r
}

; Arithmetic is another pass's; real functions, and complex ones that kernels do not have, stay calls.
; CHECK-LABEL: define void @others(
define void @others(double %x, double %y) {
; CHECK-NEXT: call { double, double } @__muldc3(double %x, double %y, double %x, double %y)
; CHECK-NEXT: call double @exp(double %x)
; CHECK-NEXT: call { double, double } @cacos(double %x, double %y)
; CHECK-NEXT: ret void
  %a = call { double, double } @__muldc3(double %x, double %y, double %x, double %y)
  %b = call double @exp(double %x)
  %c = call { double, double } @cacos(double %x, double %y)
  ret void
}

; Functions that only have the name of one, or a body, are the program's own.
; CHECK-LABEL: define void @own(
define void @own(i32 %i, double %x, <2 x float> %z) {
; CHECK-NEXT: call i32 @csin(i32 %i)
; CHECK-NEXT: call double @csqrt(double %x)
; CHECK-NEXT: call <2 x float> @ccosf(<2 x float> %z)
; CHECK-NEXT: ret void
  %a = call i32 @csin(i32 %i)
  %b = call double @csqrt(double %x)
  %c = call <2 x float> @ccosf(<2 x float> %z)
  ret void
}

define <2 x float> @ccosf(<2 x float> %z) {
  ret <2 x float> %z
}

declare i32 @csin(i32)
declare double @csqrt(double)
declare { double, double } @cproj(double, double)
declare { double, double } @cexp(double, double)
declare <2 x float> @cpowf(<2 x float>, <2 x float>)
declare { double, double } @cacos(double, double)
declare { double, double } @__muldc3(double, double, double, double)
declare double @exp(double)
