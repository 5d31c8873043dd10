; Arithmetic on small integers that C++ promoted to 32 bits is done in 16 bits where the result is the same.
; RUN: %opt -passes=narrow-integers %s | FileCheck %s

; CHECK-LABEL: define void @numbers
define void @numbers(ptr %p, ptr %q, ptr %r, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pa = getelementptr i8, ptr %p, i64 %i
  %pb = getelementptr i8, ptr %q, i64 %i
  %pm = getelementptr i8, ptr %r, i64 %i
  %a8 = load i8, ptr %pa
  %b8 = load i8, ptr %pb
  %m8 = load i8, ptr %pm
  %a = zext i8 %a8 to i32
  %b = zext i8 %b8 to i32
  %m = zext i8 %m8 to i32
; (a * m + b * (255 - m) + 128) >> 8: all sums fit into 16 bits without a sign.
; CHECK-NOT: {{add|sub|mul|lshr}}{{.*}} i32
; CHECK: sub i16 255
; CHECK: add i16 {{.*}}, 128
; CHECK: [[SHIFTED:%.*]] = lshr i16 {{.*}}, 8
; CHECK: [[CUT:%.*]] = trunc i16 [[SHIFTED]] to i8
; CHECK: store volatile i8 [[CUT]]
  %am = mul nuw nsw i32 %a, %m
  %rest = sub nuw nsw i32 255, %m
  %bm = mul nuw nsw i32 %b, %rest
  %blend = add nuw nsw i32 %am, %bm
  %rounded = add nuw nsw i32 %blend, 128
  %by8 = lshr i32 %rounded, 8
  %cut = trunc i32 %by8 to i8
  store volatile i8 %cut, ptr %pa
; min(a + b, 255) and max(a - b, 0) are saturating operations of 8 bits.
; CHECK: call i8 @llvm.uadd.sat.i8(i8 %a8, i8 %b8)
  %sum1 = add nuw nsw i32 %a, %b
  %least = call i32 @llvm.umin.i32(i32 %sum1, i32 255)
  %up = trunc i32 %least to i8
  store volatile i8 %up, ptr %pa
; CHECK: call i8 @llvm.usub.sat.i8(i8 %a8, i8 %b8)
  %difference = sub nsw i32 %a, %b
  %most = call i32 @llvm.smax.i32(i32 %difference, i32 0)
  %down = trunc i32 %most to i8
  store volatile i8 %down, ptr %pa
; A limit of 254 is none.
; CHECK: call i16 @llvm.umin.i16(i16 {{.*}}, i16 254)
  %sum2 = add nuw nsw i32 %a, %b
  %other = call i32 @llvm.umin.i32(i32 %sum2, i32 254)
  %none = trunc i32 %other to i8
  store volatile i8 %none, ptr %pa
; The hardest case: a right shift brings down bits above the sixteenth. Of a * b + 4000, which has 17 bits, this one
; needs the bits 9 to 16, ..
; CHECK: [[PRODUCT:%.*]] = mul i32 %a, %b
; CHECK: [[MORE:%.*]] = add i32 [[PRODUCT]], 4000
; CHECK: lshr i32 [[MORE]], 9
  %product = mul i32 %a, %b
  %more = add i32 %product, 4000
  %by9 = lshr i32 %more, 9
  %high = trunc i32 %by9 to i8
  store volatile i8 %high, ptr %pa
; .. this one the bits 8 to 15.
; CHECK: lshr i16 {{.*}}, 8
  %product2 = mul i32 %a, %b
  %more2 = add i32 %product2, 4000
  %by8too = lshr i32 %more2, 8
  %low = trunc i32 %by8too to i8
  store volatile i8 %low, ptr %pa
; Somebody else needs the whole sum: nothing would be saved.
; CHECK: [[SUM:%.*]] = add i32 %a, %b
; CHECK-NEXT: trunc i32 [[SUM]] to i8
; CHECK: store volatile i32 [[SUM]]
  %sum = add i32 %a, %b
  %part = trunc i32 %sum to i8
  store volatile i8 %part, ptr %pa
  store volatile i32 %sum, ptr %q
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
