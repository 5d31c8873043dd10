; Shuffles among members become permutes among them; who those are is of interest to check mode only.
; RUN: split-file %s %t
; RUN: %opt -passes=permutes %t/members.ll | FileCheck %t/members.ll
; RUN: %opt -passes=permutes %t/check.ll | FileCheck %t/check.ll
; RUN: %opt -passes=permutes %t/alone.ll | FileCheck %t/alone.ll

;--- members.ll
; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, i32 %n, i64 %m) "ndweave-kernel"="nd-range" "ndweave-group"="12,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %p = getelementptr i32, ptr %f, i32 %l
  %x = load i32, ptr %p
  %w = zext i32 %x to i64
; CHECK: [[A:%.*]] = call i32 @__ndweave_members_permute_u32(i32 %x, <4 x i32> <i32 1, i32 0, i32 3, i32 2>, i64 0) #[[CONVERGENT:[0-9]+]]
; CHECK-NEXT: store volatile i32 [[A]], ptr %f
  %other = xor i32 %l, 1
  %a = call i32 @__ndweave_members_shuffle_u32(i32 %x, i32 %other, i64 %m)
  store volatile i32 %a, ptr %f
; CHECK-NEXT: %b = call i64 @__ndweave_members_shuffle_u64(i64 %w, i32 %n, i64 0)
; CHECK-NEXT: store volatile i64 %b, ptr %f
  %b = call i64 @__ndweave_members_shuffle_u64(i64 %w, i32 %n, i64 %m)
  store volatile i64 %b, ptr %f
; The hardest case: whose votes count follows from the members.
; CHECK-NEXT: %v = call i64 @__ndweave_members_ballot(i32 %x, i64 %m)
; CHECK-NEXT: store volatile i64 %v, ptr %f
  %v = call i64 @__ndweave_members_ballot(i32 %x, i64 %m)
  store volatile i64 %v, ptr %f
; CHECK-NEXT: call void @__ndweave_members_barrier(i64 0)
  call void @__ndweave_members_barrier(i64 %m)
  ret void
}
; CHECK: attributes #[[CONVERGENT]] = { convergent }
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_members_shuffle_u32(i32, i32, i64)
declare i64 @__ndweave_members_shuffle_u64(i64, i32, i64)
declare i64 @__ndweave_members_ballot(i32, i64)
declare void @__ndweave_members_barrier(i64)

;--- check.ll
; CHECK: call i32 @__ndweave_members_permute_u32(i32 %l, <4 x i32> <i32 3, i32 3, i32 3, i32 3>, i64 %m)
; CHECK: call void @__ndweave_members_barrier(i64 %m)
define void @kernel(ptr %f, i64 %m) "ndweave-kernel"="nd-range" "ndweave-check" "ndweave-group"="12,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %a = call i32 @__ndweave_members_shuffle_u32(i32 %l, i32 3, i64 %m)
  store volatile i32 %a, ptr %f
  call void @__ndweave_members_barrier(i64 %m)
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_members_shuffle_u32(i32, i32, i64)
declare void @__ndweave_members_barrier(i64)

;--- alone.ll
; A lane that is alone has no other to ask.
; CHECK: store volatile i32 %x, ptr %f
define void @kernel(ptr %f, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="12,1,1" "ndweave-sub-group-size"="1" "ndweave-lanes"="1,1,1" {
entry:
  br label %start
start:
  %x = load volatile i32, ptr %f
  %a = call i32 @__ndweave_shuffle_u32(i32 %x, i32 %n)
  store volatile i32 %a, ptr %f
  ret void
}
declare i32 @__ndweave_shuffle_u32(i32, i32)
