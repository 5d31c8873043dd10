; Cuts the kernel at the heads of its plan: loops over the work-items of the group around each region.
; RUN: split-file %s %t
; RUN: %opt -passes=split-regions %t/regions.ll | FileCheck %t/regions.ll
; RUN: %opt -passes=split-regions %t/lifted.ll | FileCheck %t/lifted.ll
; RUN: %opt -passes=split-regions %t/asked.ll | FileCheck %t/asked.ll
; RUN: %opt -passes=split-regions %t/axes.ll | FileCheck %t/axes.ll
; RUN: %opt -passes=split-regions %t/shared.ll | FileCheck %t/shared.ll

;--- regions.ll
; A value of each work-item is stored behind the first region and loaded before the second one; the group's is an SSA value
; that lives through both loops.
; CHECK: define void @kernel({{.*}} !ndweave.regions ![[REGIONS:[0-9]+]] !ndweave.storage ![[SLOTS:[0-9]+]]
; CHECK: entry:
; CHECK-NEXT: [[SLOT:%.*]] = alloca [64 x i32], align 64, !ndweave.storage !
; CHECK-NEXT: br label %[[ENTRY1:.*]]
; CHECK: exit:
; CHECK-NEXT: ret void
; CHECK: [[ENTRY1]]:
; CHECK-NEXT: br label %[[ITEMS1:.*]]
; The ends of the first region, and the loop's latch.
; CHECK: [[ADDRESS1:%.*]] = getelementptr inbounds i32, ptr [[SLOT]], i64
; CHECK-NEXT: store i32 [[X:%.*]], ptr [[ADDRESS1]], align 4, !llvm.access.group ![[GROUP1:[0-9]+]]
; CHECK-NEXT: br label %[[LATCH1:.*]]
; CHECK: [[LATCH1]]:
; CHECK-NEXT: [[NEXT1:%.*]] = add nuw nsw i32 [[ID1:%.*]], 1
; CHECK-NEXT: [[AGAIN1:%.*]] = icmp ult i32 [[NEXT1]], 64
; CHECK-NEXT: br i1 [[AGAIN1]], label %[[ITEMS1]], label %[[DONE1:.*]], !llvm.loop ![[LOOP1:[0-9]+]]
; CHECK: [[DONE1]]:
; CHECK-NEXT: br label %[[ENTRY2:.*]]
; CHECK: [[ITEMS1]]:
; CHECK-NEXT: [[ID1]] = phi i32 [ 0, %[[ENTRY1]] ], [ [[NEXT1]], %[[LATCH1]] ]
; CHECK: [[ENTRY2]]:
; CHECK-NEXT: br label %[[ITEMS2:.*]]
; CHECK: [[ITEMS2]]:
; CHECK-NEXT: [[ID2:%.*]] = phi i32
; CHECK-NEXT: [[LINEAR2:%.*]] = add nuw i32 0, [[ID2]]
; CHECK-NEXT: [[WIDE2:%.*]] = zext i32 [[LINEAR2]] to i64
; CHECK-NEXT: [[ADDRESS2:%.*]] = getelementptr inbounds i32, ptr [[SLOT]], i64 [[WIDE2]]
; CHECK-NEXT: [[X2:%.*]] = load i32, ptr [[ADDRESS2]], align 4, !llvm.access.group ![[GROUP2:[0-9]+]]
; No builtin is left for a work-item's id; each access is of its loop, the iterations of which do not depend on each other.
; CHECK: [[UNI:%.*]] = load i32, ptr %q, align 4, !llvm.access.group ![[GROUP1]]
; CHECK-NEXT: [[X]] = mul i32 [[ID1]], [[UNI]]
; CHECK: [[SUM:%.*]] = add i32 [[X2]], [[UNI]]
; CHECK-NEXT: [[AT:%.*]] = getelementptr i32, ptr %p, i32 [[LINEAR2]]
; CHECK-NEXT: store i32 [[SUM]], ptr [[AT]], align 4, !llvm.access.group ![[GROUP2]]
; CHECK-NOT: call
; CHECK: attributes #0 = {{{.*}} "ndweave-runs-group" }
; CHECK-NOT: ndweave.head
; CHECK-DAG: ![[REGIONS]] = !{!"start", !"barrier"}
; CHECK-DAG: ![[SLOTS]] = !{![[SLOT_X:[0-9]+]], ![[SLOT_U:[0-9]+]]}
; CHECK-DAG: ![[SLOT_X]] = !{!"x.spill", i64 256, !"stack"}
; CHECK-DAG: ![[SLOT_U]] = !{!"u.spill", i64 4, !"group"}
; CHECK-DAG: ![[PARALLEL:[0-9]+]] = !{!"llvm.loop.parallel_accesses", ![[GROUP1]]}
; CHECK-DAG: ![[LOOP1]] = distinct !{![[LOOP1]], {{.*}}![[PARALLEL]], {{.*}}}
define void @kernel(ptr %p, ptr %q) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %x.spill = alloca i32, !ndweave.spill !0
  %u.spill = alloca i32, !ndweave.spill !1
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %u = load i32, ptr %q, !ndweave.uniform !4
  %x = mul i32 %l, %u
  store i32 %u, ptr %u.spill
  store i32 %x, ptr %x.spill
  br label %after, !ndweave.head !2
after:
  %x.again = load i32, ptr %x.spill
  %u.again = load i32, ptr %u.spill
  %sum = add i32 %x.again, %u.again
  %l.again = call i32 @__ndweave_linear_id()
  %at = getelementptr i32, ptr %p, i32 %l.again
  store i32 %sum, ptr %at
  br label %exit, !ndweave.head !3
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_linear_id() memory(none)
!0 = !{!"for each item"}
!1 = !{!"for the group"}
!2 = !{i32 0, !"start"}
!3 = !{i32 1, !"barrier"}
!4 = !{}

;--- lifted.ll
; A branch that all take together stands behind the loop, and with it the loop of the kernel's own: it is the outer one now.
; A region of uniform values alone has no loop over work-items. What the group counts is read in front of the loop: no
; work-item sees what another one makes of it.
; CHECK: entry:
; CHECK: exit:
; CHECK: [[K:%.*]] = phi i32 [ 0, %{{.*}} ], [ [[K_NEXT:%.*]], %{{.*}} ]
; CHECK-NEXT: br label %[[ITEMS:items.*]]
; CHECK: br i1 %{{.*}}, label %[[ITEMS]], label %[[DONE:.*]], !llvm.loop
; CHECK: [[DONE]]:
; CHECK-NEXT: br i1 %[[AGAIN:.*]], label %[[TURN:.*]], label %[[LAST:.*]]
; CHECK: [[ITEMS]]:
; CHECK-NEXT: phi i32
; CHECK-NOT: phi
; CHECK: [[TURN]]:
; CHECK-NOT: items
; CHECK: [[LAST]]:
; CHECK: store i32 [[K]], ptr %{{.*}}, !llvm.access.group
; CHECK-NEXT: [[K_NEXT]] = add i32 [[K]], 1
; CHECK-NEXT: %[[AGAIN]] = icmp ult i32 [[K_NEXT]], %n
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %k.spill = alloca i32, !ndweave.spill !0
  br label %start
start:
  store i32 0, ptr %k.spill
  br label %loop, !ndweave.head !1
loop:
  %k = load i32, ptr %k.spill
  %l = call i32 @__ndweave_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i32 %l
  store i32 %k, ptr %at
  %k.next = add i32 %k, 1, !ndweave.uniform !5
  store i32 %k.next, ptr %k.spill
  %again = icmp ult i32 %k.next, %n, !ndweave.uniform !5
  br i1 %again, label %iteration, label %end, !ndweave.head !2, !ndweave.lifted !5
iteration:
  br label %loop, !ndweave.head !3
end:
  br label %exit, !ndweave.head !4
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
!0 = !{!"for the group"}
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"implicit barrier"}
!3 = !{i32 2, !"implicit barrier"}
!4 = !{i32 3, !"implicit barrier"}
!5 = !{}

