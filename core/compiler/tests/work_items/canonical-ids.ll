; Ids and ranges of all kinds become arithmetic on local ids, which say how far they reach.
; RUN: split-file %s %t
; RUN: %opt -passes=canonical-ids %t/group.ll | FileCheck %t/group.ll
; RUN: %opt -passes=canonical-ids %t/tile.ll | FileCheck %t/tile.ll
; RUN: %opt -passes=canonical-ids %t/small_ids.ll | FileCheck %t/small_ids.ll

;--- group.ll
; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %out, i32 %axis) "ndweave-kernel"="nd-range" "ndweave-group"="16,4,1" "ndweave-sub-group-size"="8" {
; CHECK: [[L0:%.*]] = call range(i32 0, 16) i32 @__ndweave_local_id(i32 0) #[[PURE:[0-9]+]]
; CHECK: [[WIDE:%.*]] = zext i32 [[L0]] to i64
; CHECK: [[G0:%.*]] = call i64 @__ndweave_group_id(i32 0)
; CHECK: [[BASE:%.*]] = mul nuw nsw i64 [[G0]], 16
; CHECK: [[ID:%.*]] = add nuw nsw i64 [[BASE]], [[WIDE]]
; CHECK-NEXT: store volatile i64 [[ID]], ptr %out
  %global = call i64 @__ndweave_global_id(i32 0)
  store volatile i64 %global, ptr %out
; CHECK-NEXT: store volatile i32 4, ptr %out
  %range = call i32 @__ndweave_local_range(i32 1)
  store volatile i32 %range, ptr %out
; CHECK-NEXT: [[L1:%.*]] = call range(i32 0, 4) i32 @__ndweave_local_id(i32 1) #[[PURE]]
; CHECK-NEXT: store volatile i32 [[L1]], ptr %out
  %local = call i32 @__ndweave_local_id(i32 1)
  store volatile i32 %local, ptr %out
; One work-item along the axis.
; CHECK-NEXT: store volatile i32 0, ptr %out
  %flat = call i32 @__ndweave_local_id(i32 2)
  store volatile i32 %flat, ptr %out
; CHECK-NEXT: store volatile i32 8, ptr %out
  %size = call i32 @__ndweave_sub_group_size()
  store volatile i32 %size, ptr %out
; The hardest case: a sub-group goes on from one row of work-items to the next. 16 * l1 + l0, divided into eights.
; CHECK-NEXT: [[Y:%.*]] = call range(i32 0, 4) i32 @__ndweave_local_id(i32 1)
; CHECK-NEXT: [[ROW:%.*]] = add nuw i32 0, [[Y]]
; CHECK-NEXT: [[ROWS:%.*]] = mul nuw i32 [[ROW]], 16
; CHECK-NEXT: [[X:%.*]] = call range(i32 0, 16) i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: [[LINEAR:%.*]] = add nuw i32 [[ROWS]], [[X]]
; CHECK-NEXT: [[NUMBER:%.*]] = udiv i32 [[LINEAR]], 8
; CHECK-NEXT: store volatile i32 [[NUMBER]], ptr %out
  %number = call i32 @__ndweave_sub_group_id()
  store volatile i32 %number, ptr %out
; CHECK: [[LANE:%.*]] = urem i32 %{{.*}}, 8
; CHECK-NEXT: store volatile i32 [[LANE]], ptr %out
  %lane = call i32 @__ndweave_sub_group_local_id()
  store volatile i32 %lane, ptr %out
; CHECK-NOT: @__ndweave_linear_id()
; CHECK: store volatile i32 %{{.*}}, ptr %out
  %linear = call i32 @__ndweave_linear_id()
  store volatile i32 %linear, ptr %out
; What is the same for the group stays, whatever its axis.
; CHECK-NEXT: %group = call i64 @__ndweave_group_id(i32 %axis)
; CHECK-NEXT: %whole = call i64 @__ndweave_global_range(i32 %axis)
  %group = call i64 @__ndweave_group_id(i32 %axis)
  %whole = call i64 @__ndweave_global_range(i32 %axis)
  store volatile i64 %group, ptr %out
  store volatile i64 %whole, ptr %out
  ret void
}

; No kernel.
; CHECK-LABEL: define i64 @other(
; CHECK-NEXT: call i64 @__ndweave_global_id(i32 0)
define i64 @other() {
  %global = call i64 @__ndweave_global_id(i32 0)
  ret i64 %global
}
; CHECK: attributes #[[PURE]] = {{{.*}} memory(none)

declare i64 @__ndweave_global_id(i32)
declare i64 @__ndweave_global_range(i32)
declare i64 @__ndweave_group_id(i32)
declare i32 @__ndweave_local_range(i32)
declare i32 @__ndweave_local_id(i32)
declare i32 @__ndweave_sub_group_id()
declare i32 @__ndweave_sub_group_local_id()
declare i32 @__ndweave_sub_group_size()
declare i32 @__ndweave_linear_id()

;--- tile.ll
; A tile begins anywhere. Ids may be as large as they like: nothing is known of their sign.
; CHECK-LABEL: define void @kernel(
; CHECK: [[L:%.*]] = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
; CHECK: [[WIDE:%.*]] = zext i32 [[L]] to i64
; CHECK: [[BASE:%.*]] = call i64 @__ndweave_global_base(i32 0)
; CHECK: [[ID:%.*]] = add nuw i64 [[BASE]], [[WIDE]]
; CHECK-NEXT: store volatile i64 [[ID]], ptr %out
; CHECK: [[ROW:%.*]] = call i64 @__ndweave_global_base(i32 1)
; CHECK: [[ID1:%.*]] = add nuw i64 [[ROW]], 0
; CHECK-NEXT: store volatile i64 [[ID1]], ptr %out
define void @kernel(ptr %out) "ndweave-kernel"="basic" "ndweave-group"="256,1,1" "ndweave-partial-group" {
  %column = call i64 @__ndweave_global_id(i32 0)
  store volatile i64 %column, ptr %out
  %row = call i64 @__ndweave_global_id(i32 1)
  store volatile i64 %row, ptr %out
  ret void
}
declare i64 @__ndweave_global_id(i32)

;--- small_ids.ll
; Ids below 2^30 are added in 32 bits, as vectors of twice the length.
; CHECK-LABEL: define void @kernel(
; CHECK: [[BASE:%.*]] = call i64 @__ndweave_global_base(i32 0)
; CHECK: [[NARROW:%.*]] = trunc i64 [[BASE]] to i32
; CHECK: [[L:%.*]] = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
; CHECK: [[SUM:%.*]] = add nuw nsw i32 [[NARROW]], [[L]]
; CHECK: [[ID:%.*]] = zext nneg i32 [[SUM]] to i64
; CHECK-NEXT: store volatile i64 [[ID]], ptr %out
define void @kernel(ptr %out) "ndweave-kernel"="basic" "ndweave-group"="256,1,1" "ndweave-partial-group" "ndweave-small-ids" {
  %column = call i64 @__ndweave_global_id(i32 0)
  store volatile i64 %column, ptr %out
  ret void
}
declare i64 @__ndweave_global_id(i32)
