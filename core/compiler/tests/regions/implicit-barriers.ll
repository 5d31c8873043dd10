; Chooses where the kernel is split, and notes it in the IR: behind barriers, and in and out of loops and branches that the
; whole group walks through together.
; RUN: split-file %s %t
; RUN: %opt -passes=implicit-barriers %t/loop.ll | FileCheck %t/loop.ll
; RUN: %opt -passes=implicit-barriers %t/barriers.ll | FileCheck %t/barriers.ll
; RUN: %opt -passes=implicit-barriers %t/masked.ll | FileCheck %t/masked.ll
; RUN: %opt -passes=implicit-barriers %t/others.ll | FileCheck %t/others.ll
; RUN: %opt -passes=implicit-barriers %t/divergent.ll | FileCheck %t/divergent.ll

;--- loop.ll
; Each iteration of a loop that all make becomes a region: the work-item loop will be the inner one. What is the same for all
; is marked, what is not is not.
; CHECK: start:
; CHECK-NEXT: %l = call i32 @__ndweave_local_id(i32 0){{$}}
; CHECK-NEXT: br label %loop, !ndweave.head ![[START:[0-9]+]]
; The ways back and out are regions of their own: values may change on them.
; CHECK: [[BACK:.*]]: ; preds = %loop
; CHECK-NEXT: br label %loop, !ndweave.head
; CHECK: loop:
; CHECK-NEXT: %k = phi i32 [ 0, %start ], [ %k.next, %[[BACK]] ], !ndweave.uniform ![[MARK:[0-9]+]]
; CHECK-NEXT: %x = phi i32 [ %l, %start ], [ %x.next, %[[BACK]] ]{{$}}
; CHECK: %x.next = mul i32 %x, %k{{$}}
; CHECK: %again = icmp ult i32 %k.next, %n, !ndweave.uniform ![[MARK]]
; CHECK-NEXT: br i1 %again, label %[[BACK]], label %[[OUT:.*]], !ndweave.head ![[LOOP:[0-9]+]], !ndweave.lifted ![[MARK]]
; CHECK: [[OUT]]:
; CHECK-NEXT: br label %end, !ndweave.head
; CHECK: end:
; CHECK: br label %exit, !ndweave.head ![[END:[0-9]+]]
; CHECK: exit:
; CHECK-NEXT: ret void
; CHECK: attributes #0 = { "ndweave-group"="64,1,1" "ndweave-kernel"="nd-range" }
; A line for each of the five heads, without places.
; CHECK: !ndweave.places = !{![[MARK]], ![[MARK]], ![[MARK]], ![[MARK]], ![[MARK]]}
; CHECK-DAG: ![[MARK]] = !{}
; CHECK-DAG: ![[START]] = !{i32 0, !"start"}
; CHECK-DAG: ![[LOOP]] = !{i32 1, !"implicit barrier"}
; CHECK-DAG: ![[END]] = !{i32 2, !"implicit barrier"}
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k.next, %loop ]
  %x = phi i32 [ %l, %start ], [ %x.next, %loop ]
  %x.next = mul i32 %x, %k
  %k.next = add i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  %last = phi i32 [ %x.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %l
  store i32 %last, ptr %at
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- barriers.ll
; Barriers go, and what follows them is a head at the barrier's place in the source. A branch around one, which all take
; together, is taken once for the group: its ways and where they meet are heads as well.
; CHECK-NOT: call void @__ndweave_barrier
; CHECK: start:
; CHECK: br label %after, !ndweave.head ![[START:[0-9]+]]
; CHECK: after:
; CHECK: br i1 %all, label %then, label %[[PAST:.*]], !ndweave.head ![[FIRST:[0-9]+]], !ndweave.lifted
; CHECK: then:
; CHECK-NEXT: br label %then.after, !ndweave.head ![[THEN:[0-9]+]]
; CHECK: then.after:
; CHECK-NEXT: br label %end, !ndweave.head ![[SECOND:[0-9]+]]
; CHECK: [[PAST]]:
; CHECK-NEXT: br label %end, !ndweave.head ![[COPIES:[0-9]+]]
; CHECK: end:
; CHECK-NEXT: %z = phi i32 [ 5, %then.after ], [ %y, %[[PAST]] ]
; CHECK: br label %exit, !ndweave.head ![[JOIN:[0-9]+]]
; CHECK: !ndweave.places = !{![[PLACE0:[0-9]+]], ![[PLACE1:[0-9]+]], ![[NONE:[0-9]+]], ![[NONE]], ![[NONE]], ![[NONE]]}
; CHECK-DAG: ![[PLACE0]] = !{![[LINE6:[0-9]+]]}
; CHECK-DAG: ![[LINE6]] = !DILocation(line: 6,
; CHECK-DAG: ![[PLACE1]] = !{![[LINE7:[0-9]+]]}
; CHECK-DAG: ![[LINE7]] = !DILocation(line: 7,
; CHECK-DAG: ![[NONE]] = !{}
; CHECK-DAG: ![[START]] = !{i32 0, !"start"}
; CHECK-DAG: ![[FIRST]] = !{i32 1, !"barrier"}
; CHECK-DAG: ![[SECOND]] = !{i32 2, !"barrier"}
; CHECK-DAG: ![[THEN]] = !{i32 3, !"implicit barrier"}
; CHECK-DAG: ![[JOIN]] = !{i32 4, !"implicit barrier"}
; CHECK-DAG: ![[COPIES]] = !{i32 5, !"implicit barrier"}
define void @kernel(ptr %p, i1 %all) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" !dbg !3 {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %x = load i32, ptr %p, !dbg !4
  call void @__ndweave_barrier(), !dbg !5
  br label %after
after:
  %y = add i32 %x, %l
  br i1 %all, label %then, label %end
then:
  call void @__ndweave_barrier()
  br label %then.after
then.after:
  br label %end
end:
  %z = phi i32 [ %y, %after ], [ 5, %then.after ]
  store i32 %z, ptr %p
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare void @__ndweave_barrier() convergent
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2)
!2 = !DIFile(filename: "reduce.cpp", directory: "")
!3 = distinct !DISubprogram(name: "kernel", file: !2, line: 5, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 6, column: 3, scope: !3)
!5 = !DILocation(line: 7, column: 3, scope: !3)

;--- masked.ll
; The hardest case: a question to the group. Every work-item adds its answer to a variable of the group; the next region
; reads it and branches once.
; CHECK: entry:
; CHECK-NEXT: [[ANY:%.*]] = alloca i32, align 4, !ndweave.any !
; CHECK: latch:
; CHECK-DAG: [[BEFORE:%.*]] = load i32, ptr [[ANY]]
; CHECK-DAG: [[ANSWER:%.*]] = zext i1 %again to i32
; CHECK: [[SUM:%.*]] = or i32 [[BEFORE]], [[ANSWER]]
; CHECK-NEXT: store i32 [[SUM]], ptr [[ANY]]
; CHECK-NEXT: br label %asked
; CHECK: asked:
; CHECK-NEXT: [[SAID:%.*]] = load i32, ptr [[ANY]]
; CHECK-NEXT: [[YES:%.*]] = icmp ne i32 [[SAID]], 0
; CHECK-NEXT: br i1 [[YES]], label %{{.*}}, label %{{.*}}, !ndweave.head !{{[0-9]+}}, !ndweave.lifted !
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %test
test:
  %x = phi i32 [ %l, %start ], [ %x.new, %asked ]
  %active = phi i1 [ true, %start ], [ %again, %asked ]
  br i1 %active, label %loop, label %latch
loop:
  %x.next = mul i32 %x, %x
  %more = icmp ult i32 %x.next, 1000
  br label %latch
latch:
  %x.new = phi i32 [ %x.next, %loop ], [ %x, %test ]
  %again = phi i1 [ %more, %loop ], [ false, %test ]
  %any = call i1 @__ndweave_group_any(i1 %again)
  br label %asked
asked:
  br i1 %any, label %test, label %end
end:
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i1 @__ndweave_group_any(i1) convergent nounwind willreturn memory(none)

;--- others.ll
; Not split: a branch with neither barrier nor loop, a loop that work-items leave apart, and one with an atomic operation,
; which no vector has.
; CHECK: start:
; CHECK: br i1 %all, label %then, label %join, !ndweave.head ![[START:[0-9]+]]{{$}}
; CHECK-NOT: !ndweave.head
; CHECK-NOT: !ndweave.lifted
; CHECK: !ndweave.places = !{!{{[0-9]+}}}
; CHECK: ![[START]] = !{i32 0, !"start"}
define void @kernel(ptr %p, i1 %all, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  br i1 %all, label %then, label %join
then:
  store i32 %l, ptr %p
  br label %join
join:
  br label %apart
apart:
  %k = phi i32 [ 0, %join ], [ %k.next, %apart ]
  %k.next = add i32 %k, 1
  %k.again = icmp ult i32 %k.next, %l
  br i1 %k.again, label %apart, label %between
between:
  br label %atomic
atomic:
  %i = phi i32 [ 0, %between ], [ %i.next, %atomic ]
  %old = atomicrmw add ptr %p, i32 1 monotonic
  %i.next = add i32 %i, 1
  %i.again = icmp ult i32 %i.next, %n
  br i1 %i.again, label %atomic, label %end
end:
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- divergent.ll
; Where a barrier is reached apart, it is a head all the same, but nothing counts as the group's: no value is marked, no
; loop is lifted.
; CHECK-NOT: !ndweave.uniform
; CHECK-NOT: !ndweave.lifted
; CHECK: then.after:
; CHECK-NEXT: br label %before, !ndweave.head ![[BARRIER:[0-9]+]]
; CHECK-NOT: !ndweave.uniform
; CHECK-NOT: !ndweave.lifted
; CHECK: attributes #0 = { "ndweave-divergent-barriers"
; CHECK: ![[BARRIER]] = !{i32 1, !"barrier"}
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %x = load i32, ptr %p
  %some = icmp ult i32 %l, 5
  br i1 %some, label %then, label %before
then:
  call void @__ndweave_barrier()
  br label %then.after
then.after:
  br label %before
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %k.next, %loop ]
  %k.next = add i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  store i32 %x, ptr %p
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare void @__ndweave_barrier() convergent
