; A trap ends the work-item, and what stands behind it goes.
; RUN: %opt -passes=c-end-items-at-traps %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: br i1 %c, label %bad, label %good
; CHECK: bad:
; CHECK-NEXT: store i32 1, ptr %p
; CHECK-NEXT: ret void
; CHECK: good:
; CHECK-NEXT: store i32 3, ptr %p
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" {
  %p = load ptr, ptr %f
  %c = icmp eq ptr %p, %f
  br i1 %c, label %bad, label %good
bad:
  store i32 1, ptr %p
  call void @llvm.trap()
  store i32 2, ptr %p
  br label %worse
worse:
  br label %good
good:
  %x = phi i32 [ 4, %worse ], [ 3, %0 ]
  store i32 %x, ptr %p
  ret void
}
