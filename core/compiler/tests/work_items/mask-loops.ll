; Loops that work-items leave at different times become loops of the whole group, each work-item's part under a mask.
; RUN: split-file %s %t
; RUN: %opt -passes=mask-loops %t/guarded.ll | FileCheck %t/guarded.ll
; RUN: %opt -passes=mask-loops %t/exits.ll | FileCheck %t/exits.ll
; RUN: %opt -passes=mask-loops %t/split.ll | FileCheck %t/split.ll
; RUN: %opt -passes=mask-loops %t/others.ll | FileCheck %t/others.ll
; RUN: %opt -passes=mask-loops %t/divergent_barrier.ll | FileCheck %t/divergent_barrier.ll

;--- guarded.ll
; Who does not pass the guard walks along, switched off from the beginning.
; CHECK: start:
; CHECK: br i1 %guard, label %before, label %[[SKIP:.*]]
; CHECK: before:
; CHECK-NEXT: br label %[[ENTER:.*]]
; CHECK: [[ENTER]]:
; CHECK-NEXT: [[ON:%.*]] = phi i1 [ true, %before ], [ false, %[[SKIP]] ]
; CHECK-NEXT: br label %[[TEST:.*]]
; CHECK: [[TEST]]:
; CHECK-DAG: [[WAY:%.*]] = phi i32 {{.*}}, [ [[WAY2:%.*]], %[[LATCH:.*]] ]
; CHECK-DAG: [[ACTIVE:%.*]] = phi i1 [ [[ON]], %[[ENTER]] ], [ [[ACTIVE2:%.*]], %[[LATCH]] ]
; CHECK-DAG: [[X:%.*]] = phi i32 [ %l, %[[ENTER]] ], [ [[X2:%.*]], %[[LATCH]] ]
; What counts alike for all counts on for all, without flags: the iteration may be nobody's.
; CHECK-DAG: [[K:%.*]] = phi i32 [ 0, %[[ENTER]] ], [ [[K2:%.*]], %[[LATCH]] ]
; CHECK: br i1 [[ACTIVE]], label %loop, label %[[LATCH]]
; What a work-item carries stays as it was when it was switched off.
; CHECK: [[LATCH]]:
; CHECK-DAG: [[WAY2]] = phi i32 [ [[WAY]], %loop ], [ 1, %[[OFF:.*]] ], [ [[WAY]], %[[TEST]] ]
; CHECK-DAG: [[ACTIVE2]] = phi i1 [ [[ACTIVE]], %loop ], [ false, %[[OFF]] ], [ [[ACTIVE]], %[[TEST]] ]
; CHECK-DAG: [[X2]] = phi i32 [ %x.next, %loop ], [ %x.next, %[[OFF]] ], [ [[X]], %[[TEST]] ]
; CHECK: [[K2]] = add i32 [[K]], 1
; CHECK-NEXT: [[ANY:%.*]] = call i1 @__ndweave_group_any(i1 [[ACTIVE2]])
; CHECK-NEXT: br i1 [[ANY]], label %[[TEST]], label %[[AFTER:.*]]
; Behind the loop, each goes where it would have gone: past what the guard guards, or not.
; CHECK: [[AFTER]]:
; CHECK: [[PAST:%.*]] = icmp eq i32 {{.*}}, 0
; CHECK-NEXT: br i1 [[PAST]], label %end, label %[[ON_WAY:.*]]
; CHECK: [[SKIP]]:
; CHECK-NEXT: br label %[[ENTER]]
; CHECK: [[ON_WAY]]:
; CHECK-NEXT: br label %done
; CHECK: loop:
; CHECK: %x.next = mul i32 [[X]], [[X]]
; CHECK: %ak = getelementptr i32, ptr %p, i32 [[K]]
; CHECK: br i1 %again, label %[[LATCH]], label %[[OFF]]
; CHECK: attributes #0 = {{{.*}} "ndweave-masked-loops"="1" }
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %guard = icmp ult i32 %l, 60
  br i1 %guard, label %before, label %end
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %k.next, %loop ]
  %x = phi i32 [ %l, %before ], [ %x.next, %loop ]
  %x.next = mul i32 %x, %x
  %ak = getelementptr i32, ptr %p, i32 %k
  store i32 %x.next, ptr %ak
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %x.next, 1000
  br i1 %again, label %loop, label %done
