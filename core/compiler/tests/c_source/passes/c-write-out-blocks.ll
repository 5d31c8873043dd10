; Copies and fills of few units become loads and stores.
; RUN: %opt -passes=c-write-out-blocks %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; The ends may overlap: all is loaded before anything is stored.
; CHECK: [[X0:%.*]] = load i32, ptr {{%.*}}, align 4
; CHECK: [[X1:%.*]] = load i32, ptr {{%.*}}, align 4
; CHECK: [[A0:%.*]] = getelementptr i8, ptr %a, i64 0
; CHECK: store i32 [[X0]], ptr [[A0]], align 4
; CHECK: [[A1:%.*]] = getelementptr i8, ptr %a, i64 4
; CHECK: store i32 [[X1]], ptr [[A1]], align 4
; CHECK: [[V:%.*]] = zext i8 %v to i16
; CHECK: [[W:%.*]] = mul i16 [[V]], 257
; CHECK: store volatile i16 [[W]], ptr {{%.*}}, align 2
; Long ones, and those of unknown length, stay.
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 8 %b, i64 136, i1 false)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)
; CHECK-NEXT: ret void
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" {
  %a = load ptr, ptr %f
  %b = load ptr, ptr %f
  %v = load i8, ptr %f
  %n = load i64, ptr %f
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %a, ptr align 8 %b, i64 8, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %a, i8 %v, i64 2, i1 true)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 8 %b, i64 136, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)
  ret void
}
