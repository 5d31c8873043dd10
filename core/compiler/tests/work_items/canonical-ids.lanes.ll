; Where the function is that of one lane, ids are made of the sub-group's number and the lane.
; RUN: split-file %s %t
; RUN: %opt -passes=canonical-ids %t/line.ll | FileCheck %t/line.ll
; RUN: %opt -passes=canonical-ids %t/long_rows.ll | FileCheck %t/long_rows.ll
; RUN: %opt -passes=canonical-ids %t/short_rows.ll | FileCheck %t/short_rows.ll
; RUN: %opt -passes=canonical-ids %t/odd_rows.ll | FileCheck %t/odd_rows.ll
; RUN: %opt -passes=canonical-ids %t/one.ll | FileCheck %t/one.ll

;--- line.ll
define void @kernel(ptr %out) "ndweave-kernel"="nd-range" "ndweave-group"="32,1,1" "ndweave-sub-group-size"="8" "ndweave-lanes"="8,1,1" {
; CHECK: [[N:%.*]] = call range(i32 0, 4) i32 @__ndweave_sub_group_number()
; CHECK-NEXT: [[FIRST:%.*]] = mul nuw nsw i32 [[N]], 8
; CHECK-NEXT: [[LANE:%.*]] = call range(i32 0, 8) i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: [[X:%.*]] = add nuw nsw i32 [[FIRST]], [[LANE]]
; CHECK-NEXT: store volatile i32 [[X]], ptr %out
  %x = call i32 @__ndweave_local_id(i32 0)
  store volatile i32 %x, ptr %out
; CHECK-NEXT: [[NUMBER:%.*]] = call range(i32 0, 4) i32 @__ndweave_sub_group_number()
; CHECK-NEXT: store volatile i32 [[NUMBER]], ptr %out
  %number = call i32 @__ndweave_sub_group_id()
  store volatile i32 %number, ptr %out
; CHECK-NEXT: [[OWN:%.*]] = call range(i32 0, 8) i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: store volatile i32 [[OWN]], ptr %out
  %lane = call i32 @__ndweave_sub_group_local_id()
  store volatile i32 %lane, ptr %out
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: ret void
  call void @__ndweave_barrier()
  ret void
}
declare i32 @__ndweave_local_id(i32)
declare i32 @__ndweave_sub_group_id()
declare i32 @__ndweave_sub_group_local_id()
declare void @__ndweave_barrier()

;--- long_rows.ll
; Rows of four sub-groups: neighbours in a sub-group are neighbours in a row.
; CHECK: [[COLUMN:%.*]] = urem i32 %{{.*}}, 4
; CHECK-NEXT: [[FIRST:%.*]] = mul nuw nsw i32 [[COLUMN]], 8
; CHECK-NEXT: [[LANE:%.*]] = call range(i32 0, 8) i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: [[X:%.*]] = add nuw nsw i32 [[FIRST]], [[LANE]]
; CHECK-NEXT: store volatile i32 [[X]], ptr %out
; CHECK: [[Y:%.*]] = udiv i32 %{{.*}}, 4
; CHECK-NEXT: store volatile i32 [[Y]], ptr %out
define void @kernel(ptr %out) "ndweave-kernel"="nd-range" "ndweave-group"="32,4,1" "ndweave-sub-group-size"="8" "ndweave-lanes"="8,1,1" {
  %x = call i32 @__ndweave_local_id(i32 0)
  store volatile i32 %x, ptr %out
  %y = call i32 @__ndweave_local_id(i32 1)
  store volatile i32 %y, ptr %out
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- short_rows.ll
; Two rows a sub-group, of three dimensions.
; CHECK: [[L:%.*]] = call range(i32 0, 8) i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: [[X:%.*]] = urem i32 [[L]], 4
; CHECK-NEXT: store volatile i32 [[X]], ptr %out
; CHECK: [[FIRST:%.*]] = mul nuw nsw i32 %{{.*}}, 2
; CHECK: [[OWN:%.*]] = udiv i32 %{{.*}}, 4
; CHECK-NEXT: [[ROW:%.*]] = add nuw nsw i32 [[FIRST]], [[OWN]]
; CHECK-NEXT: [[Z:%.*]] = udiv i32 [[ROW]], 3
; CHECK-NEXT: store volatile i32 [[Z]], ptr %out
define void @kernel(ptr %out) "ndweave-kernel"="nd-range" "ndweave-group"="4,3,2" "ndweave-sub-group-size"="8" "ndweave-lanes"="8,1,1" {
  %x = call i32 @__ndweave_local_id(i32 0)
  store volatile i32 %x, ptr %out
  %z = call i32 @__ndweave_local_id(i32 2)
  store volatile i32 %z, ptr %out
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- odd_rows.ll
; The hardest case: sub-groups begin anywhere in a row.
; CHECK: [[LINEAR:%.*]] = add nuw nsw i32 %{{.*}}, %{{.*}}
; CHECK-NEXT: [[Y:%.*]] = udiv i32 [[LINEAR]], 5
; CHECK-NEXT: store volatile i32 [[Y]], ptr %out
define void @kernel(ptr %out) "ndweave-kernel"="nd-range" "ndweave-group"="5,8,1" "ndweave-sub-group-size"="8" "ndweave-lanes"="8,1,1" {
  %y = call i32 @__ndweave_local_id(i32 1)
  store volatile i32 %y, ptr %out
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- one.ll
; A group of one sub-group: its barriers are the sub-group's.
; CHECK: store volatile i32 0, ptr %out
; CHECK-NEXT: call void @__ndweave_sub_group_barrier()
; CHECK: declare void @__ndweave_sub_group_barrier() #[[CONVERGENT:[0-9]+]]
; CHECK: attributes #[[CONVERGENT]] = { convergent }
define void @kernel(ptr %out) "ndweave-kernel"="nd-range" "ndweave-group"="6,1,1" "ndweave-sub-group-size"="8" "ndweave-lanes"="6,1,1" {
  %number = call i32 @__ndweave_sub_group_id()
  store volatile i32 %number, ptr %out
  call void @__ndweave_barrier()
  ret void
}
declare i32 @__ndweave_sub_group_id()
declare void @__ndweave_barrier()
