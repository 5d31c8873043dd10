; Vector stores that walk through a captured pointer which nobody reads through bypass the caches.
; RUN: %opt -passes=streaming-stores %s | FileCheck %s
; RUN: sed "s/^;RELEASE-CODE//" %s | %opt -passes=streaming-stores | FileCheck %s --check-prefix=RELEASE

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; The launch begins with the functor's address, and the functor holds the captured pointers. The mask states that a
; pointer is aligned.
; CHECK-LABEL: define float @kernel
define float @kernel(ptr %launch, ptr align 64 %memory, i64 %n) {
entry:
  %functor = load ptr, ptr %launch, !invariant.load !0
  %p0 = load ptr, ptr %functor, !invariant.load !0
  %aligned = call ptr @llvm.ptrmask.p0.i64(ptr %p0, i64 -64)
  %f1 = getelementptr i8, ptr %functor, i64 8
  %unaligned = load ptr, ptr %f1, !invariant.load !0
  %f2 = getelementptr i8, ptr %functor, i64 16
  %p2 = load ptr, ptr %f2, !invariant.load !0
  %read = call ptr @llvm.ptrmask.p0.i64(ptr %p2, i64 -64)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
; CHECK: store <16 x float> {{.*}}, ptr %to, align 64, !nontemporal
  %to = getelementptr inbounds float, ptr %aligned, i64 %i
  store <16 x float> splat (float 1.0), ptr %to, align 4
; Nothing is known of this one's alignment, ..
; CHECK: store <16 x float> {{.*}}, ptr %to1, align 4{{$}}
  %to1 = getelementptr inbounds float, ptr %unaligned, i64 %i
  store <16 x float> splat (float 1.0), ptr %to1, align 4
; .. this one is read behind the loop, where the cache has what it wrote, ..
; CHECK: store <16 x float> {{.*}}, ptr %to2, align 4{{$}}
  %to2 = getelementptr inbounds float, ptr %read, i64 %i
  store <16 x float> splat (float 1.0), ptr %to2, align 4
; .. and this one is a work-group's own memory.
; CHECK: store <16 x float> {{.*}}, ptr %to3, align 4{{$}}
  %to3 = getelementptr inbounds float, ptr %memory, i64 %i
  store <16 x float> splat (float 1.0), ptr %to3, align 4
  %next = add nuw i64 %i, 16
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
; A flag tells other threads that the results are there: streaming stores would come behind it.
; RELEASE-NOT: !nontemporal
;RELEASE-CODE  store atomic i32 1, ptr %memory release, align 4
; Streaming stores are not in order: a fence comes before the end.
; CHECK: call void @llvm.x86.sse.sfence()
; CHECK-NEXT: ret float
  %x = load float, ptr %read
  ret float %x
}

; The hardest case: the address is aligned where the loop begins, but the loop steps by 48 bytes. Without streaming stores
; there is no fence.
; CHECK-LABEL: define void @step
define void @step(ptr %launch, i64 %n) {
; CHECK: store <16 x float> {{.*}}, ptr %to, align 4{{$}}
; CHECK-NOT: sfence
; CHECK: ret void
entry:
  %functor = load ptr, ptr %launch, !invariant.load !0
  %out = load ptr, ptr %functor, !invariant.load !0
  %at = call ptr @llvm.ptrmask.p0.i64(ptr %out, i64 -64)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr inbounds float, ptr %at, i64 %i
  store <16 x float> splat (float 1.0), ptr %to, align 4
  %next = add nuw i64 %i, 12
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
!0 = !{}
