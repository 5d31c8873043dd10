; Every value that lives across a barrier gets a variable, so that regions can be cut apart.
; RUN: split-file %s %t
; RUN: %opt -passes=spill-values %t/loop.ll | FileCheck %t/loop.ll
; RUN: %opt -passes=spill-values %t/swap.ll | FileCheck %t/swap.ll
; RUN: %opt -passes=spill-values %t/edge.ll | FileCheck %t/edge.ll
; RUN: %opt -passes=spill-values %t/cases.ll | FileCheck %t/cases.ll

;--- loop.ll
; A PHI of a head shares its variable with what flows into it: nothing is copied around the loop. %u is the group's, and
; says so; what does not live across a head has no variable.
; CHECK: entry:
; CHECK-DAG: %[[X:x.*]] = alloca i32, align 4, !ndweave.spill ![[ITEM:[0-9]+]]
; CHECK-DAG: %[[U:u.*]] = alloca i32, align 4, !ndweave.spill ![[GROUP:[0-9]+]]
; CHECK-NOT: alloca
; CHECK: br label %start
; CHECK: start:
; CHECK: store i32 0, ptr %[[X]]
; CHECK-NEXT: br label %loop, !ndweave.head
; CHECK: loop:
; CHECK-NEXT: [[NOW:%.*]] = load i32, ptr %[[X]]
; CHECK: [[UNI:%.*]] = load i32, ptr %[[U]]
; CHECK: %short = mul i32 [[NOW]], [[UNI]]
; CHECK-NEXT: %x.next = add i32 %short, %invariant
; CHECK-NEXT: store i32 %x.next, ptr %[[X]]
; CHECK: br i1 %again, label %loop, label %end, !ndweave.head
; CHECK: end:
; CHECK-NEXT: [[LAST:%.*]] = load i32, ptr %[[X]]
; CHECK-NEXT: store i32 [[LAST]], ptr %p
; CHECK-DAG: ![[ITEM]] = !{!"for each item"}
; CHECK-DAG: ![[GROUP]] = !{!"for the group"}
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %invariant = call i32 @__ndweave_extent(i32 0)
  br label %start
start:
  %u = load i32, ptr %p, !ndweave.uniform !0
  br label %loop, !ndweave.head !1
loop:
  %x = phi i32 [ 0, %start ], [ %x.next, %loop ]
  %short = mul i32 %x, %u
  %x.next = add i32 %short, %invariant
  %again = load i1, ptr %p
  br i1 %again, label %loop, label %end, !ndweave.head !2
end:
  store i32 %x.next, ptr %p
  br label %exit, !ndweave.head !3
exit:
  ret void
}
declare i32 @__ndweave_extent(i32) memory(none)
!0 = !{}
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"barrier"}
!3 = !{i32 2, !"barrier"}

;--- swap.ll
; The hardest case: PHIs that take each other's value. They change at once: both are read before one is written.
; CHECK: entry:
; CHECK-DAG: %[[A:a.*]] = alloca i32, align 4, !ndweave.spill
; CHECK-DAG: %[[B:b.*]] = alloca i32, align 4, !ndweave.spill
; CHECK: start:
; CHECK-DAG: store i32 1, ptr %[[A]]
; CHECK-DAG: store i32 2, ptr %[[B]]
; CHECK: loop:
; CHECK: latch:
; CHECK-DAG: [[OLD_A:%.*]] = load i32, ptr %[[A]]
; CHECK-DAG: [[OLD_B:%.*]] = load i32, ptr %[[B]]
; CHECK-NOT: load
; CHECK-DAG: store i32 [[OLD_B]], ptr %[[A]]
; CHECK-DAG: store i32 [[OLD_A]], ptr %[[B]]
; CHECK: br label %loop
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  br label %loop, !ndweave.head !0
loop:
  %a = phi i32 [ 1, %start ], [ %b, %latch ]
  %b = phi i32 [ 2, %start ], [ %a, %latch ]
  store i32 %a, ptr %p
  %again = load i1, ptr %p
  br i1 %again, label %latch, label %end, !ndweave.head !1
latch:
  br label %loop
end:
  br label %exit
exit:
  ret void
}
!0 = !{i32 0, !"start"}
!1 = !{i32 1, !"barrier"}

;--- edge.ll
; A value that is needed later as well as the PHI has a variable of its own: it is copied. A copy on one of two ways out of
; a block has a block of its own. A PHI that is no head's stays one, of what the variables hold.
; CHECK: entry:
; CHECK-DAG: %[[X:x.*]] = alloca i32, align 4, !ndweave.spill
; CHECK-DAG: %[[Y:y.*]] = alloca i32, align 4, !ndweave.spill
; CHECK: start:
; CHECK: store i32 %x, ptr %[[X]]
; CHECK-NEXT: br i1 %c, label %[[COPIES:.*]], label %other, !ndweave.head
; CHECK: other:
; CHECK-NEXT: [[COPY:%.*]] = load i32, ptr %[[X]]
; CHECK-NEXT: store i32 [[COPY]], ptr %[[Y]]
; CHECK-NEXT: br label %head
; CHECK: [[COPIES]]:
; CHECK-NEXT: store i32 7, ptr %[[Y]]
; CHECK-NEXT: br label %head
; CHECK: head:
; CHECK-NEXT: [[Y_HERE:%.*]] = load i32, ptr %[[Y]]
; CHECK: br i1 %c, label %left, label %join, !ndweave.head
; CHECK: left:
; CHECK-NEXT: [[X_LEFT:%.*]] = load i32, ptr %[[X]]
; CHECK: join:
; CHECK-NEXT: %z = phi i32 [ [[Y_HERE]], %head ], [ [[X_LEFT]], %left ]
define void @kernel(ptr %p, i1 %c) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %x = load i32, ptr %p
  br i1 %c, label %head, label %other, !ndweave.head !0
other:
  br label %head
head:
  %y = phi i32 [ 7, %start ], [ %x, %other ]
  store i32 %y, ptr %p
  br i1 %c, label %left, label %join, !ndweave.head !1
left:
  br label %join
join:
  %z = phi i32 [ %y, %head ], [ %x, %left ]
  store i32 %z, ptr %p
  br label %exit
exit:
  ret void
}
!0 = !{i32 0, !"start"}
!1 = !{i32 1, !"barrier"}

;--- cases.ll
; Two cases of a switch lead to the head: one block copies for both.
; CHECK: start:
; CHECK-NEXT: switch i32 %n, label %other [
; CHECK-NEXT: i32 1, label %[[COPIES:.*]]
; CHECK-NEXT: i32 2, label %[[COPIES]]
; CHECK-NEXT: ], !ndweave.head
; CHECK: [[COPIES]]:
; CHECK-NEXT: store i32 7, ptr %[[Y:.*]]
; CHECK-NEXT: br label %head
; CHECK: head:
; CHECK-NEXT: load i32, ptr %[[Y]]
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  switch i32 %n, label %other [
    i32 1, label %head
    i32 2, label %head
  ], !ndweave.head !0
other:
  %x = load i32, ptr %p
  br label %head
head:
  %y = phi i32 [ 7, %start ], [ 7, %start ], [ %x, %other ]
  store i32 %y, ptr %p
  br label %exit, !ndweave.head !1
exit:
  ret void
}
!0 = !{i32 0, !"start"}
!1 = !{i32 1, !"barrier"}
