; Sums of 32 bits come back from the upper half of 64.
; RUN: %opt -passes=restore-sign-extensions %s | FileCheck %s

; CHECK-LABEL: define i64 @next
; CHECK: [[LOW:%.*]] = trunc i64 %i to i32
; CHECK: [[SUM:%.*]] = add i32 [[LOW]], 1
; CHECK: [[WIDE:%.*]] = sext i32 [[SUM]] to i64
; CHECK: ret i64 [[WIDE]]
define i64 @next(i64 %i) {
  %high = shl i64 %i, 32
  %sum = add i64 %high, 4294967296
  %at = ashr exact i64 %sum, 32
  ret i64 %at
}

; An offset in bytes.
; CHECK-LABEL: define i64 @bytes
; CHECK: [[SUM:%.*]] = add i32 {{%.*}}, -1
; CHECK: [[WIDE:%.*]] = sext i32 [[SUM]] to i64
; CHECK: [[BYTES:%.*]] = shl nsw i64 [[WIDE]], 3
; CHECK: ret i64 [[BYTES]]
define i64 @bytes(i64 %i) {
  %high = shl i64 %i, 32
  %sum = add i64 %high, -4294967296
  %at = ashr exact i64 %sum, 29
  ret i64 %at
}

; The hardest case: several numbers, of which one is used elsewhere too.
; CHECK-LABEL: define i64 @row
; CHECK-DAG: [[X:%.*]] = trunc i64 %x to i32
; CHECK-DAG: [[Y:%.*]] = trunc i64 %y to i32
; CHECK-DAG: [[DIFFERENCE:%.*]] = sub i32 [[X]], [[Y]]
; CHECK: [[SUM:%.*]] = add i32 [[DIFFERENCE]], 7
; CHECK: sext i32 [[SUM]] to i64
; CHECK: store i64 %high
define i64 @row(i64 %x, i64 %y, ptr %out) {
  %high = shl i64 %x, 32
  %other = shl i64 %y, 32
  %difference = sub i64 %high, %other
  %sum = add i64 %difference, 30064771072
  %at = ashr exact i64 %sum, 31
  store i64 %high, ptr %out
  ret i64 %at
}

; These stay: other shifts, a constant with lower bits, a sum with a whole number, fewer bits than are extended.
; CHECK-LABEL: define i64 @stays
; CHECK-NOT: sext
; CHECK-NOT: trunc
; CHECK: ret i64
define i64 @stays(i64 %i, i64 %j, i32 %k) {
  %byte = shl i64 %i, 56
  %a = ashr exact i64 %byte, 56
  %high = shl i64 %i, 32
  %odd = add i64 %high, 4294967297
  %b = ashr i64 %odd, 32
  %mixed = add i64 %high, %j
  %c = ashr i64 %mixed, 32
  %sign = ashr i64 %high, 40
  %short = shl i32 %k, 16
  %d = ashr exact i32 %short, 16
  %wide = zext i32 %d to i64
  %ab = xor i64 %a, %b
  %cs = xor i64 %c, %sign
  %abc = xor i64 %ab, %cs
  %all = xor i64 %abc, %wide
  ret i64 %all
}
