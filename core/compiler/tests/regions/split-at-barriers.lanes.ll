; Of what is one lane of a sub-group: ends blocks behind barriers, and before exchanges of values that are new.
; RUN: %opt -passes=split-at-barriers %s | FileCheck %s

define void @kernel(ptr %f, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="12,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %p = getelementptr i32, ptr %f, i32 %l
  %x = load i32, ptr %p
  %y = load volatile i32, ptr %p
; Both values were there before: all lanes have them when the first exchange begins.
; CHECK: %y = load volatile i32, ptr %p
; CHECK-NEXT: br label %[[BOTH:.*]]
; CHECK: [[BOTH]]:
; CHECK-NEXT: %a = call i32 @__ndweave_permute_u32(
; CHECK-NEXT: %b = call i32 @__ndweave_shuffle_u32(i32 %y, i32 %n)
; CHECK-NEXT: br label %[[NEW:.*]]
; The hardest case: what an exchange has given is exchanged.
; CHECK: [[NEW]]:
; CHECK-NEXT: %c = call i32 @__ndweave_shuffle_u32(i32 %a, i32 %n)
; CHECK-NEXT: store i32 %b, ptr %p
; CHECK-NEXT: call void @__ndweave_sub_group_barrier()
; CHECK-NEXT: br label %[[MET:.*]]
  %a = call i32 @__ndweave_permute_u32(i32 %x, <4 x i32> <i32 1, i32 0, i32 3, i32 2>)
  %b = call i32 @__ndweave_shuffle_u32(i32 %y, i32 %n)
  %c = call i32 @__ndweave_shuffle_u32(i32 %a, i32 %n)
  store i32 %b, ptr %p
  call void @__ndweave_sub_group_barrier()
; CHECK: [[MET]]:
; CHECK-NEXT: store i32 %c, ptr %p
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: br label %[[BEHIND:.*]]
  store i32 %c, ptr %p
  call void @__ndweave_barrier()
; Behind a barrier is a place already.
; CHECK: [[BEHIND]]:
; CHECK-NEXT: %d = call i32 @__ndweave_shuffle_u32(i32 %y, i32 %n)
; CHECK-NEXT: store i32 %d, ptr %p
  %d = call i32 @__ndweave_shuffle_u32(i32 %y, i32 %n)
  store i32 %d, ptr %p
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_shuffle_u32(i32, i32)
declare i32 @__ndweave_permute_u32(i32, <4 x i32>)
declare void @__ndweave_sub_group_barrier()
declare void @__ndweave_barrier()
