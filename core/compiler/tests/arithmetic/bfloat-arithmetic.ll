; Arithmetic of bfloats in single precision, each result rounded to a bfloat by integer operations.
; RUN: %opt -passes=bfloat-arithmetic,early-cse %s | FileCheck %s

; CHECK-LABEL: define bfloat @sum(
define bfloat @sum(bfloat %a, bfloat %b) {
; CHECK-DAG: [[A:%.*]] = bitcast bfloat %a to i16
; CHECK-DAG: [[B:%.*]] = bitcast bfloat %b to i16
; CHECK-DAG: [[WIDE_A:%.*]] = zext i16 [[A]] to i32
; CHECK-DAG: [[WIDE_B:%.*]] = zext i16 [[B]] to i32
; CHECK-DAG: [[BITS_A:%.*]] = shl i32 [[WIDE_A]], 16
; CHECK-DAG: [[BITS_B:%.*]] = shl i32 [[WIDE_B]], 16
; CHECK-DAG: [[X:%.*]] = bitcast i32 [[BITS_A]] to float
; CHECK-DAG: [[Y:%.*]] = bitcast i32 [[BITS_B]] to float
; CHECK: [[SUM:%.*]] = fadd nsz float [[X]], [[Y]]
; CHECK: [[BITS:%.*]] = bitcast float [[SUM]] to i32
; CHECK: [[HIGH:%.*]] = lshr i32 [[BITS]], 16
; CHECK: [[ODD:%.*]] = and i32 [[HIGH]], 1
; CHECK: [[NEARLY:%.*]] = add i32 [[BITS]], 32767
; CHECK: [[ROUNDED:%.*]] = add i32 [[NEARLY]], [[ODD]]
; A NaN stays one, since rounding might make an infinity of it.
; CHECK: [[NAN:%.*]] = fcmp nsz uno float [[SUM]], [[SUM]]
; CHECK: [[QUIET:%.*]] = or i32 [[BITS]], 4194304
; CHECK: [[CHOSEN:%.*]] = select i1 [[NAN]], i32 [[QUIET]], i32 [[ROUNDED]]
; CHECK: [[UP:%.*]] = lshr i32 [[CHOSEN]], 16
; CHECK: [[RESULT:%.*]] = trunc i32 [[UP]] to i16
; CHECK: [[R:%.*]] = bitcast i16 [[RESULT]] to bfloat
; CHECK: ret bfloat [[R]]
  %r = fadd nsz bfloat %a, %b
  ret bfloat %r
}

; The hardest case: a double is rounded to a float first. So that this decides nothing, the float's last bit is set
; where it is not exact, after a step back where it is too large.
; CHECK-LABEL: define bfloat @narrowed(
define bfloat @narrowed(double %x) {
; CHECK: [[SINGLE:%.*]] = fptrunc double %x to float
; CHECK-DAG: [[EXACT:%.*]] = call double @llvm.fabs.f64(double %x)
; CHECK-DAG: [[BACK:%.*]] = fpext float [[SINGLE]] to double
; CHECK: [[MADE:%.*]] = call double @llvm.fabs.f64(double [[BACK]])
; CHECK-DAG: [[GROWS:%.*]] = fcmp olt double [[MADE]], [[EXACT]]
; CHECK-DAG: [[SHRINKS:%.*]] = fcmp ogt double [[MADE]], [[EXACT]]
; CHECK: [[BITS:%.*]] = bitcast float [[SINGLE]] to i32
; CHECK-DAG: [[LESS:%.*]] = sub i32 [[BITS]], 1
; CHECK-DAG: [[BELOW:%.*]] = or i32 [[LESS]], 1
; CHECK-DAG: [[ABOVE:%.*]] = or i32 [[BITS]], 1
; CHECK: [[UPWARD:%.*]] = select i1 [[GROWS]], i32 [[ABOVE]], i32 [[BITS]]
; CHECK: [[ODD:%.*]] = select i1 [[SHRINKS]], i32 [[BELOW]], i32 [[UPWARD]]
; CHECK: add i32 [[ODD]], 32767
; CHECK-NOT: fptrunc
; CHECK: ret bfloat
  %r = fptrunc double %x to bfloat
  ret bfloat %r
}

; A sum of three is one of doubles, with the error that it makes.
; CHECK-LABEL: define bfloat @fused(
define bfloat @fused(bfloat %a, bfloat %b, bfloat %c) {
; CHECK: [[PRODUCT:%.*]] = fmul double
; CHECK: [[SUM:%.*]] = fadd double [[PRODUCT]],
; CHECK: [[PART:%.*]] = fsub double [[SUM]], [[PRODUCT]]
; CHECK-NOT: @llvm.fma
; CHECK: ret bfloat
  %r = call bfloat @llvm.fma.bf16(bfloat %a, bfloat %b, bfloat %c)
  ret bfloat %r
}

; Signs are bits.
; CHECK-LABEL: define bfloat @signs(
define bfloat @signs(bfloat %x) {
; CHECK: [[X:%.*]] = bitcast bfloat %x to i16
; CHECK: [[MINUS:%.*]] = xor i16 [[X]], -32768
; CHECK: [[SIZE:%.*]] = and i16 [[MINUS]], 32767
; CHECK: [[R:%.*]] = bitcast i16 [[SIZE]] to bfloat
; CHECK: ret bfloat [[R]]
  %minus = fneg bfloat %x
  %r = call bfloat @llvm.fabs.bf16(bfloat %minus)
  ret bfloat %r
}

; Other types stay.
; CHECK-LABEL: define float @others(
define float @others(float %x, half %h, double %d) {
; CHECK-NEXT: fadd float %x, %x
; CHECK-NEXT: fpext half %h to float
; CHECK-NEXT: fptrunc double %d to float
; CHECK-NEXT: call float @llvm.fma.f32(
; CHECK-NEXT: ret float
  %a = fadd float %x, %x
  %b = fpext half %h to float
  %c = fptrunc double %d to float
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}

declare bfloat @llvm.fma.bf16(bfloat, bfloat, bfloat)
declare bfloat @llvm.fabs.bf16(bfloat)
declare float @llvm.fma.f32(float, float, float)