done:
  %last = phi i32 [ %x.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %l
  store i32 %last, ptr %at
  br label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- exits.ll
; The hardest case: two exits, with a value each. A number tells them apart behind the loop.
; CHECK: [[TEST:mask.test.*]]:
; CHECK-DAG: [[WAY:%.*]] = phi i32 [ {{.*}} ], [ [[WAY2:%.*]], %[[LATCH:.*]] ]
; CHECK-DAG: [[X:%.*]] = phi i32 [ %l, %{{.*}} ], [ [[X2:%.*]], %[[LATCH]] ]
; CHECK: br i1 %{{.*}}, label %loop, label %[[LATCH]]
; CHECK: [[LATCH]]:
; CHECK-DAG: [[WAY2]] = phi i32 [ 0, %[[FEW:.*]] ], [ [[WAY]], %more ], [ 1, %[[MANY:.*]] ], [ [[WAY]], %[[TEST]] ]
; CHECK-DAG: phi i1 [ false, %[[FEW]] ], {{.*}}, [ false, %[[MANY]] ],
; CHECK-DAG: [[M:%.*]] = phi i32 {{.*}}, [ %x.next, %[[MANY]] ], [ [[M_BEFORE:%.*]], %[[TEST]] ]
; CHECK-DAG: [[F:%.*]] = phi i32 [ [[X]], %[[FEW]] ],{{.*}}, [ [[F_BEFORE:%.*]], %[[TEST]] ]
; CHECK: br i1 %{{.*}}, label %[[TEST]], label %[[AFTER:.*]]
; CHECK: [[AFTER]]:
; CHECK-DAG: [[WAY_END:%.*]] = phi i32 [ [[WAY2]], %[[LATCH]] ]
; CHECK-DAG: [[M_END:%.*]] = phi i32 [ [[M]], %[[LATCH]] ]
; CHECK-DAG: [[F_END:%.*]] = phi i32 [ [[F]], %[[LATCH]] ]
; CHECK: [[FIRST:%.*]] = icmp eq i32 [[WAY_END]], 0
; CHECK-NEXT: br i1 [[FIRST]], label %few, label %[[OTHER:.*]]
; CHECK: [[FEW]]:
; CHECK: [[MANY]]:
; CHECK: [[OTHER]]:
; CHECK-NEXT: br label %many
; CHECK: loop:
; CHECK: br i1 %small, label %[[FEW]], label %more
; CHECK: more:
; CHECK: br i1 %again, label %[[LATCH]], label %[[MANY]]
; CHECK: many:
; CHECK-NEXT: %h = add i32 [[M_END]], 1
; CHECK: %result = phi i32 [ [[F_END]], %few ], [ %h, %many ]
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %loop
loop:
  %x = phi i32 [ %l, %start ], [ %x.next, %more ]
  %small = icmp ult i32 %x, 5
  br i1 %small, label %few, label %more
more:
  %x.next = mul i32 %x, %x
  %again = icmp ult i32 %x.next, 1000
  br i1 %again, label %loop, label %many
few:
  %f = phi i32 [ %x, %loop ]
  br label %end
many:
  %m = phi i32 [ %x.next, %more ]
  %h = add i32 %m, 1
  br label %end
end:
  %result = phi i32 [ %f, %few ], [ %h, %many ]
  %at = getelementptr i32, ptr %p, i32 %l
  store i32 %result, ptr %at
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- split.ll
; How long a work-item stays grows with its id: as long as the first one stays, all do, and there is no mask. Both ends
; are asked for ids that run in lockstep, which divide-into-strips knows.
; CHECK: entry:
; CHECK-DAG: [[L_FIRST:%.*]] = call i32 @__ndweave_first_id(i32 0)
; CHECK-DAG: [[L_LAST:%.*]] = call i32 @__ndweave_last_id(i32 0)
; CHECK: start:
; CHECK: br label %[[TOGETHER:.*together.*]]
; CHECK: [[ANY:%.*]] = call i1 @__ndweave_group_any(
; CHECK-NEXT: br i1 [[ANY]], label %{{mask.test.*}}, label %{{mask.after.*}}
; CHECK: [[TOGETHER]]:
; CHECK: %[[NEXT:.*]] = add nuw nsw i32 %{{.*}}, 1
; CHECK-DAG: [[FIRST:%.*]] = add nuw nsw i32 [[L_FIRST]], 100
; CHECK-DAG: [[LAST:%.*]] = add nuw nsw i32 [[L_LAST]], 100
; CHECK: [[GROWS:%.*]] = icmp ule i32 [[FIRST]], [[LAST]]
; CHECK: [[STAYS:%.*]] = icmp ugt i32 [[FIRST]], %[[NEXT]]
; CHECK: [[ALL:%.*]] = and i1 [[GROWS]], [[STAYS]]
; CHECK-NEXT: br i1 [[ALL]], label %[[TOGETHER]], label %
; CHECK: attributes #0 = {{{.*}} "ndweave-masked-loops"="1" "ndweave-split-loops"="1" }
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 64) i32 @__ndweave_local_id(i32 0)
  %length = add nuw nsw i32 %l, 100
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k.next, %loop ]
  %x = phi i32 [ %l, %start ], [ %x.next, %loop ]
  %ak = getelementptr i32, ptr %p, i32 %k
  %v = load i32, ptr %ak
  %x.next = mul i32 %x, %v
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, %length
  br i1 %again, label %loop, label %done
