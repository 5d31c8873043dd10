; Replaces the calls that clang makes of complex arithmetic by their operations.
; RUN: %opt -passes=complex-arithmetic %s | FileCheck %s --implicit-check-not=@__muldc3 --implicit-check-not=@__divsc3 --implicit-check-not=@cabs(

; A product. The hardest case: where both parts are NaN because an operand is infinite, or a product of parts overflows,
; it is infinite.
; CHECK-LABEL: define { double, double } @product(
define { double, double } @product(double %a, double %b, double %c, double %d) {
; CHECK-DAG: [[AC:%.*]] = fmul double %a, %c
; CHECK-DAG: [[BD:%.*]] = fmul double %b, %d
; CHECK: [[RE:%.*]] = fsub double [[AC]], [[BD]]
; CHECK-DAG: [[AD:%.*]] = fmul double %a, %d
; CHECK-DAG: [[BC:%.*]] = fmul double %b, %c
; CHECK: [[IM:%.*]] = fadd double [[AD]], [[BC]]
; CHECK-DAG: [[RE_NAN:%.*]] = fcmp uno double [[RE]], [[RE]]
; CHECK-DAG: [[IM_NAN:%.*]] = fcmp uno double [[IM]], [[IM]]
; CHECK: [[BOTH:%.*]] = and i1 [[RE_NAN]], [[IM_NAN]]
; CHECK: [[RECOVERS:%.*]] = and i1 {{.*}}, [[BOTH]]
; CHECK: [[R:%.*]] = select i1 [[RECOVERS]], double {{.*}}, double [[RE]]
; CHECK: [[I:%.*]] = select i1 [[RECOVERS]], double {{.*}}, double [[IM]]
; CHECK: [[HALF:%.*]] = insertvalue { double, double } poison, double [[R]], 0
; CHECK: [[WHOLE:%.*]] = insertvalue { double, double } [[HALF]], double [[I]], 1
; CHECK: ret { double, double } [[WHOLE]]
  %r = call { double, double } @__muldc3(double %a, double %b, double %c, double %d)
  ret { double, double } %r
}

; A quotient of floats, which comes as a vector. The divisor is scaled by a power of two, made of its exponent.
; CHECK-LABEL: define <2 x float> @quotient(
define <2 x float> @quotient(float %a, float %b, float %c, float %d) {
; CHECK-DAG: [[RE:%.*]] = call float @llvm.fabs.f32(float %c)
; CHECK-DAG: [[IM:%.*]] = call float @llvm.fabs.f32(float %d)
; CHECK: [[OPPOSITE:%.*]] = sub i32 254,
; CHECK: [[BITS:%.*]] = shl i32 [[OPPOSITE]], 23
; CHECK: [[SCALE:%.*]] = bitcast i32 [[BITS]] to float
; CHECK: fmul float %c, [[SCALE]]
; CHECK: fdiv float
; CHECK: fdiv float
; CHECK: [[HALF:%.*]] = insertelement <2 x float> poison, float {{.*}}, i64 0
; CHECK: insertelement <2 x float> [[HALF]], float {{.*}}, i64 1
  %r = call <2 x float> @__divsc3(float %a, float %b, float %c, float %d)
  ret <2 x float> %r
}

; Size and angle, of two numbers or of a vector. The angle takes the imaginary part first.
; CHECK-LABEL: define void @parts(
define void @parts(ptr %p, double %a, double %b, <2 x float> %z) {
; CHECK-NEXT: [[SIZE:%.*]] = call double @hypot(double %a, double %b)
; CHECK-NEXT: store volatile double [[SIZE]], ptr %p
; CHECK-NEXT: [[RE:%.*]] = extractelement <2 x float> %z, i64 0
; CHECK-NEXT: [[IM:%.*]] = extractelement <2 x float> %z, i64 1
; CHECK-NEXT: [[ANGLE:%.*]] = call float @atan2f(float [[IM]], float [[RE]])
; CHECK-NEXT: store volatile float [[ANGLE]], ptr %p
  %size = call double @cabs(double %a, double %b)
  store volatile double %size, ptr %p
  %angle = call float @cargf(<2 x float> %z)
  store volatile float %angle, ptr %p
  ret void
}

; Complex functions are another pass's, and no one's are those of long double and what is no call.
; CHECK-LABEL: define ptr @others(
define ptr @others(ptr %p, double %a, double %b) {
; CHECK-NEXT: call { double, double } @cexp(double %a, double %b)
; CHECK-NEXT: call x86_fp80 @cabsl(ptr %p)
; CHECK-NEXT: ret ptr @carg
  %x = call { double, double } @cexp(double %a, double %b)
  %y = call x86_fp80 @cabsl(ptr %p)
  ret ptr @carg
}

; Functions that only have the name of one, or a body, are the program's own.
; CHECK-LABEL: define void @own(
define void @own(ptr %p, i32 %i, float %x, double %y) {
; CHECK-NEXT: call i32 @cabsf(i32 %i)
; CHECK-NEXT: call float @__mulsc3(float %x)
; CHECK-NEXT: call { double, double } @__divdc3(double %y, double %y, double %y, double %y)
; CHECK-NEXT: ret void
  %a = call i32 @cabsf(i32 %i)
  %b = call float @__mulsc3(float %x)
  %c = call { double, double } @__divdc3(double %y, double %y, double %y, double %y)
  ret void
}

define { double, double } @__divdc3(double %a, double %b, double %c, double %d) {
  ret { double, double } zeroinitializer
}

declare i32 @cabsf(i32)
declare float @__mulsc3(float)
declare { double, double } @__muldc3(double, double, double, double)
declare <2 x float> @__divsc3(float, float, float, float)
declare double @cabs(double, double)
declare float @cargf(<2 x float>)
declare double @carg(double, double)
declare { double, double } @cexp(double, double)
declare x86_fp80 @cabsl(ptr)
