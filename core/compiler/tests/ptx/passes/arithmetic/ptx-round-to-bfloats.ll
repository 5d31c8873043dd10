; Roundings of sycl::ext::oneapi::bfloat16 are one conversion.
; RUN: %opt -passes='function(ptx-round-to-bfloats)' %s | FileCheck %s

; CHECK-LABEL: define i16 @stored(
; CHECK: [[SHORT:%.*]] = fptrunc float %x to bfloat
; CHECK: [[BITS:%.*]] = bitcast bfloat [[SHORT]] to i16
; CHECK: [[WIDE:%.*]] = zext i16 [[BITS]] to i32
; CHECK: [[UPPER:%.*]] = shl i32 [[WIDE]], 16
; CHECK: lshr i32 [[UPPER]], 16
define i16 @stored(float %x) {
  %bits = bitcast float %x to i32
  %most = add i32 %bits, 32767
  %last = lshr i32 %bits, 16
  %odd = and i32 %last, 1
  %up = add i32 %most, %odd
  %nan = fcmp uno float %x, 0.0
  %quiet = select i1 %nan, i32 2143289344, i32 0
  %rounded = or i32 %up, %quiet
  %upper = lshr i32 %rounded, 16
  %result = trunc i32 %upper to i16
  ret i16 %result
}

; Read as a float at once, whose lower half is cleared before the NaN comes in.
; CHECK-LABEL: define float @read(
; CHECK: fptrunc float %x to bfloat
; CHECK: [[UPPER:%.*]] = shl i32 {{%.*}}, 16
; CHECK: bitcast i32 [[UPPER]] to float
define float @read(float %x) {
  %bits = bitcast float %x to i32
  %last = lshr i32 %bits, 16
  %odd = and i32 %last, 1
  %both = add i32 %odd, 32767
  %up = add i32 %both, %bits
  %masked = and i32 %up, -65536
  %nan = fcmp uno float %x, 0.0
  %quiet = select i1 %nan, i32 2143289344, i32 0
  %rounded = or i32 %quiet, %masked
  %result = bitcast i32 %rounded to float
  ret float %result
}

; The hardest case: read in whole, what is no NaN, another direction of rounding, another number's bits.
; CHECK-LABEL: define i32 @others(
; CHECK-NOT: fptrunc
define i32 @others(float %x, float %y) {
  %bits = bitcast float %x to i32
  %most = add i32 %bits, 32767
  %last = lshr i32 %bits, 16
  %odd = and i32 %last, 1
  %up = add i32 %most, %odd
  %nan = fcmp uno float %x, 0.0
  %quiet = select i1 %nan, i32 2143289344, i32 0
  %whole = or i32 %up, %quiet
  %infinite = select i1 %nan, i32 2139095040, i32 0
  %no.nan = or i32 %up, %infinite
  %no.nan.upper = lshr i32 %no.nan, 16
  %further = add i32 %bits, 65535
  %away = or i32 %further, %quiet
  %away.upper = lshr i32 %away, 16
  %other.nan = fcmp uno float %y, 0.0
  %other.quiet = select i1 %other.nan, i32 2143289344, i32 0
  %mixed = or i32 %up, %other.quiet
  %mixed.upper = lshr i32 %mixed, 16
  %a = xor i32 %whole, %no.nan.upper
  %b = xor i32 %a, %away.upper
  %c = xor i32 %b, %mixed.upper
  ret i32 %c
}
