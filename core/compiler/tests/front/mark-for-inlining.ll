; Has LLVM's inliner make one function of a kernel.
; RUN: %opt -passes=mark-for-inlining %s | FileCheck %s

; CHECK-LABEL: define internal void @deep(
; CHECK-SAME: ) [[INLINE:#[0-9]+]] {
define internal void @deep(ptr %p) {
  store i32 1, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @middle(
; CHECK-SAME: ) [[INLINE]] {
define internal void @middle(ptr %p) {
  call void @deep(ptr %p)
  ret void
}

; A function that calls itself cannot be inlined everywhere.
; CHECK-LABEL: define internal i32 @count(
; CHECK-SAME: i32 %n) {
define internal i32 @count(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %more
more:
  %less = sub i32 %n, 1
  %r = call i32 @count(i32 %less)
  ret i32 %r
end:
  ret i32 0
}

; The hardest case: two that call each other, and one that is called from both but calls neither.
; CHECK-LABEL: define internal void @ping(
; CHECK-SAME: ptr %p) {
define internal void @ping(ptr %p) {
  call void @pong(ptr %p)
  call void @deep(ptr %p)
  ret void
}
; CHECK-LABEL: define internal void @pong(
; CHECK-SAME: ptr %p) {
define internal void @pong(ptr %p) {
  call void @ping(ptr %p)
  call void @deep(ptr %p)
  ret void
}

; One that leads to a cycle but is not on it.
; CHECK-LABEL: define internal void @leads(
; CHECK-SAME: ) [[INLINE]] {
define internal void @leads(ptr %p) {
  call void @ping(ptr %p)
  ret void
}

; The kernel stays, and so does what has no body.
; CHECK-LABEL: define void @kernel(
; CHECK-SAME: ) [[KERNEL:#[0-9]+]] {
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" {
  call void @middle(ptr %f)
  call void @leads(ptr %f)
  %n = call i32 @count(i32 5)
  call void @elsewhere()
  ret void
}

; CHECK: declare void @elsewhere(){{$}}
declare void @elsewhere()

; CHECK: attributes [[INLINE]] = { alwaysinline }
; CHECK: attributes [[KERNEL]] = { "ndweave-kernel"="nd-range" }
