; A gather from one address for all lanes loads once.
; RUN: %opt -passes=broadcast-gathers %s | FileCheck %s

; CHECK: @nothing = private constant float 0.000000e+00, align 4

; The hardest case: where no lane takes part, the address need not be one.
; CHECK-LABEL: define <8 x float> @masked(
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> %mask to i8
; CHECK-NEXT: [[ANY:%.*]] = icmp ne i8 [[BITS]], 0
; CHECK-NEXT: [[AT:%.*]] = select i1 [[ANY]], ptr %p, ptr @nothing
; CHECK-NEXT: [[ONE:%.*]] = load float, ptr [[AT]], align 4
; CHECK: [[ALL:%.*]] = shufflevector
; CHECK-NEXT: [[RESULT:%.*]] = select <8 x i1> %mask, <8 x float> [[ALL]], <8 x float> %else
; CHECK-NEXT: ret <8 x float> [[RESULT]]
define <8 x float> @masked(ptr %p, <8 x i1> %mask, <8 x float> %else) {
  %first = insertelement <8 x ptr> poison, ptr %p, i64 0
  %all = shufflevector <8 x ptr> %first, <8 x ptr> poison, <8 x i32> zeroinitializer
  %x = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %all, i32 4, <8 x i1> %mask, <8 x float> %else)
  ret <8 x float> %x
}

; CHECK-LABEL: define <4 x double> @whole(
; CHECK: load double, ptr %p, align 2
; CHECK-NOT: select
; CHECK: ret <4 x double>
define <4 x double> @whole(ptr %p) {
  %first = insertelement <4 x ptr> poison, ptr %p, i64 0
  %all = shufflevector <4 x ptr> %first, <4 x ptr> poison, <4 x i32> zeroinitializer
  %x = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %all, i32 2, <4 x i1> splat (i1 true), <4 x double> poison)
  ret <4 x double> %x
}

; Of several addresses it stays.
; CHECK-LABEL: define <4 x float> @several(
; CHECK: @llvm.masked.gather.v4f32.v4p0
define <4 x float> @several(<4 x ptr> %p, <4 x i1> %mask) {
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %p, i32 4, <4 x i1> %mask, <4 x float> poison)
  ret <4 x float> %x
}

declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x float>)
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x double>)
