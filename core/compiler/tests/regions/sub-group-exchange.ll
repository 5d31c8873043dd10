; A shuffle becomes an exchange through memory between two barriers of the whole group.
; RUN: %opt -passes=sub-group-exchange %s | FileCheck %s

; CHECK: define void @kernel({{.*}} !ndweave.storage ![[SLOTS:[0-9]+]]
; Ten work-items are three sub-groups, the last of which is not full: its lanes have their places, too.
; CHECK: entry:
; CHECK-DAG: [[WIDE:%.*]] = alloca [12 x i64], align 64, !ndweave.storage
; CHECK-DAG: [[MEMORY:%.*]] = alloca [12 x i32], align 64, !ndweave.storage
; CHECK: start:
; CHECK-NEXT: %l = call i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: [[ITEM:%.*]] = call i32 @__ndweave_linear_id()
; CHECK-NEXT: [[OWN:%.*]] = urem i32 [[ITEM]], 4
; CHECK-NEXT: [[FIRST:%.*]] = sub nuw i32 [[ITEM]], [[OWN]]
; CHECK-NEXT: [[I:%.*]] = zext i32 [[ITEM]] to i64
; CHECK-NEXT: [[TO:%.*]] = getelementptr inbounds i32, ptr [[MEMORY]], i64 [[I]]
; CHECK-NEXT: store i32 %l, ptr [[TO]]
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: [[LANE:%.*]] = urem i32 %lane, 4
; CHECK-NEXT: [[SOURCE:%.*]] = add nuw i32 [[FIRST]], [[LANE]]
; CHECK-NEXT: [[S:%.*]] = zext i32 [[SOURCE]] to i64
; CHECK-NEXT: [[FROM:%.*]] = getelementptr inbounds i32, ptr [[MEMORY]], i64 [[S]]
; CHECK-NEXT: [[R:%.*]] = load i32, ptr [[FROM]]
; The memory may be written again at once, in a loop: nobody may read it any more.
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: store volatile i32 [[R]], ptr %p
; CHECK-NEXT: br i1 %all, label %then, label %end
define void @kernel(ptr %p, i32 %lane, i1 %all) "ndweave-kernel"="nd-range" "ndweave-group"="10,1,1" "ndweave-sub-group-size"="4" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %r = call i32 @__ndweave_shuffle_u32(i32 %l, i32 %lane)
  store volatile i32 %r, ptr %p
  br i1 %all, label %then, label %end
; The hardest case: under a condition, but one that is the same for all; and a lane that an exchange gave.
; CHECK: then:
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: [[X:%.*]] = zext i32 [[R]] to i64
; CHECK: store i64 [[X]], ptr %{{.*}}
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: urem i32 [[R]], 4
; CHECK: [[Y:%.*]] = load i64, ptr
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: store volatile i64 [[Y]], ptr %p
; CHECK-NEXT: br label %end
then:
  call void @__ndweave_sub_group_barrier()
  %x = zext i32 %r to i64
  %y = call i64 @__ndweave_shuffle_u64(i64 %x, i32 %r)
  store volatile i64 %y, ptr %p
  br label %end
end:
  ret void
}

; CHECK: declare void @__ndweave_barrier() #[[BARRIER:[0-9]+]]
; CHECK: attributes #[[BARRIER]] = { convergent }
; CHECK-DAG: ![[SLOTS]] = !{![[NARROW_SLOT:[0-9]+]], ![[WIDE_SLOT:[0-9]+]]}
; CHECK-DAG: ![[NARROW_SLOT]] = !{!"exchange", i64 64, !"stack"}
; CHECK-DAG: ![[WIDE_SLOT]] = !{!"exchange", i64 128, !"stack"}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_shuffle_u32(i32, i32)
declare i64 @__ndweave_shuffle_u64(i64, i32)
declare void @__ndweave_sub_group_barrier()
