; Private arrays that are accessed by whole elements get their copies laid element by element; others stay.
; RUN: split-file %s %t
; RUN: %opt -passes=private-layout %t/elements.ll | FileCheck %t/elements.ll
; RUN: %opt -passes=private-layout %t/others.ll | FileCheck %t/others.ll
; RUN: %opt -passes=private-layout %t/conflicts.ll | FileCheck %t/conflicts.ll
; RUN: %opt -passes=private-layout %t/two_arrays.ll | FileCheck %t/two_arrays.ll

;--- elements.ll
; From a[k] to a[k + 1] it is as far as there are work-items: 64 * 4 bytes. The alignment that a whole array had, an
; element's neighbour has no more. Lifetimes go: the memory is the group's.
; CHECK: %a = alloca [1024 x i8], align 1, !ndweave.elements ![[LAYOUT:[0-9]+]]
; CHECK: start:
; CHECK-NOT: @llvm.lifetime
; CHECK: [[WIDE:%.*]] = sext i32 %k to i64
; CHECK-NEXT: [[OFFSET:%.*]] = mul nsw i64 [[WIDE]], 4
; CHECK-NEXT: [[SCALED:%.*]] = mul i64 [[OFFSET]], 64
; CHECK-NEXT: %ak = getelementptr i8, ptr %a, i64 [[SCALED]]
; CHECK-NEXT: store float 1.000000e+00, ptr %ak, align 4
; CHECK-NEXT: %a1 = getelementptr i8, ptr %a, i64 256
; CHECK-NEXT: %x = load float, ptr %a1, align 4
; CHECK-NEXT: store float %x, ptr %p, align 16
; CHECK-NEXT: ret void
; CHECK: ![[LAYOUT]] = !{i64 4, i64 64}
define void @kernel(ptr %p, i32 %k) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %a = alloca [4 x float], align 16
  br label %start
start:
  call void @llvm.lifetime.start.p0(i64 16, ptr %a)
  %ak = getelementptr inbounds [4 x float], ptr %a, i32 0, i32 %k
  store float 1.0, ptr %ak, align 16
  %a1 = getelementptr inbounds float, ptr %a, i64 1
  %x = load float, ptr %a1, align 8
  store float %x, ptr %p, align 16
  call void @llvm.lifetime.end.p0(i64 16, ptr %a)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

;--- others.ll
; Left as they are: an array whose address escapes, one with accesses of two sizes, one with an access between two
; elements, a vector's, and one that is the group's already.
; CHECK: %escapes = alloca [2 x i32]{{(, align 4)?$}}
; CHECK-NEXT: %mixed = alloca [2 x i32]{{(, align 4)?$}}
; CHECK-NEXT: %between = alloca [2 x i32]{{(, align 4)?$}}
; CHECK-NEXT: %vectors = alloca [2 x <4 x float>]{{(, align 16)?$}}
; CHECK-NEXT: %storage = alloca [64 x i32], align 64, !ndweave.storage !{{[0-9]+$}}
; The one that is laid out says that the pass has run.
; CHECK-NEXT: %elements = alloca [512 x i8], align 1, !ndweave.elements
; CHECK: start:
; CHECK-NOT: lifetime
; CHECK: store <4 x float> zeroinitializer, ptr %vectors, align 16
; CHECK: getelementptr i32, ptr %storage, i32 %k
define void @kernel(ptr %p, i32 %k) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %escapes = alloca [2 x i32]
  %mixed = alloca [2 x i32]
  %between = alloca [2 x i32]
  %vectors = alloca [2 x <4 x float>]
  %storage = alloca [64 x i32], align 64, !ndweave.storage !0
  %elements = alloca [2 x i32]
  br label %start
start:
  call void @llvm.lifetime.start.p0(i64 8, ptr %escapes)
  store ptr %escapes, ptr %p
  store i16 1, ptr %mixed
  store i32 1, ptr %mixed
  %odd = getelementptr i8, ptr %between, i32 %k
  store i32 1, ptr %odd, align 1
  store <4 x float> zeroinitializer, ptr %vectors
  %s = getelementptr i32, ptr %storage, i32 %k
  store i32 1, ptr %s
  store i32 1, ptr %elements
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
!0 = !{}

;--- conflicts.ll
; Rows of 128 floats would be 512 bytes apart, which share few sets of a cache: they are a cache line longer. A fill and
; a copy become accesses of elements, each.
; CHECK: %a = alloca [1152 x i8], align 1, !ndweave.elements ![[LAYOUT:[0-9]+]]
; CHECK: [[SECOND:%.*]] = getelementptr i8, ptr %a, i64 576
; CHECK: store i32 16843009, ptr [[SECOND]], align 4
; CHECK-NOT: @llvm.mem
; CHECK: [[FROM0:%.*]] = getelementptr i8, ptr %a, i64 0
; CHECK: [[X0:%.*]] = load i32, ptr [[FROM0]], align 4
; CHECK: [[FROM1:%.*]] = getelementptr i8, ptr %a, i64 576
; CHECK: [[X1:%.*]] = load i32, ptr [[FROM1]], align 4
; CHECK: store i32 [[X0]], ptr %{{.*}}, align 1
; CHECK: [[TO1:%.*]] = getelementptr inbounds i32, ptr %p, i64 1
; CHECK-NEXT: store i32 [[X1]], ptr [[TO1]], align 1
; CHECK: ![[LAYOUT]] = !{i64 4, i64 144}
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="16,8,1" {
entry:
  %a = alloca [2 x float]
  br label %start
start:
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %p, ptr align 4 %a, i64 8, i1 false)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

;--- two_arrays.ll
; The hardest case: an address that walks through an array is scaled at each step and stays the array's own; one that may
; be of another array leaves both where they are.
; CHECK: %own = alloca [{{.*}} x i8], align 1, !ndweave.elements
; CHECK-NEXT: %one = alloca [4 x i32]{{(, align [0-9]+)?$}}
; CHECK-NEXT: %other = alloca [4 x i32]{{(, align [0-9]+)?$}}
; CHECK: loop:
; CHECK: %q = phi ptr [ %own, %start ], [ %q.next, %loop ]
; CHECK: %q.next = getelementptr i8, ptr %q, i64 256
; CHECK: %either = select i1 %c, ptr %one, ptr %other
define void @kernel(ptr %p, i1 %c, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %own = alloca [4 x i32]
  %one = alloca [4 x i32]
  %other = alloca [4 x i32]
  br label %start
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %i.next, %loop ]
  %q = phi ptr [ %own, %start ], [ %q.next, %loop ]
  store i32 %i, ptr %q
  %q.next = getelementptr inbounds i32, ptr %q, i64 1
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  %either = select i1 %c, ptr %one, ptr %other
  store i32 1, ptr %either
  ret void
}
