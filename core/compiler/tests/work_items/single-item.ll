; Where a work-group is one work-item, its local ids are 0, barriers go, and an exchange gives back what was put in.
; RUN: %opt -passes=single-item %s | FileCheck %s

; CHECK-LABEL: define void @kernel
define void @kernel(ptr %out, i32 %lane) "ndweave-kernel"="nd-range" "ndweave-local-range"="1" {
; CHECK: store volatile i32 0, ptr %out
  %id = call i32 @__ndweave_local_id(i32 0)
  store volatile i32 %id, ptr %out
; CHECK-NEXT: store volatile i32 0, ptr %out
  %linear = call i32 @__ndweave_linear_id()
  store volatile i32 %linear, ptr %out
; CHECK-NEXT: store volatile i32 0, ptr %out
  %in_sub_group = call i32 @__ndweave_sub_group_local_id()
  store volatile i32 %in_sub_group, ptr %out
; CHECK-NEXT: store volatile i32 0, ptr %out
  %sub_group = call i32 @__ndweave_sub_group_id()
  store volatile i32 %sub_group, ptr %out
  call void @__ndweave_barrier()
  call void @__ndweave_sub_group_barrier()
; CHECK-NEXT: store volatile i32 %lane, ptr %out
  %own = call i32 @__ndweave_shuffle_u32(i32 %lane, i32 3)
  store volatile i32 %own, ptr %out
; The hardest case: an exchange of what an exchange gave.
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 %lane to i64
; CHECK-NEXT: store volatile i64 [[WIDE]], ptr %out
  %wide = zext i32 %lane to i64
  %once = call i64 @__ndweave_shuffle_u64(i64 %wide, i32 %lane)
  %twice = call i64 @__ndweave_shuffle_u64(i64 %once, i32 %own)
  store volatile i64 %twice, ptr %out
; Among the members there is one lane, the first.
; CHECK-NEXT: store volatile i32 %lane, ptr %out
  %among = call i32 @__ndweave_members_shuffle_u32(i32 %lane, i32 0, i64 1)
  store volatile i32 %among, ptr %out
; CHECK-NEXT: [[IS_FOR:%.*]] = icmp ne i32 %lane, 0
; CHECK-NEXT: [[VOTE:%.*]] = zext i1 [[IS_FOR]] to i64
; CHECK-NEXT: store volatile i64 [[VOTE]], ptr %out
  %votes = call i64 @__ndweave_members_ballot(i32 %lane, i64 1)
  store volatile i64 %votes, ptr %out
  call void @__ndweave_members_barrier(i64 1)
; CHECK-NEXT: store volatile i64 1, ptr %out
  %active = call i64 @__ndweave_active_lanes()
  store volatile i64 %active, ptr %out
; There are many groups: their ids stay, and so does a fence, which other groups see.
; CHECK-NEXT: call i64 @__ndweave_group_id(i32 0)
; CHECK: call void @__ndweave_fence()
  %group = call i64 @__ndweave_group_id(i32 0)
  store volatile i64 %group, ptr %out
  call void @__ndweave_fence()
  ret void
}

; No kernel.
; CHECK-LABEL: define i32 @other
define i32 @other() {
; CHECK: call i32 @__ndweave_local_id(i32 0)
  %id = call i32 @__ndweave_local_id(i32 0)
  ret i32 %id
}

declare i32 @__ndweave_local_id(i32)
declare i32 @__ndweave_linear_id()
declare i32 @__ndweave_sub_group_local_id()
declare i32 @__ndweave_sub_group_id()
declare void @__ndweave_barrier()
declare void @__ndweave_sub_group_barrier()
declare i32 @__ndweave_shuffle_u32(i32, i32)
declare i64 @__ndweave_shuffle_u64(i64, i32)
declare i32 @__ndweave_members_shuffle_u32(i32, i32, i64)
declare i64 @__ndweave_members_ballot(i32, i64)
declare void @__ndweave_members_barrier(i64)
declare i64 @__ndweave_active_lanes()
declare i64 @__ndweave_group_id(i32)
declare void @__ndweave_fence()