;--- asked.ll
; A question to the group begins anew with each region that asks, and is answered by all of its work-items.
; CHECK: [[SO_FAR:%.*]] = phi i32 [ 0, %{{region.*}} ], [ [[SUM:%.*]], %{{item.done.*}} ]
; CHECK-NEXT: phi i32
; CHECK: [[ANSWER:%.*]] = zext i1 %{{.*}} to i32
; CHECK-NEXT: [[SUM]] = or i32 [[SO_FAR]], [[ANSWER]]
; CHECK: icmp ne i32 [[SUM]], 0
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %any = alloca i32, !ndweave.any !4
  br label %start
start:
  br label %ask, !ndweave.head !0
ask:
  %l = call i32 @__ndweave_local_id(i32 0)
  %a = getelementptr i32, ptr %p, i32 %l
  %x = load i32, ptr %a
  %x.next = lshr i32 %x, 1
  store i32 %x.next, ptr %a
  %more = icmp ugt i32 %x.next, 1
  %before = load i32, ptr %any
  %answer = zext i1 %more to i32
  %sum = or i32 %before, %answer
  store i32 %sum, ptr %any
  br label %asked, !ndweave.head !1
asked:
  %said = load i32, ptr %any
  %yes = icmp ne i32 %said, 0
  br i1 %yes, label %ask, label %end, !ndweave.head !2, !ndweave.lifted !4
