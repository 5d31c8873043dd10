; A work-item's number counts axis 0 fastest; a single task's is 0.
; RUN: split-file %s %t
; RUN: %opt -passes=specialise %t/basic.ll | FileCheck %t/basic.ll
; RUN: %opt -passes=specialise %t/task.ll | FileCheck %t/task.ll

;--- basic.ll
declare i64 @__ndweave_item_number()
; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: [[ROW:%.*]] = call i64 @__ndweave_global_id(i32 1)
; CHECK-NEXT: [[COLUMN:%.*]] = call i64 @__ndweave_global_id(i32 0)
; CHECK-NEXT: [[COLUMNS:%.*]] = call i64 @__ndweave_global_range(i32 0)
; CHECK-NEXT: [[BEFORE:%.*]] = mul nuw nsw i64 [[ROW]], [[COLUMNS]]
; CHECK-NEXT: [[NUMBER:%.*]] = add nuw nsw i64 [[BEFORE]], [[COLUMN]]
; CHECK-NEXT: store i64 [[NUMBER]], ptr %f
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="0,0" {
  %n = call i64 @__ndweave_item_number()
  store i64 %n, ptr %f
  ret void
}

;--- task.ll
declare i64 @__ndweave_item_number()
; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: store i64 0, ptr %f
define void @kernel(ptr %f) "ndweave-kernel"="single-task" "ndweave-local-range"="0" {
  %n = call i64 @__ndweave_item_number()
  store i64 %n, ptr %f
  ret void
}
