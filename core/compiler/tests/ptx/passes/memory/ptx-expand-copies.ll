; Copies of a few bytes become loads and then stores, as wide as both ends are aligned.
; RUN: %opt -for-gpu=sm_90 -passes='function(ptx-expand-copies)' %s | FileCheck %s
; RUN: %opt -for-gpu=sm_90 -passes='function(ptx-expand-copies,sroa)' %s | FileCheck --check-prefix=SWAPPED %s

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p3.i64(ptr, ptr addrspace(3), i64, i1)
declare void @llvm.memcpy.p3.p0.i64(ptr addrspace(3), ptr, i64, i1)
declare void @llvm.memcpy.p3.p3.i64(ptr addrspace(3), ptr addrspace(3), i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

; What `swap` makes of two float4s: nothing of it stays in local memory.
; SWAPPED-LABEL: define void @swap(
; SWAPPED-NOT: alloca
; SWAPPED: [[A:%.*]] = load <4 x i32>, ptr addrspace(3) %a, align 16
; SWAPPED: [[B:%.*]] = load <4 x i32>, ptr addrspace(3) %b, align 16
; SWAPPED: store <4 x i32> [[B]], ptr addrspace(3) %a, align 16
; SWAPPED: store <4 x i32> [[A]], ptr addrspace(3) %b, align 16
; SWAPPED: ret void
define void @swap(ptr addrspace(3) %a, ptr addrspace(3) %b) {
  %t = alloca [4 x float], align 16
  call void @llvm.memcpy.p0.p3.i64(ptr align 16 %t, ptr addrspace(3) align 16 %a, i64 16, i1 false)
  call void @llvm.memcpy.p3.p3.i64(ptr addrspace(3) align 16 %a, ptr addrspace(3) align 16 %b, i64 16, i1 false)
  call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) align 16 %b, ptr align 16 %t, i64 16, i1 false)
  ret void
}

; The hardest case: ends of different alignment, a length of no power of two, and what is known of each part's type.
; All loads come first: the ends may be the same.
; CHECK-LABEL: define void @parts(
; CHECK-NEXT: [[X:%.*]] = load <2 x i32>, ptr %from, align 16, !tbaa [[DOUBLE:![0-9]+]]
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %from, i64 8
; CHECK-NEXT: [[Y:%.*]] = load i32, ptr [[P]], align 8, !tbaa [[INT:![0-9]+]]
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %from, i64 12
; CHECK-NEXT: [[Z:%.*]] = load i16, ptr [[P]], align 4
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %from, i64 14
; CHECK-NEXT: [[W:%.*]] = load i8, ptr [[P]], align 2
; CHECK-NEXT: store <2 x i32> [[X]], ptr %to, align 8, !tbaa [[DOUBLE]]
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %to, i64 8
; CHECK-NEXT: store i32 [[Y]], ptr [[P]], align 8, !tbaa [[INT]]
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %to, i64 12
; CHECK-NEXT: store i16 [[Z]], ptr [[P]], align 4
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %to, i64 14
; CHECK-NEXT: store i8 [[W]], ptr [[P]], align 2
; CHECK-NEXT: ret void
define void @parts(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 16 %from, i64 15, i1 false), !tbaa.struct !0
  ret void
}

; CHECK-LABEL: define void @unaligned(
; CHECK-COUNT-3: load i8, ptr
; CHECK-COUNT-3: store i8
define void @unaligned(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr align 4 %from, i64 3, i1 false)
  ret void
}

; Loads before stores are a move, too.
; CHECK-LABEL: define void @moved(
; CHECK-NEXT: [[X:%.*]] = load <4 x i32>, ptr %from, align 16
; CHECK-NEXT: store <4 x i32> [[X]], ptr %to, align 16
; CHECK-NEXT: ret void
define void @moved(ptr %to, ptr %from) {
  call void @llvm.memmove.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 16, i1 false)
  ret void
}

; Longer ones, those of unknown length and volatile ones stay.
; CHECK-LABEL: define void @others(
; CHECK-NEXT: call void @llvm.memcpy{{.*}} i64 65,
; CHECK-NEXT: call void @llvm.memcpy{{.*}} i64 %n,
; CHECK-NEXT: call void @llvm.memcpy{{.*}} i1 true)
; CHECK-NEXT: ret void
define void @others(ptr %to, ptr %from, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 65, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %to, ptr align 16 %from, i64 16, i1 true)
  ret void
}

!0 = !{i64 0, i64 8, !1, i64 8, i64 4, !3}
!1 = !{!2, !2, i64 0}
!2 = !{!"double", !5}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !5}
!5 = !{!"omnipotent char", !6}
!6 = !{!"C++ TBAA"}
