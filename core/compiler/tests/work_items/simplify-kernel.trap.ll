; Blocks that trap are no exits of a kernel: they would hide where the ways of control flow join.
; RUN: %opt -passes=simplify-kernel %s | FileCheck %s --implicit-check-not=unreachable

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %p, i1 %c, i1 %bad, i1 %worse) "ndweave-kernel"="nd-range" {
; CHECK: br i1 %c, label %[[CHECKED:.*]], label %[[JOIN:.*]]
  br i1 %c, label %checked, label %join
checked:
; The block goes on where its predecessor would have gone otherwise. The hardest case: that is also reached by another
; way, and takes a value from where it came.
; CHECK: {{^}}[[CHECKED]]:
; CHECK: [[X:%.*]] = load volatile i32
; CHECK: br i1 %bad, label %[[TRAP:.*]], label %[[JOIN]]
  %x = load volatile i32, ptr %p
  br i1 %bad, label %trap, label %join
trap:
; CHECK: {{^}}[[TRAP]]:
; CHECK-NEXT: store volatile i32 1
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: br label %[[JOIN]]
  store volatile i32 1, ptr %p
  call void @llvm.trap()
  unreachable
join:
; CHECK: {{^}}[[JOIN]]:
; CHECK-NEXT: phi i32
; CHECK-SAME: [ [[X]], %[[CHECKED]] ]
; CHECK-SAME: [ [[X]], %[[TRAP]] ]
; CHECK-NEXT: store volatile i32
  %y = phi i32 [ 7, %0 ], [ %x, %checked ]
  store volatile i32 %y, ptr %p
; Where both ways end so, they go to the kernel's end, one by way of the other.
; CHECK: br i1 %worse, label %[[ONE:.*]], label %[[TWO:.*]]
  br i1 %worse, label %ends, label %next
next:
  br i1 %bad, label %one, label %two
one:
  store volatile i32 3, ptr %p
  call void @llvm.trap()
  unreachable
two:
  store volatile i32 4, ptr %p
  call void @llvm.trap()
  unreachable
ends:
; CHECK: ret void
; CHECK-NOT: ret void
  ret void
}

declare void @llvm.trap()
