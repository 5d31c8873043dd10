; Of what is one lane of a sub-group: what some lanes do together ends blocks as what all do.
; RUN: %opt -passes=split-at-barriers %s | FileCheck %s

define void @kernel(ptr %f, i32 %n, i64 %m) "ndweave-kernel"="nd-range" "ndweave-group"="12,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %p = getelementptr i32, ptr %f, i32 %l
  %x = load i32, ptr %p
; CHECK: %x = load i32, ptr %p
; CHECK-NEXT: br label %[[HERE:.*]]
; Those that are here exchange what they had before.
; CHECK: [[HERE]]:
; CHECK-NEXT: %active = call i64 @__ndweave_active_lanes()
; CHECK-NEXT: %a = call i32 @__ndweave_members_shuffle_u32(i32 %x, i32 %n, i64 %active)
; CHECK-NEXT: %v = call i64 @__ndweave_members_ballot(i32 %x, i64 %active)
; CHECK-NEXT: store i32 %a, ptr %p
; CHECK-NEXT: br label %[[BARRIER:.*]]
  %active = call i64 @__ndweave_active_lanes()
  %a = call i32 @__ndweave_members_shuffle_u32(i32 %x, i32 %n, i64 %active)
  %v = call i64 @__ndweave_members_ballot(i32 %x, i64 %active)
  store i32 %a, ptr %p
; A barrier waits for what stands before it in its block.
; CHECK: [[BARRIER]]:
; CHECK-NEXT: call void @__ndweave_members_barrier(i64 %active)
; CHECK-NEXT: %b = call i32 @__ndweave_members_shuffle_u32(i32 %a, i32 %n, i64 %active)
; CHECK-NEXT: br label %[[ALL:.*]]
  call void @__ndweave_members_barrier(i64 %active)
  %b = call i32 @__ndweave_members_shuffle_u32(i32 %a, i32 %n, i64 %active)
; The hardest case: not all that stand there have to be members.
; CHECK: [[ALL]]:
; CHECK-NEXT: %c = call i32 @__ndweave_shuffle_u32(i32 %a, i32 %n)
; CHECK-NEXT: store i32 %b, ptr %p
  %c = call i32 @__ndweave_shuffle_u32(i32 %a, i32 %n)
  store i32 %b, ptr %p
  store i32 %c, ptr %p
  store i64 %v, ptr %p
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_shuffle_u32(i32, i32)
declare i32 @__ndweave_members_shuffle_u32(i32, i32, i64)
declare i64 @__ndweave_members_ballot(i32, i64)
declare void @__ndweave_members_barrier(i64)
declare i64 @__ndweave_active_lanes()
