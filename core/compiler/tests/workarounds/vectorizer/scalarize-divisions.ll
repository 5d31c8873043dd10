; Divisions of vectors become one for each lane; those by constants, and of scalars, stay.
; RUN: %opt -passes=scalarize-divisions %s | FileCheck %s

; CHECK-LABEL: define <2 x i32> @unsigned_exact(
define <2 x i32> @unsigned_exact(<2 x i32> %a, <2 x i32> %b) {
; CHECK-NEXT: [[A0:%.*]] = extractelement <2 x i32> %a, i64 0
; CHECK-NEXT: [[B0:%.*]] = extractelement <2 x i32> %b, i64 0
; CHECK-NEXT: [[Q0:%.*]] = udiv exact i32 [[A0]], [[B0]]
; CHECK-NEXT: [[LANES:%.*]] = insertelement <2 x i32> poison, i32 [[Q0]], i64 0
; CHECK-NEXT: [[A1:%.*]] = extractelement <2 x i32> %a, i64 1
; CHECK-NEXT: [[B1:%.*]] = extractelement <2 x i32> %b, i64 1
; CHECK-NEXT: [[Q1:%.*]] = udiv exact i32 [[A1]], [[B1]]
; CHECK-NEXT: [[ALL:%.*]] = insertelement <2 x i32> [[LANES]], i32 [[Q1]], i64 1
; CHECK-NEXT: ret <2 x i32> [[ALL]]
  %q = udiv exact <2 x i32> %a, %b
  ret <2 x i32> %q
}

; CHECK-LABEL: define <2 x i8> @others(
define <2 x i8> @others(<2 x i8> %a, <2 x i8> %b) {
; CHECK-NOT: <2 x i8> %{{[abcd]}}, %{{[abcd]}}
; CHECK: sdiv i8
; CHECK: sdiv i8
; CHECK: srem i8
; CHECK: srem i8
; CHECK: urem i8
; CHECK: urem i8
  %c = sdiv <2 x i8> %a, %b
  %d = srem <2 x i8> %c, %b
  %e = urem <2 x i8> %d, %b
  ret <2 x i8> %e
}

; CHECK-LABEL: define <2 x i32> @stay(
define <2 x i32> @stay(<2 x i32> %a, i32 %x, i32 %y) {
; CHECK: %q = udiv <2 x i32> %a, <i32 3, i32 5>
; CHECK-NEXT: %s = udiv i32 %x, %y
  %q = udiv <2 x i32> %a, <i32 3, i32 5>
  %s = udiv i32 %x, %y
  %r = insertelement <2 x i32> %q, i32 %s, i64 0
  ret <2 x i32> %r
}
