; Of what is one lane of a sub-group: it is split at operations of the sub-group, and at barriers of the work-group.
; RUN: split-file %s %t
; RUN: %opt -passes=implicit-barriers %t/operations.ll | FileCheck %t/operations.ll
; RUN: %opt -passes=implicit-barriers %t/divergent.ll | FileCheck %t/divergent.ll
; RUN: %opt -passes=implicit-barriers %t/sub_groups.ll | FileCheck %t/sub_groups.ll

;--- operations.ll
; CHECK: start:
; CHECK-NEXT: br label %[[EXCHANGE:.*]], !ndweave.head ![[START:[0-9]+]]
; The exchange stays: it is in the region whose values it exchanges.
; CHECK: [[EXCHANGE]]:
; CHECK-NEXT: %a = call i32 @__ndweave_shuffle_u32(i32 %x, i32 %n)
; CHECK-NEXT: br label %met, !ndweave.head ![[SUB_GROUP:[0-9]+]]
; CHECK: met:
; CHECK-NEXT: store i32 %a, ptr %p
; CHECK-NEXT: br label %behind, !ndweave.head ![[SECOND:[0-9]+]]
; CHECK: behind:
; CHECK-NEXT: br label %exit, !ndweave.head ![[GROUP:[0-9]+]]
; CHECK-DAG: ![[START]] = !{i32 0, !"start"}
; CHECK-DAG: ![[SUB_GROUP]] = !{i32 1, !"sub-group"}
; CHECK-DAG: ![[SECOND]] = !{i32 2, !"sub-group"}
; CHECK-DAG: ![[GROUP]] = !{i32 3, !"group barrier"}
define void @kernel(ptr %p, i32 %n, i32 %x) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" "ndweave-sub-group-size"="8" "ndweave-lanes"="8,1,1" {
entry:
  br label %start
start:
  br label %exchange
exchange:
  %a = call i32 @__ndweave_shuffle_u32(i32 %x, i32 %n)
  call void @__ndweave_sub_group_barrier()
  br label %met
met:
  store i32 %a, ptr %p
  call void @__ndweave_barrier()
  br label %behind
behind:
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_shuffle_u32(i32, i32)
declare void @__ndweave_sub_group_barrier()
declare void @__ndweave_barrier()

;--- divergent.ll
; The hardest case: only a part of the lanes comes to the operation. Then nothing is the sub-group's.
; CHECK-NOT: ndweave.uniform
; CHECK: attributes #0 = { "ndweave-divergent-barriers"
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" "ndweave-sub-group-size"="8" "ndweave-lanes"="8,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %twice = mul i32 %n, 2
  %some = icmp ult i32 %l, %n
  br i1 %some, label %exchange, label %exit
exchange:
  %a = call i32 @__ndweave_shuffle_u32(i32 %l, i32 %twice)
  store i32 %a, ptr %p
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_shuffle_u32(i32, i32)

;--- sub_groups.ll
; A sub-group's loop that all of them make stays whole: the loops over lanes are the inner ones already.
; CHECK: loop:
; CHECK: br i1 %again, label %loop, label %end{{$}}
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" "ndweave-sub-group-size"="8" "ndweave-sub-groups"="8,1,1" {
entry:
  br label %start
start:
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k.next, %loop ]
  %k.next = add i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  store i32 %n, ptr %p
  br label %exit
exit:
  ret void
}
