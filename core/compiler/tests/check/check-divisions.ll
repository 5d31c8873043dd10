; Has every division of integers looked at before it happens: by zero, and of the least number by -1.
; RUN: %opt -passes=check-divisions %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, i32 %n, i32 %d, i64 %w, i64 %e, <2 x i32> %v2, <2 x i32> %by) "ndweave-kernel"="nd-range" !dbg !3 {
; CHECK: [[LEAST:%.*]] = icmp eq i32 %n, -2147483648
; CHECK: [[MINUS:%.*]] = icmp eq i32 %d, -1
; CHECK: [[BOTH:%.*]] = and i1 [[LEAST]], [[MINUS]]
; CHECK: [[OVERFLOW:%.*]] = select i1 [[BOTH]], i32 2, i32 0
; CHECK: [[ZERO:%.*]] = icmp eq i32 %d, 0
; CHECK: [[FAULT:%.*]] = select i1 [[ZERO]], i32 1, i32 [[OVERFLOW]]
; CHECK: call void @__ndweave_check_division(i32 [[FAULT]], ptr @"place.kernel.cpp:7")
; CHECK-NEXT: sdiv i32 %n, %d
  %q = sdiv i32 %n, %d, !dbg !4
  store volatile i32 %q, ptr %f
; Without a sign, nothing overflows.
; CHECK-NOT: icmp eq i64 %w
; CHECK: [[ZERO2:%.*]] = icmp eq i64 %e, 0
; CHECK: [[FAULT2:%.*]] = select i1 [[ZERO2]], i32 1, i32 0
; CHECK: call void @__ndweave_check_division(i32 [[FAULT2]], ptr null)
; CHECK-NEXT: urem i64 %w, %e
  %r = urem i64 %w, %e
  store volatile i64 %r, ptr %f
; The hardest case: constant divisors. -1 may overflow where there is a sign, and zero always fails.
; CHECK: [[LEAST3:%.*]] = icmp eq i32 %n, -2147483648
; CHECK: select i1 {{.*}}, i32 2, i32 0
; CHECK: call void @__ndweave_check_division
; CHECK-NEXT: srem i32 %n, -1
  %s = srem i32 %n, -1
  store volatile i32 %s, ptr %f
; CHECK: call void @__ndweave_check_division(i32 1, ptr null)
; CHECK-NEXT: udiv i32 %n, 0
  %t = udiv i32 %n, 0
  store volatile i32 %t, ptr %f
; Vectors, where any lane fails.
; CHECK: [[LEAST4:%.*]] = icmp eq <2 x i32> %v2, {{.*}}-2147483648
; CHECK: [[MINUS4:%.*]] = icmp eq <2 x i32> %by, {{.*}}-1
; CHECK: [[BOTH4:%.*]] = and <2 x i1> [[LEAST4]], [[MINUS4]]
; CHECK: [[ANY4:%.*]] = call i1 @llvm.vector.reduce.or.v2i1(<2 x i1> [[BOTH4]])
; CHECK: [[OVERFLOW4:%.*]] = select i1 [[ANY4]], i32 2, i32 0
; CHECK: [[ZEROS4:%.*]] = icmp eq <2 x i32> %by, zeroinitializer
; CHECK: [[ZERO4:%.*]] = call i1 @llvm.vector.reduce.or.v2i1(<2 x i1> [[ZEROS4]])
; CHECK: [[FAULT4:%.*]] = select i1 [[ZERO4]], i32 1, i32 [[OVERFLOW4]]
; CHECK: call void @__ndweave_check_division(i32 [[FAULT4]], ptr null)
; CHECK-NEXT: sdiv <2 x i32> %v2, %by
  %vq = sdiv <2 x i32> %v2, %by
  store volatile <2 x i32> %vq, ptr %f
; CHECK: call void @__ndweave_check_division(
; CHECK-NEXT: srem <2 x i32> %v2, <i32 3, i32 -1>
  %vr = srem <2 x i32> %v2, <i32 3, i32 -1>
  store volatile <2 x i32> %vr, ptr %f
; What cannot fail is not looked at.
; CHECK-NOT: @__ndweave_check_division
; CHECK: ret void
  %vs = udiv <2 x i32> %v2, <i32 3, i32 -1>
  store volatile <2 x i32> %vs, ptr %f
  %u = udiv i32 %n, -1
  %v = sdiv i32 %u, 7
  store volatile i32 %v, ptr %f
  %x = sitofp i32 %v to float
  %y = fdiv float %x, 0.0
  store volatile float %y, ptr %f
  %z = mul i32 %n, %d
  store volatile i32 %z, ptr %f
  ret void
}

; Nor what is not the kernel's.
; CHECK-LABEL: define i32 @other(
; CHECK-NEXT: sdiv
define i32 @other(i32 %n, i32 %d) {
  %q = sdiv i32 %n, %d
  ret i32 %q
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "kernel.cpp", directory: "/")
!3 = distinct !DISubprogram(name: "kernel", file: !2, line: 5, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 7, scope: !3)
!5 = !DISubroutineType(types: !6)
!6 = !{}
