; Two work-items a thread for kernels that only stream memory.
; RUN: %opt -passes=coarsen %s | FileCheck %s

; Inside the range all loads come before the first store; in the last group each work-item is tested.
; CHECK-LABEL: define internal void @add(
; CHECK: [[RANGE:%.*]] = call i64 @__ndweave_global_range(i32 0)
; CHECK: [[GROUP:%.*]] = call i64 @__ndweave_group_id(i32 0)
; CHECK: [[BASE:%.*]] = mul nuw nsw i64 [[GROUP]], 128
; CHECK: [[FIRST:%.*]] = add nuw nsw i64 [[BASE]],
; CHECK: [[SECOND:%.*]] = add nuw nsw i64 [[FIRST]], 64
; CHECK: [[END:%.*]] = add nuw nsw i64 [[BASE]], 128
; CHECK: icmp ule i64 [[END]], [[RANGE]]
; CHECK: [[P:%.*]] = getelementptr float, ptr {{%.*}}, i64 [[FIRST]]
; CHECK: load float, ptr [[P]]
; CHECK: [[Q:%.*]] = getelementptr float, ptr {{%.*}}, i64 [[SECOND]]
; CHECK: load float, ptr [[Q]]
; CHECK: store float {{%.*}}, ptr [[P]]
; CHECK: store float {{%.*}}, ptr [[Q]]
; CHECK: icmp ult i64 [[FIRST]], [[RANGE]]
; CHECK: icmp ult i64 [[SECOND]], [[RANGE]]
; CHECK-NOT: define
; CHECK: "ndweave-coarsening"="2" "ndweave-kernel"="basic" "ndweave-local-range"="64"
define internal void @add(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="64" {
  %a = load ptr, ptr %f
  %id = call i64 @__ndweave_global_id(i32 0)
  %p = getelementptr float, ptr %a, i64 %id
  %x = load float, ptr %p
  %y = fadd float %x, 1.0
  store float %y, ptr %p
  ret void
}
declare i64 @__ndweave_global_id(i32)
