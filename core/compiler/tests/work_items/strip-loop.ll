; A loop around the finished kernel runs it for each strip of the group.
; RUN: split-file %s %t
; RUN: %opt -passes=strip-loop %t/plane.ll | FileCheck %t/plane.ll
; RUN: %opt -passes=strip-loop %t/whole.ll | FileCheck %t/whole.ll
; RUN: %opt -passes=strip-loop %t/tile.ll | FileCheck %t/tile.ll

;--- plane.ll
; The hardest case: strips along two axes, of the first one faster. Memory on the stack stays in front of the loop; what
; else the kernel begins with may count from the strip's first.
; CHECK: entry:
; CHECK-NEXT: %memory = alloca [50 x i32]
; CHECK-NEXT: br label %[[STRIP:.*]]
; CHECK: [[STRIP]]:
; CHECK-NEXT: [[NUMBER:%.*]] = phi i32 [ 0, %entry ], [ [[NEXT:%.*]], %[[LATCH:.*]] ]
; CHECK-NEXT: [[X:%.*]] = udiv i32 [[NUMBER]], 1
; CHECK-NEXT: [[PART0:%.*]] = urem i32 [[X]], 2
; CHECK-NEXT: [[FIRST0:%.*]] = mul nuw nsw i32 [[PART0]], 50
; CHECK-NEXT: [[Y:%.*]] = udiv i32 [[NUMBER]], 2
; CHECK-NEXT: [[PART1:%.*]] = urem i32 [[Y]], 3
; CHECK-NEXT: [[FIRST1:%.*]] = mul nuw nsw i32 [[PART1]], 1
; CHECK: %z = call i64 @__ndweave_group_id(i32 0)
; CHECK: %sum = add i32 [[FIRST0]], [[FIRST1]]
; Each way out of the kernel leads to the next strip.
; CHECK: br i1 %c, label %one, label %other
; CHECK: one:
; CHECK-NEXT: br label %[[LATCH]]
; CHECK: other:
; CHECK-NEXT: store i32 [[FIRST0]], ptr %p
; CHECK-NEXT: br label %[[LATCH]]
; CHECK: [[LATCH]]:
; CHECK-NEXT: [[NEXT]] = add nuw nsw i32 [[NUMBER]], 1
; CHECK-NEXT: [[AGAIN:%.*]] = icmp ult i32 [[NEXT]], 6
; CHECK-NEXT: br i1 [[AGAIN]], label %[[STRIP]], label %[[DONE:.*]]
; CHECK: [[DONE]]:
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define void @kernel(ptr %p, i1 %c) "ndweave-kernel"="nd-range" "ndweave-group"="100,3,1" "ndweave-strip"="50,1,1" {
entry:
  %memory = alloca [50 x i32]
  %z = call i64 @__ndweave_group_id(i32 0)
  %x = call i32 @__ndweave_strip_first(i32 0)
  %y = call i32 @__ndweave_strip_first(i32 1)
  %sum = add i32 %x, %y
  store i32 %sum, ptr %memory
  br i1 %c, label %one, label %other
one:
  ret void
other:
  %again = call i32 @__ndweave_strip_first(i32 0)
  store i32 %again, ptr %p
  ret void
}
declare i32 @__ndweave_strip_first(i32) memory(none)
declare i64 @__ndweave_group_id(i32) memory(none)

;--- whole.ll
; Not where the group has no strips.
; CHECK: entry:
; CHECK-NEXT: ret void
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="100,3,1" {
entry:
  ret void
}

;--- tile.ll
; Nor in tiles of a basic kernel: they are of a strip's shape, and the caller's.
; CHECK: entry:
; CHECK-NEXT: ret void
define void @kernel(ptr %p) "ndweave-kernel"="basic" "ndweave-group"="256,1,1" "ndweave-strip"="64,1,1" "ndweave-partial-group" {
entry:
  ret void
}
