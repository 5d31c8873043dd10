; Of what is one lane of a sub-group: some lanes do something together, in a loop in which others take other ways.
; RUN: split-file %s %t
; RUN: %opt -passes=implicit-barriers %t/apart.ll | FileCheck %t/apart.ll
; RUN: %opt -passes=implicit-barriers %t/together.ll | FileCheck %t/together.ll

;--- apart.ll
; CHECK: start:
; CHECK-NEXT: br label %loop, !ndweave.head ![[START:[0-9]+]]
; CHECK: some:
; CHECK-NEXT: %a = call i32 @__ndweave_members_shuffle_u32(
; CHECK-NEXT: br label %latch, !ndweave.head ![[OPERATION:[0-9]+]]
; The hardest case: those that skip it wait for the others before the next iteration.
; CHECK: latch:
; CHECK: br i1 %again, label %[[ITERATION:.*]], label %exit
; CHECK: [[ITERATION]]:
; CHECK-NEXT: br label %loop, !ndweave.head ![[END:[0-9]+]]
; CHECK: attributes #0 = { "ndweave-divergent-barriers"
; CHECK-DAG: ![[START]] = !{i32 0, !"start"}
; CHECK-DAG: ![[OPERATION]] = !{i32 1, !"members"}
; CHECK-DAG: ![[END]] = !{i32 2, !"members"}
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" "ndweave-sub-group-size"="8" "ndweave-lanes"="8,1,1" {
entry:
  br label %start
start:
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %next, %latch ]
  %l = call i32 @__ndweave_local_id(i32 0)
  %one = icmp ugt i32 %l, %k
  br i1 %one, label %some, label %latch
some:
  %a = call i32 @__ndweave_members_shuffle_u32(i32 %k, i32 1, i64 0)
  br label %latch
latch:
  %r = phi i32 [ 0, %loop ], [ %a, %some ]
  store i32 %r, ptr %p
  %next = add i32 %k, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_members_shuffle_u32(i32, i32, i64)

;--- together.ll
; Where all lanes go together, all are active: nobody has to meet.
; CHECK: some:
; CHECK-NEXT: %active = call i64 @__ndweave_active_lanes()
; CHECK-NEXT: store i64 %active, ptr %p
; CHECK-NEXT: br label %meet{{$}}
; CHECK: meet:
; CHECK-NEXT: %again = call i64 @__ndweave_active_lanes()
; CHECK-NEXT: %v = call i64 @__ndweave_members_ballot(i32 %n, i64 %again)
; CHECK-NEXT: store i64 %v, ptr %p
; CHECK-NEXT: br label %exit, !ndweave.head ![[OPERATION:[0-9]+]]
; CHECK-NOT: ndweave-divergent-barriers
; CHECK: ![[OPERATION]] = !{i32 1, !"members"}
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" "ndweave-sub-group-size"="8" "ndweave-lanes"="8,1,1" {
entry:
  br label %start
start:
  br label %some
some:
  %active = call i64 @__ndweave_active_lanes()
  store i64 %active, ptr %p
  br label %meet
meet:
  %again = call i64 @__ndweave_active_lanes()
  %v = call i64 @__ndweave_members_ballot(i32 %n, i64 %again)
  store i64 %v, ptr %p
  br label %exit
exit:
  ret void
}
declare i64 @__ndweave_active_lanes()
declare i64 @__ndweave_members_ballot(i32, i64)