end:
  br label %exit, !ndweave.head !3
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
!0 = !{i32 0, !"start"}
!1 = !{i32 1, !"implicit barrier"}
!2 = !{i32 2, !"implicit barrier"}
!3 = !{i32 3, !"implicit barrier"}
!4 = !{}

;--- axes.ll
; A loop for each axis with more than one work-item, axis 0 innermost; a partial group's loops end at its extents.
; CHECK: entry:
; CHECK: [[COLUMNS:%.*]] = call i32 @__ndweave_extent(i32 0)
; CHECK: [[ROWS:%.*]] = call i32 @__ndweave_extent(i32 1)
; CHECK-DAG: [[X_AGAIN:%.*]] = icmp ult i32 [[X_NEXT:%.*]], [[COLUMNS]]
; CHECK-DAG: br i1 [[X_AGAIN]], label %[[INNER:items.0.*]], label %[[OUTER_LATCH:items.1.next.*]], !llvm.loop
; CHECK-DAG: [[Y_AGAIN:%.*]] = icmp ult i32 [[Y_NEXT:%.*]], [[ROWS]]
; CHECK-DAG: br i1 [[Y_AGAIN]], label %[[OUTER:items.1.*]], label %{{.*}}, !llvm.loop
; CHECK: [[INNER]]:
; CHECK-NEXT: [[X:%.*]] = phi i32 [ 0, %[[OUTER]] ], [ [[X_NEXT]], %
; CHECK: [[ROW:%.*]] = mul nuw i32 %{{.*}}, 64
; CHECK: add nuw i32 [[ROW]], [[X]]
; CHECK: getelementptr i32, ptr %p, i32 [[Y:%id.1.*]]
define void @kernel(ptr %p) "ndweave-kernel"="basic" "ndweave-group"="64,4,1" "ndweave-partial-group" {
entry:
  br label %start
start:
  %m = call i32 @__ndweave_local_id(i32 1)
  %at = getelementptr i32, ptr %p, i32 %m
  store i32 %m, ptr %at
  br label %exit, !ndweave.head !0
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
!0 = !{i32 0, !"start"}

;--- shared.ll
; The hardest case: a barrier that a part of the group may not reach, in a branch that joins the other way behind it. What
; follows is a part of both regions; which region comes next, the last work-item says. An i1 is kept as a byte.
; CHECK: entry:
; CHECK: [[SLOT:%.*]] = alloca [64 x i8], align 64, !ndweave.storage
; CHECK: store i8 %{{.*}}, ptr %{{.*}}, align 1, !llvm.access.group
; CHECK: [[NEXT:%.*]] = phi i32 [ {{[01]}}, %{{.*}} ], [ {{[01]}}, %{{.*}} ]
; CHECK: !llvm.loop
; CHECK: [[CHOICE:%.*]] = icmp eq i32 [[NEXT]], 1
; CHECK: br i1 [[CHOICE]], label %exit, label %{{region.*}}
; CHECK: load i8, ptr %{{.*}}, align 1, !llvm.access.group
; CHECK-NEXT: trunc i8 %{{.*}} to i1
; CHECK: store volatile i1 %{{.*}}, ptr %p
; CHECK: store volatile i1 %{{.*}}, ptr %p
; CHECK: !{!"start", !"barrier"}
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" "ndweave-divergent-barriers" {
entry:
  %f.spill = alloca i1, !ndweave.spill !0
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %f = icmp ult i32 %l, 5
  store i1 %f, ptr %f.spill
  br i1 %f, label %then, label %end, !ndweave.head !1
then:
  br label %after
after:
  br label %end, !ndweave.head !2
end:
  %f.again = load i1, ptr %f.spill
  store volatile i1 %f.again, ptr %p
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
!0 = !{!"for each item"}
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"barrier"}
