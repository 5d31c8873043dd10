; Masked stores that follow each other are left out together where no lane takes part in any.
; RUN: %opt -passes=guard-empty-stores %s | FileCheck %s

; CHECK-LABEL: define void @two
define void @two(ptr %p, ptr %q, <8 x float> %a, <8 x float> %b, <8 x i1> %m, <8 x i1> %n) {
; CHECK-DAG: [[M:%.*]] = freeze <8 x i1> %m
; CHECK-DAG: [[N:%.*]] = freeze <8 x i1> %n
; CHECK: [[EITHER:%.*]] = or <8 x i1> [[M]], [[N]]
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> [[EITHER]] to i8
; CHECK: [[ANY:%.*]] = icmp ne i8 [[BITS]], 0
; CHECK: br i1 [[ANY]], label %[[STORES:.*]], label %[[REST:[^,]*]]
; CHECK: {{^}}[[STORES]]:
; CHECK-NEXT: call void @llvm.masked.store{{.*}}(<8 x float> %a, ptr %p, i32 4, <8 x i1> [[M]])
; What stood between them and touches no memory comes before.
; CHECK-NEXT: call void @llvm.masked.store{{.*}}(<8 x float> %sum, ptr %q, i32 4, <8 x i1> [[N]])
; CHECK-NEXT: br label %[[REST]]
  call void @llvm.masked.store.v8f32.p0(<8 x float> %a, ptr %p, i32 4, <8 x i1> %m)
  %sum = fadd <8 x float> %a, %b
  call void @llvm.masked.store.v8f32.p0(<8 x float> %sum, ptr %q, i32 4, <8 x i1> %n)
  ret void
}

; The hardest case: a load between them may read what the first one wrote, so each has a branch of its own. Masks of
; another length do not share one either.
; CHECK-LABEL: define float @apart
define float @apart(ptr %p, ptr %q, <8 x float> %a, <4 x float> %b, <8 x i1> %m, <4 x i1> %n) {
; CHECK: br i1
; CHECK: call void @llvm.masked.store.v8f32
; CHECK: load float, ptr %q
; CHECK: br i1
; CHECK: call void @llvm.masked.store.v8f32
; CHECK: br i1
; CHECK: call void @llvm.masked.store.v4f32
; CHECK: ret float
  call void @llvm.masked.store.v8f32.p0(<8 x float> %a, ptr %p, i32 4, <8 x i1> %m)
  %x = load float, ptr %q
  call void @llvm.masked.store.v8f32.p0(<8 x float> %a, ptr %p, i32 4, <8 x i1> %m)
  call void @llvm.masked.store.v4f32.p0(<4 x float> %b, ptr %q, i32 4, <4 x i1> %n)
  ret float %x
}

; A mask that is constant, and a store without one, get no branch.
; CHECK-LABEL: define void @constant
define void @constant(ptr %p, <8 x float> %a) {
; CHECK-NOT: br i1
; CHECK: ret void
  call void @llvm.masked.store.v8f32.p0(<8 x float> %a, ptr %p, i32 4, <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>)
  store <8 x float> %a, ptr %p
  ret void
}

declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, i32, <8 x i1>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
