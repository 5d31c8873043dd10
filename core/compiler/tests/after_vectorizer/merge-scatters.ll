; Scatters to members of structures that lie one after the other become masked stores of whole registers.
; RUN: %opt -passes='merge-scatters<1>' %s | FileCheck %s
; RUN: %opt -passes='merge-scatters<0>' %s | FileCheck %s --check-prefix=CHEAP

%quad = type { float, float, float, float }

; p[i].x = a;  p[i].y = b: two members of four, in four registers of 16 numbers.
; CHECK-LABEL: define void @two_of_four
; Where a scattered number costs nothing, shuffles do not pay.
; CHEAP-LABEL: define void @two_of_four
; CHEAP: call void @llvm.masked.scatter
; CHEAP: call void @llvm.masked.scatter
; CHEAP-NOT: call void @llvm.masked.store
define void @two_of_four(ptr %p, <16 x float> %a, <16 x float> %b, i64 %i) {
; CHECK-NOT: @llvm.masked.scatter
; CHECK: [[PAIRS:%.*]] = shufflevector <16 x float> %a, <16 x float> %b, <16 x i32> <i32 0, i32 1, i32 2, {{.*}}, i32 16, i32 17, i32 18,
; CHECK: [[MIXED:%.*]] = shufflevector <16 x float> [[PAIRS]], <16 x float> poison, <16 x i32> <i32 0, i32 8, i32 poison, i32 poison, i32 1, i32 9,
; CHECK: call void @llvm.masked.store.v16f32.p0(<16 x float> [[MIXED]], ptr {{.*}}, i32 4, <16 x i1> <i1 true, i1 true, i1 false, i1 false, i1 true, i1 true,
; CHECK-COUNT-3: call void @llvm.masked.store.v16f32.p0(
; CHECK-NOT: call
; CHECK: ret void
  %one = insertelement <16 x i64> poison, i64 %i, i64 0
  %all = shufflevector <16 x i64> %one, <16 x i64> poison, <16 x i32> zeroinitializer
  %index = add <16 x i64> %all, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %x = getelementptr inbounds %quad, ptr %p, <16 x i64> %index
  %y = getelementptr inbounds i8, <16 x ptr> %x, i64 4
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %a, <16 x ptr> %x, i32 4, <16 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %b, <16 x ptr> %y, i32 4, <16 x i1> splat (i1 true))
  ret void
}

; The hardest case: the same member twice. The second store counts, so that they are not to be mixed.
; CHECK-LABEL: define void @same_member
define void @same_member(ptr %p, <16 x float> %a, <16 x float> %b) {
; CHECK: call void @llvm.masked.scatter{{.*}}(<16 x float> %a,
; CHECK: call void @llvm.masked.scatter{{.*}}(<16 x float> %b,
  %x = getelementptr inbounds %quad, ptr %p, <16 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %a, <16 x ptr> %x, i32 4, <16 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %b, <16 x ptr> %x, i32 4, <16 x i1> splat (i1 true))
  ret void
}

; A scatter under a mask, and one whose indices step unevenly, stay.
; CHECK-LABEL: define void @others
define void @others(ptr %p, <16 x float> %a, <16 x i1> %mask, <16 x i64> %any) {
; CHECK: call void @llvm.masked.scatter{{.*}}, <16 x i1> %mask)
; CHECK: call void @llvm.masked.scatter{{.*}}(<16 x float> %a, <16 x ptr> %y,
; CHECK-NOT: call void @llvm.masked.store
; CHECK: ret void
  %x = getelementptr inbounds %quad, ptr %p, <16 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %a, <16 x ptr> %x, i32 4, <16 x i1> %mask)
  %y = getelementptr inbounds %quad, ptr %p, <16 x i64> %any
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %a, <16 x ptr> %y, i32 4, <16 x i1> splat (i1 true))
  ret void
}

; A load between them may read what the first one wrote: each has stores of its own, before and after it.
; CHECK-LABEL: define float @load_between
define float @load_between(ptr %p, ptr %q, <16 x float> %a, <16 x float> %b) {
; CHECK: shufflevector <16 x float> %a, <16 x float> poison
; CHECK-COUNT-4: call void @llvm.masked.store
; CHECK: load float, ptr %q
; CHECK: shufflevector <16 x float> %b, <16 x float> poison
; CHECK-COUNT-4: call void @llvm.masked.store
  %x = getelementptr inbounds %quad, ptr %p, <16 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %y = getelementptr inbounds i8, <16 x ptr> %x, i64 4
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %a, <16 x ptr> %x, i32 4, <16 x i1> splat (i1 true))
  %r = load float, ptr %q
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %b, <16 x ptr> %y, i32 4, <16 x i1> splat (i1 true))
  ret float %r
}

declare void @llvm.masked.scatter.v16f32.v16p0(<16 x float>, <16 x ptr>, i32, <16 x i1>)
