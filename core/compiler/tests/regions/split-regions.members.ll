; Of what is one lane of a sub-group: operations of those that have come to a region.
; RUN: split-file %s %t
; RUN: %opt -passes=split-regions %t/apart.ll | FileCheck %t/apart.ll
; RUN: %opt -passes=split-regions %t/check.ll | FileCheck %t/check.ll
; RUN: %opt -passes=split-regions %t/together.ll | FileCheck %t/together.ll

;--- apart.ll
; Who is active is found in front of the region that asks: those whose next region it is. (Of three regions the second;
; the loop's exit stands behind its body, though it comes first.)
; CHECK: [[MINE:%.*]] = icmp eq i32 %{{.*}}, 1
; CHECK: switch i32 %{{.*}}, label %exit [
; CHECK-NEXT: i32 0, label
; CHECK-NEXT: i32 2, label
; CHECK-NEXT: i32 1, label %[[ACTIVE:.*]]
; CHECK: [[ACTIVE]]:
; CHECK: [[HERE:%.*]] = icmp eq i32 %{{.*}}, 1
; CHECK-NEXT: [[ONE:%.*]] = zext i1 [[HERE]] to i64
; CHECK: shl i64 [[ONE]], %{{.*}}
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="8,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" "ndweave-divergent-barriers" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %c = icmp ult i32 %l, %n
  br label %loop, !ndweave.head !1
loop:
  %q = load volatile i1, ptr %p
  br i1 %q, label %body, label %behind
behind:
  store volatile i32 1, ptr %p
  br label %exit, !ndweave.head !2
body:
  %active = call i64 @__ndweave_active_lanes()
  store volatile i64 %active, ptr %p
  br label %loop, !ndweave.head !3
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i64 @__ndweave_active_lanes()
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"members"}
!3 = !{i32 2, !"members"}

;--- check.ll
; A member that is elsewhere is told of; others may be anywhere.
; CHECK-NOT: call void @__ndweave_divergent_barrier(
; CHECK: [[MISSING:%.*]] = and i64 5, %{{.*}}
; CHECK: [[ANY:%.*]] = icmp ne i64 [[MISSING]], 0
; CHECK-NEXT: br i1 [[ANY]], label %[[TELL:.*]], label %[[GO_ON:.*]]
; CHECK: [[TELL]]:
; CHECK: call i64 @llvm.cttz.i64(i64 [[MISSING]], i1 true)
; CHECK: call void @__ndweave_divergent_barrier(
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-check" "ndweave-group"="8,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" "ndweave-divergent-barriers" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %half = icmp ult i32 %l, 2
  br i1 %half, label %operation, label %exit, !ndweave.head !1
operation:
  call void @__ndweave_members_barrier(i64 5)
  store volatile i32 1, ptr %p
  br label %exit, !ndweave.head !2
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare void @__ndweave_members_barrier(i64)
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"members"}

;--- together.ll
; All lanes that there are; a ballot is a comparison of all lanes' values.
; CHECK: [[LANES:%.*]] = call i32 @__ndweave_extent(i32 0)
; CHECK: [[X:%.*]] = load <4 x i32>, ptr
; CHECK: [[ARE_FOR:%.*]] = icmp ne <4 x i32> [[X]], zeroinitializer
; CHECK-NEXT: [[BITS:%.*]] = bitcast <4 x i1> [[ARE_FOR]] to i4
; CHECK-NEXT: [[ALL:%.*]] = zext i4 [[BITS]] to i64
; CHECK: [[WIDE:%.*]] = zext i32 [[LANES]] to i64
; CHECK-NEXT: [[NONE:%.*]] = sub i64 64, [[WIDE]]
; CHECK-NEXT: [[THERE:%.*]] = lshr i64 -1, [[NONE]]
; CHECK-NEXT: [[VOTES:%.*]] = and i64 [[ALL]], [[THERE]]
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="10,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" "ndweave-partial-lanes" {
entry:
  %x.spill = alloca i32, align 4, !ndweave.spill !0
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %x = mul i32 %l, %n
  store i32 %x, ptr %x.spill
  br label %vote, !ndweave.head !1
vote:
  %active = call i64 @__ndweave_active_lanes()
  %x1 = load i32, ptr %x.spill
  %v = call i64 @__ndweave_members_ballot(i32 %x1, i64 %active)
  store volatile i64 %v, ptr %p
  br label %exit, !ndweave.head !2
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i64 @__ndweave_active_lanes()
declare i64 @__ndweave_members_ballot(i32, i64)
!0 = !{!"for each item"}
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"members"}
