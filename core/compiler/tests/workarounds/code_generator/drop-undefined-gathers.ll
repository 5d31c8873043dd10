; Gathers from addresses that are undefined give what lanes without access get.
; RUN: %opt -passes=drop-undefined-gathers %s | FileCheck %s

; CHECK-LABEL: define <4 x float> @undefined(
; CHECK-NEXT: ret <4 x float> %other
define <4 x float> @undefined(<4 x i1> %mask, <4 x float> %other) {
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> poison, i32 4, <4 x i1> %mask, <4 x float> %other)
  ret <4 x float> %x
}

; The hardest case: an address made of an undefined index, or of an address that is.
; CHECK-LABEL: define <4 x float> @undefined_index(
; CHECK-NOT: gather
; CHECK: ret <4 x float> %other
define <4 x float> @undefined_index(ptr %table, <4 x i1> %mask, <4 x float> %other) {
  %row = getelementptr [8 x float], ptr %table, <4 x i64> undef
  %at = getelementptr float, <4 x ptr> %row, i64 3
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> %mask, <4 x float> %other)
  ret <4 x float> %x
}

; Where only some lanes are undefined, others may be read.
; CHECK-LABEL: define <4 x float> @one_lane(
; CHECK: %x = call <4 x float> @llvm.masked.gather
; CHECK: ret <4 x float> %x
define <4 x float> @one_lane(ptr %table, <4 x i1> %mask, <4 x float> %other) {
  %at = getelementptr float, ptr %table, <4 x i64> <i64 0, i64 poison, i64 2, i64 3>
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> %mask, <4 x float> %other)
  ret <4 x float> %x
}

; What lanes without access get may be undefined: that is no reason.
; CHECK-LABEL: define <4 x float> @undefined_other(
; CHECK: %x = call <4 x float> @llvm.masked.gather
; CHECK: ret <4 x float> %x
define <4 x float> @undefined_other(ptr %table, <4 x i64> %index, <4 x i1> %mask) {
  %at = getelementptr float, ptr %table, <4 x i64> %index
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> %mask, <4 x float> poison)
  ret <4 x float> %x
}

; Accesses that are no gathers stay: the processor takes their addresses as they are.
; CHECK-LABEL: define void @scatter(
; CHECK: call void @llvm.masked.scatter
define void @scatter(<4 x float> %x, <4 x i1> %mask) {
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %x, <4 x ptr> poison, i32 4, <4 x i1> %mask)
  ret void
}
