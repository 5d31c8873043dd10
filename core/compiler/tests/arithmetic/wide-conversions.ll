; Conversions between floating-point numbers and integers that are too wide for the target, in narrower steps.
; RUN: %opt -passes='wide-conversions<128>' %s | FileCheck %s
; RUN: %opt -passes='wide-conversions<64>' %s | FileCheck %s --check-prefix=GPU

; Whatever is no int is infinite as a half.
; CHECK-LABEL: define half @half_of_wide(
define half @half_of_wide(i128 %x) {
; CHECK: [[INT:%.*]] = trunc i128 %x to i32
; CHECK: [[BACK:%.*]] = sext i32 [[INT]] to i128
; CHECK: [[FITS:%.*]] = icmp eq i128 [[BACK]], %x
; CHECK: [[EXACT:%.*]] = sitofp i32 [[INT]] to half
; CHECK: [[NEGATIVE:%.*]] = icmp slt i128 %x, 0
; CHECK: [[INFINITE:%.*]] = select i1 [[NEGATIVE]], half 0xHFC00, half 0xH7C00
; CHECK: select i1 [[FITS]], half [[EXACT]], half [[INFINITE]]
  %r = sitofp i128 %x to half
  ret half %r
}

; CHECK-LABEL: define i128 @wide_of_half(
define i128 @wide_of_half(half %x) {
; CHECK: [[INT:%.*]] = fptosi half %x to i32
; CHECK: sext i32 [[INT]] to i128
  %r = fptosi half %x to i128
  ret i128 %r
}

; The hardest case: rounded once, from the highest 64 bits, whose last one is set if any bit below is.
; CHECK-LABEL: define double @double_of_wide(
define double @double_of_wide(i256 %x) {
; CHECK: [[ZEROS:%.*]] = call i256 @llvm.ctlz.i256(i256 %x, i1 false)
; CHECK: [[BELOW:%.*]] = call i256 @llvm.usub.sat.i256(i256 192, i256 [[ZEROS]])
; CHECK: [[HIGH:%.*]] = lshr i256 %x, [[BELOW]]
; CHECK: [[KEPT:%.*]] = shl i256 [[HIGH]], [[BELOW]]
; CHECK: [[LOST:%.*]] = icmp ne i256 [[KEPT]], %x
; CHECK-DAG: [[WORD:%.*]] = trunc i256 [[HIGH]] to i64
; CHECK-DAG: [[STICKY:%.*]] = zext i1 [[LOST]] to i64
; CHECK: [[DIGITS:%.*]] = or i64 [[WORD]], [[STICKY]]
; CHECK: [[REAL:%.*]] = uitofp i64 [[DIGITS]] to double
; CHECK: [[POWER:%.*]] = bitcast i64 {{.*}} to double
; CHECK: fmul double [[REAL]], [[POWER]]
  %r = uitofp i256 %x to double
  ret double %r
}

; From the bits of the number.
; CHECK-LABEL: define i256 @wide_of_double(
define i256 @wide_of_double(double %x) {
; CHECK: [[BITS:%.*]] = bitcast double %x to i64
; CHECK: lshr i64 [[BITS]], 52
; CHECK: shl i256
; CHECK-NOT: fptosi
  %r = fptosi double %x to i256
  ret i256 %r
}

; A bfloat of an int is rounded twice by code generators, by way of a float, which not every int is.
; CHECK-LABEL: define bfloat @bfloat_of_int(
define bfloat @bfloat_of_int(i32 %x) {
; CHECK: call i32 @llvm.usub.sat.i32(i32 8,
; CHECK: [[EXACT:%.*]] = fmul float
; CHECK: fptrunc float [[EXACT]] to bfloat
  %r = uitofp i32 %x to bfloat
  ret bfloat %r
}

; What the target has, or the library, is left: so are 128 bits here, but not on GPUs.
; CHECK-LABEL: define i128 @narrow(
; GPU-LABEL: define i128 @narrow(
define i128 @narrow(float %x, i128 %n, i24 %i, i65 %s) {
; CHECK-NEXT: fptosi float %x to i128
; GPU-NOT: fptosi
; CHECK-NEXT: sitofp i128 %n to double
; GPU-NOT: sitofp i128 %n to double
; CHECK-NEXT: call i128 @llvm.fptosi.sat.i128.f32(float %x)
; GPU-NOT: @llvm.fptosi.sat.i128.f32
; CHECK-NEXT: fptosi float %x to i64
; GPU: fptosi float %x to i64
; CHECK-NEXT: sitofp i24 %i to bfloat
; GPU-NEXT: sitofp i24 %i to bfloat
; CHECK-NEXT: call i128 @llvm.fshl.i128(
; GPU-NEXT: call i128 @llvm.fshl.i128(
; CHECK-NEXT: call i65 @llvm.fshl.i65(i65 %s, i65 %s, i65 3)
; CHECK-NEXT: ret
  %a = fptosi float %x to i128
  %b = sitofp i128 %n to double
  %c = call i128 @llvm.fptosi.sat.i128.f32(float %x)
  %d = fptosi float %x to i64
  %e = sitofp i24 %i to bfloat
  %f = call i128 @llvm.fshl.i128(i128 %n, i128 %a, i128 %n)
  %g = call i65 @llvm.fshl.i65(i65 %s, i65 %s, i65 3)
  ret i128 %a
}

declare i128 @llvm.fptosi.sat.i128.f32(float)
declare i65 @llvm.fshl.i65(i65, i65, i65)
declare i128 @llvm.fshl.i128(i128, i128, i128)
