; Floating-point intrinsics that no target or library has in some types, in others or as operations.
; RUN: %opt -passes=float-functions %s | FileCheck %s

; Lane by lane, with an exponent that is an int.
; CHECK-LABEL: define { <2 x double>, <2 x i64> } @fraction(
define { <2 x double>, <2 x i64> } @fraction(<2 x double> %x) {
; CHECK: [[X0:%.*]] = extractelement <2 x double> %x, i64 0
; CHECK: [[R0:%.*]] = call { double, i32 } @llvm.frexp.f64.i32(double [[X0]])
; CHECK: [[N0:%.*]] = extractvalue { double, i32 } [[R0]], 1
; CHECK: sext i32 [[N0]] to i64
; CHECK: [[X1:%.*]] = extractelement <2 x double> %x, i64 1
; CHECK: call { double, i32 } @llvm.frexp.f64.i32(double [[X1]])
; CHECK-NOT: call {{.*}} @llvm.frexp.v2f64
; CHECK: ret
  %r = call { <2 x double>, <2 x i64> } @llvm.frexp.v2f64.v2i64(<2 x double> %x)
  ret { <2 x double>, <2 x i64> } %r
}

; CHECK-LABEL: define float @quiet(
define float @quiet(float %x) {
; CHECK-DAG: [[NAN:%.*]] = fcmp uno float %x, %x
; CHECK-DAG: [[TWICE:%.*]] = fadd float %x, %x
; CHECK: select i1 [[NAN]], float [[TWICE]], float %x
  %r = call float @llvm.canonicalize.f32(float %x)
  ret float %r
}

; Of zeros the negative one is less, and a NaN counts.
; CHECK-LABEL: define x86_fp80 @least(
define x86_fp80 @least(x86_fp80 %x, x86_fp80 %y) {
; CHECK: [[ONE:%.*]] = call x86_fp80 @llvm.copysign.f80(x86_fp80 0xK3FFF8000000000000000, x86_fp80 %x)
; CHECK: [[NEGATIVE:%.*]] = fcmp olt x86_fp80 [[ONE]], 0xK0
; CHECK: [[ZERO:%.*]] = select i1 [[NEGATIVE]], x86_fp80 %x, x86_fp80 %y
; CHECK-DAG: [[LESS:%.*]] = fcmp olt x86_fp80 %x, %y
; CHECK-DAG: [[SAME:%.*]] = fcmp oeq x86_fp80 %x, %y
; CHECK: [[EITHER:%.*]] = select i1 [[LESS]], x86_fp80 %x, x86_fp80 %y
; CHECK: [[NUMBER:%.*]] = select i1 [[SAME]], x86_fp80 [[ZERO]], x86_fp80 [[EITHER]]
; CHECK-DAG: [[NAN:%.*]] = fcmp uno x86_fp80 %x, %y
; CHECK-DAG: [[SUM:%.*]] = fadd x86_fp80 %x, %y
; CHECK: select i1 [[NAN]], x86_fp80 [[SUM]], x86_fp80 [[NUMBER]]
  %r = call x86_fp80 @llvm.minimum.f80(x86_fp80 %x, x86_fp80 %y)
  ret x86_fp80 %r
}

; What targets have stays.
; CHECK-LABEL: define void @others(
define void @others(float %x, double %d) {
; CHECK-NEXT: call float @llvm.minimum.f32(float %x, float %x)
; CHECK-NEXT: call { double, i32 } @llvm.frexp.f64.i32(double %d)
; CHECK-NEXT: ret void
  %a = call float @llvm.minimum.f32(float %x, float %x)
  %b = call { double, i32 } @llvm.frexp.f64.i32(double %d)
  ret void
}
