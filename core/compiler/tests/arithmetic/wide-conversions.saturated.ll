; Conversions that saturate, and shifts of two numbers, of types that are too wide for the target.
; RUN: %opt -passes='wide-conversions<128>' %s | FileCheck %s

; Conversions that saturate compare with both ends; one that is beyond all floats is infinite.
; CHECK-LABEL: define i256 @saturated(
define i256 @saturated(float %x) {
; CHECK: [[LARGE:%.*]] = fcmp oge float %x, 0x7FF0000000000000
; CHECK: [[A:%.*]] = select i1 [[LARGE]], i256 -1,
; CHECK: [[SMALL:%.*]] = fcmp ole float %x, 0.0
; CHECK: [[B:%.*]] = select i1 [[SMALL]], i256 0, i256 [[A]]
; CHECK: [[NONE:%.*]] = fcmp uno float %x, %x
; CHECK: select i1 [[NONE]], i256 0, i256 [[B]]
; CHECK-NOT: fptoui
  %r = call i256 @llvm.fptoui.sat.i256.f32(float %x)
  ret i256 %r
}

; A shift of two numbers by the remainder of their width, which is no power of two.
; CHECK-LABEL: define i65 @shifted(
define i65 @shifted(i65 %a, i65 %b, i65 %n) {
; CHECK: urem i64 {{.*}}, 65
; CHECK: [[LEFT:%.*]] = shl i65 %a, [[BY:%.*]]
; CHECK: [[B:%.*]] = lshr i65 %b, 1
; CHECK: [[RIGHT:%.*]] = lshr i65 [[B]], {{%.*}}
; CHECK: or i65 [[LEFT]], [[RIGHT]]
  %r = call i65 @llvm.fshl.i65(i65 %a, i65 %b, i65 %n)
  ret i65 %r
}

; Conversions and shifts that the target has, or that LLVM makes well, stay.
; CHECK-LABEL: define i64 @others(
define i64 @others(double %x, i128 %n, i65 %s) {
; CHECK-NEXT: call i64 @llvm.fptosi.sat.i64.f64(double %x)
; CHECK-NEXT: call i128 @llvm.fshr.i128(i128 %n, i128 %n, i128 %n)
; CHECK-NEXT: call i65 @llvm.fshl.i65(i65 %s, i65 %s, i65 3)
; CHECK-NEXT: ret i64
  %a = call i64 @llvm.fptosi.sat.i64.f64(double %x)
  %b = call i128 @llvm.fshr.i128(i128 %n, i128 %n, i128 %n)
  %c = call i65 @llvm.fshl.i65(i65 %s, i65 %s, i65 3)
  ret i64 %a
}

declare i256 @llvm.fptoui.sat.i256.f32(float)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare i65 @llvm.fshl.i65(i65, i65, i65)
declare i128 @llvm.fshr.i128(i128, i128, i128)
