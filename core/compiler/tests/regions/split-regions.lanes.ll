; Of what is one lane of a sub-group: all lanes' values are vectors between regions.
; RUN: split-file %s %t
; RUN: %opt -passes=split-regions %t/lanes.ll | FileCheck %t/lanes.ll
; RUN: %opt -passes=split-regions %t/apart.ll | FileCheck %t/apart.ll
; RUN: %opt -passes=split-regions %t/apart_at_barrier.ll | FileCheck %t/apart_at_barrier.ll
; RUN: %opt -passes=split-regions %t/sub_groups.ll | FileCheck %t/sub_groups.ll

;--- lanes.ll
; CHECK: entry:
; CHECK-DAG: [[FIRST:%.*]] = alloca [4 x i32], align 64, !ndweave.storage ![[ONE_REGION:[0-9]+]]
; CHECK-DAG: [[LANES:%.*]] = call i32 @__ndweave_extent(i32 0)
; The first region makes a vector. The last sub-group has fewer lanes: what the others have is any value, but one.
; CHECK: store <4 x i32> zeroinitializer, ptr [[MADE:%.*]], align 64
; CHECK: icmp ult i32 %{{.*}}, [[LANES]]
; CHECK: [[X1:%.*]] = load <4 x i32>, ptr [[MADE]], align 64
; The second one begins with it: for its lanes' own values and the shuffle from a lane that only the launch knows, in
; memory; permuted; and one lane's value.
; CHECK: store <4 x i32> [[X1]], ptr [[READ:%.*]], align 64
; CHECK: [[P:%.*]] = shufflevector <4 x i32> [[X1]], <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
; CHECK-NEXT: store <4 x i32> [[P]], ptr [[PERMUTED:%.*]], align 64
; CHECK-NEXT: [[C:%.*]] = extractelement <4 x i32> [[X1]], i64 2
; The hardest case: the region changes the variable that it exchanges, which other lanes still read.
; CHECK: [[TO:%.*]] = getelementptr inbounds i32, ptr [[WRITTEN:%.*]], i64
; CHECK-NEXT: store i32 [[SUM:%.*]], ptr [[TO]]
; CHECK: load <4 x i32>, ptr [[WRITTEN]], align 64
; CHECK: [[OWN:%.*]] = getelementptr inbounds i32, ptr [[PERMUTED]], i64
; CHECK-NEXT: [[A:%.*]] = load i32, ptr [[OWN]]
; The sub-group comes to the work-group's barrier as a whole.
; Behind it the array is its own: other sub-groups have it before.
; CHECK: call void @__ndweave_barrier()
; CHECK-NEXT: call void @llvm.lifetime.start.p0(i64 16, ptr
; CHECK-NEXT: store <4 x i32>
; CHECK: [[LANE:%.*]] = urem i32 %n, 4
; CHECK: [[THERE:%.*]] = getelementptr inbounds i32, ptr [[READ]], i64
; CHECK-NEXT: [[B:%.*]] = load i32, ptr [[THERE]]
; CHECK-NEXT: [[AB:%.*]] = add i32 [[A]], [[B]]
; CHECK-NEXT: [[SUM]] = add i32 [[AB]], [[C]]
; CHECK: ![[ONE_REGION]] = !{!"one region"}
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="10,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" "ndweave-partial-lanes" {
entry:
  %x.spill = alloca i32, align 4, !ndweave.spill !0
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %x = mul i32 %l, %n
  store i32 %x, ptr %x.spill
  br label %shuffles, !ndweave.head !1
shuffles:
  %x1 = load i32, ptr %x.spill
  %a = call i32 @__ndweave_permute_u32(i32 %x1, <4 x i32> <i32 1, i32 0, i32 3, i32 2>)
  %x2 = load i32, ptr %x.spill
  %b = call i32 @__ndweave_shuffle_u32(i32 %x2, i32 %n)
  %x3 = load i32, ptr %x.spill
  %c = call i32 @__ndweave_permute_u32(i32 %x3, <4 x i32> <i32 2, i32 2, i32 2, i32 2>)
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  store i32 %abc, ptr %x.spill
  br label %behind, !ndweave.head !2
behind:
  %x4 = load i32, ptr %x.spill
  %l2 = call i32 @__ndweave_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i32 %l2
  store i32 %x4, ptr %at
  br label %exit, !ndweave.head !3
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_shuffle_u32(i32, i32)
declare i32 @__ndweave_permute_u32(i32, <4 x i32>)
!0 = !{!"for each item"}
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"sub-group"}
!3 = !{i32 2, !"group barrier"}

;--- apart.ll
; Lanes that do not go together run the regions that each asks for: it notes which, and the smallest is next.
; CHECK: [[NEXT:%.*]] = alloca [4 x i32], align 64, !ndweave.storage
; All begin with region 0.
; CHECK: store i32 0, ptr
; Half of them leave region 0 for region 1, the others for the end, which is 4 where there are two regions.
; CHECK: store i32 1, ptr
; CHECK: store i32 4, ptr
; CHECK: load i32, ptr
; CHECK-NEXT: [[MINE:%.*]] = icmp eq i32 %{{.*}}, 0
; CHECK-NEXT: br i1 [[MINE]], label %takes.part
; CHECK: [[SMALLEST:%.*]] = call i32 @llvm.umin.i32(
; CHECK: switch i32 [[SMALLEST]], label %exit [
; CHECK-NEXT: i32 0, label
; CHECK-NEXT: i32 1, label
; CHECK-NOT: @__ndweave_barrier
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="8,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" "ndweave-divergent-barriers" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %half = icmp ult i32 %l, 2
  br i1 %half, label %operation, label %exit, !ndweave.head !1
operation:
  store volatile i32 1, ptr %p
  br label %exit, !ndweave.head !2
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"sub-group"}

;--- apart_at_barrier.ll
; Who comes to a barrier of the group waits, 3 instead of 1, until nobody is left who does not.
; CHECK: store i32 3, ptr
; CHECK: switch i32 %{{.*}}, label %[[BARRIER:.*]] [
; CHECK: [[BARRIER]]:
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK: sub i32 %{{.*}}, 2
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="8,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" "ndweave-divergent-barriers" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %half = icmp ult i32 %l, 2
  br i1 %half, label %operation, label %exit, !ndweave.head !1
operation:
  store volatile i32 1, ptr %p
  br label %exit, !ndweave.head !2
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"group barrier"}

;--- sub_groups.ll
; Of what is one sub-group: its loops over lanes are parallel, the one around is not. Vectors are as aligned as memory is.
; CHECK: [[KEPT:%.*]] = alloca [2 x <32 x i32>], align 64, !ndweave.storage
; CHECK: store <32 x i32> %{{.*}}, ptr %{{.*}}, align 64
; CHECK-NOT: llvm.loop.parallel_accesses
define void @kernel(ptr %p, <32 x i32> %w) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" "ndweave-sub-group-size"="32" "ndweave-sub-groups"="2,1,1" {
entry:
  %v.spill = alloca <32 x i32>, !ndweave.spill !0
  br label %start
start:
  %v = add <32 x i32> %w, %w
  store <32 x i32> %v, ptr %v.spill
  br label %behind, !ndweave.head !1
behind:
  %v1 = load <32 x i32>, ptr %v.spill
  store <32 x i32> %v1, ptr %p
  br label %exit, !ndweave.head !2
exit:
  ret void
}
!0 = !{!"for each item"}
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"barrier"}