done:
  %last = phi i32 [ %x.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %l
  store i32 %last, ptr %at
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- others.ll
; Left as they are: a loop that all leave together, one with an atomic operation, one whose addresses are read from memory
; and one of a single work-item.
; CHECK-LABEL: define void @kernel(
; CHECK-NOT: {{^}}mask
; CHECK: attributes #0 = { "ndweave-group"="64,1,1" "ndweave-kernel"="nd-range" }
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %together
together:
  %k = phi i32 [ 0, %start ], [ %k.next, %together ]
  %x = phi i32 [ %l, %start ], [ %x.next, %together ]
  %x.next = mul i32 %x, %x
  %k.next = add nuw i32 %k, 1
  %k.again = icmp ult i32 %k.next, %n
  br i1 %k.again, label %together, label %together.done
together.done:
  br label %atomic
atomic:
  %a = phi i32 [ %l, %together.done ], [ %a.next, %atomic ]
  %old = atomicrmw add ptr %p, i32 1 monotonic
  %a.next = mul i32 %a, %a
  %a.again = icmp ult i32 %a.next, 1000
  br i1 %a.again, label %atomic, label %atomic.done
atomic.done:
  br label %list
list:
  %node = phi i32 [ %l, %atomic.done ], [ %next, %list ]
  %address = getelementptr i32, ptr %p, i32 %node
  %next = load i32, ptr %address
  %list.again = icmp ne i32 %next, 0
  br i1 %list.again, label %list, label %list.done
list.done:
  %leader = icmp eq i32 %l, 0
  br i1 %leader, label %leader.before, label %end
leader.before:
  br label %leader.loop
leader.loop:
  %i = phi i32 [ 0, %leader.before ], [ %i.next, %leader.loop ]
  %y = phi i32 [ %l, %leader.before ], [ %y.next, %leader.loop ]
  %y.next = add i32 %y, 7
  %i.next = add nuw i32 %i, 1
  %i.again = icmp ult i32 %y.next, %n
  br i1 %i.again, label %leader.loop, label %leader.done
leader.done:
  br label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- divergent_barrier.ll
; Where work-items reach a barrier apart, nothing can be asked of the group: no loop of the kernel is masked.
; CHECK-LABEL: define void @kernel(
; CHECK-NOT: {{^}}mask
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %some = icmp ult i32 %l, 3
  br i1 %some, label %then, label %before
then:
  call void @__ndweave_barrier()
  br label %before
before:
  br label %loop
loop:
  %x = phi i32 [ %l, %before ], [ %x.next, %loop ]
  %x.next = mul i32 %x, %x
  %again = icmp ult i32 %x.next, 1000
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare void @__ndweave_barrier()
