; Gathers by 32-bit indices become loads of their own.
; RUN: %opt -passes=scalarize-gathers %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; The indices leave their vector two at a time. Here they have no sign: both halves of the pair get zeros.
; CHECK-LABEL: define <4 x float> @four
define <4 x float> @four(ptr %base, <4 x i32> %index) {
; CHECK: [[PAIRS:%.*]] = bitcast <4 x i32> %index to <2 x i64>
; CHECK: [[PAIR:%.*]] = extractelement <2 x i64> [[PAIRS]], i64 0
; CHECK: [[BOTH:%.*]] = call i64 asm "", "=r,0"(i64 [[PAIR]])
; CHECK: [[LOW:%.*]] = trunc i64 [[BOTH]] to i32
; CHECK-DAG: [[FIRST:%.*]] = zext i32 [[LOW]] to i64
; CHECK-DAG: [[SECOND:%.*]] = lshr i64 [[BOTH]], 32
; CHECK-DAG: getelementptr float, ptr %base, i64 [[FIRST]]
; CHECK-DAG: getelementptr float, ptr %base, i64 [[SECOND]]
; CHECK: extractelement <2 x i64> [[PAIRS]], i64 1
; CHECK-NOT: @llvm.masked.gather
; CHECK: ret <4 x float>
  %wide = zext <4 x i32> %index to <4 x i64>
  %at = getelementptr float, ptr %base, <4 x i64> %wide
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  ret <4 x float> %x
}

; The hardest case: of 16 indices, with a sign, the lower half goes through memory.
; CHECK-LABEL: define <16 x float> @sixteen
define <16 x float> @sixteen(ptr %base, <16 x i32> %index) {
; CHECK: [[MEMORY:%.*]] = alloca <4 x i64>
; CHECK: [[PAIRS:%.*]] = bitcast <16 x i32> %index to <8 x i64>
; CHECK: [[HALF:%.*]] = shufflevector <8 x i64> [[PAIRS]], <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: store <4 x i64> [[HALF]], ptr [[MEMORY]]
; CHECK: load i64
; CHECK: sext i32
; CHECK: ashr i64 {{.*}}, 32
; CHECK: extractelement <8 x i64> [[PAIRS]], i64 4
; CHECK-NOT: @llvm.masked.gather
; CHECK: ret <16 x float>
  %at = getelementptr float, ptr %base, <16 x i32> %index
  %x = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> %at, i32 4, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %x
}

; One load where all lanes read the same number.
; CHECK-LABEL: define <4 x float> @same
define <4 x float> @same(ptr %base, i32 %index) {
; CHECK: [[WIDE:%.*]] = sext i32 %index to i64
; CHECK: [[AT:%.*]] = getelementptr float, ptr %base, i64 [[WIDE]]
; CHECK: load float, ptr [[AT]]
; CHECK-NOT: load float
; CHECK: ret <4 x float>
  %one = insertelement <4 x i32> poison, i32 %index, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %at = getelementptr float, ptr %base, <4 x i32> %all
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  ret <4 x float> %x
}

; Gathers under a mask, by 64-bit indices and of elements of 16 bits stay.
; CHECK-LABEL: define void @stay
define void @stay(ptr %base, <4 x i32> %index, <4 x i64> %wide, <4 x i1> %mask, ptr %to) {
; CHECK: call <4 x float> @llvm.masked.gather{{.*}}, <4 x i1> %mask,
; CHECK: call <4 x float> @llvm.masked.gather{{.*}}(<4 x ptr> %at2,
; CHECK: call <4 x i16> @llvm.masked.gather
  %at = getelementptr float, ptr %base, <4 x i32> %index
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> %mask, <4 x float> poison)
  store volatile <4 x float> %x, ptr %to
  %at2 = getelementptr float, ptr %base, <4 x i64> %wide
  %y = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at2, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  store volatile <4 x float> %y, ptr %to
  %at3 = getelementptr i16, ptr %base, <4 x i32> %index
  %z = call <4 x i16> @llvm.masked.gather.v4i16.v4p0(<4 x ptr> %at3, i32 2, <4 x i1> splat (i1 true), <4 x i16> poison)
  store volatile <4 x i16> %z, ptr %to
  ret void
}

declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare <4 x i16> @llvm.masked.gather.v4i16.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i16>)
declare <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr>, i32, <16 x i1>, <16 x float>)
