; What ran the lanes of one sub-group, which a number names, becomes one of the items of a group of sub-groups.
; RUN: %opt -passes=sub-groups-as-items %s | FileCheck %s

; CHECK: define void @kernel(ptr noalias %f) #[[KERNEL:[0-9]+]] {
; What lanes keep is their sub-group's own from now on; what serves one region alone is had in turn.
; CHECK: %turn = alloca [4 x i32], align 64, !ndweave.storage ![[TURN:[0-9]+]]
; CHECK-NEXT: %kept = alloca [4 x i32], align 64{{$}}
; CHECK-NEXT: br label
; The last sub-group of ten work-items has two.
; CHECK: [[N:%.*]] = call range(i32 0, 3) i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: [[FIRST:%.*]] = mul nuw nsw i32 [[N]], 4
; CHECK-NEXT: [[LEFT:%.*]] = sub nuw nsw i32 10, [[FIRST]]
; CHECK-NEXT: [[LANES:%.*]] = call i32 @llvm.umin.i32(i32 [[LEFT]], i32 4)
; CHECK-NEXT: [[NUMBER:%.*]] = call range(i32 0, 3) i32 @__ndweave_local_id(i32 0)
; CHECK: store volatile i32 [[NUMBER]], ptr %kept
; CHECK-NEXT: store volatile i32 [[LANES]], ptr %turn
; The hardest case: ways that sub-groups go apart, which are no switches any more.
; CHECK-NOT: switch
; CHECK: store volatile i32 [[LANES]], ptr %f
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-group"="10,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" "ndweave-partial-lanes" "ndweave-runs-group" "ndweave-divergent-barriers" !ndweave.storage !0 !ndweave.regions !4 {
entry:
  %turn = alloca [4 x i32], align 64, !ndweave.storage !2
  %kept = alloca [4 x i32], align 64, !ndweave.storage !3
  %lanes = call i32 @__ndweave_extent(i32 0)
  %n = call i32 @__ndweave_sub_group_number()
  br label %start
start:
  store volatile i32 %n, ptr %kept
  store volatile i32 %lanes, ptr %turn
  switch i32 %n, label %end [ i32 0, label %then
                              i32 2, label %then ]
then:
  store volatile i32 %lanes, ptr %f
  br label %end
end:
  ret void
}

; CHECK: attributes #[[KERNEL]] = { "ndweave-divergent-lanes" "ndweave-group"="10,1,1" "ndweave-kernel"="nd-range" "ndweave-sub-group-size"="4" "ndweave-sub-groups"="3,1,1" }
; CHECK: ![[TURN]] = !{!"one region"}
declare i32 @__ndweave_extent(i32) memory(none)
declare i32 @__ndweave_sub_group_number() memory(none)
!0 = !{!1}
!1 = !{!"x", i64 16, !"group"}
!2 = !{!"one region"}
!3 = !{}
!4 = !{!"start", !"sub-group"}
