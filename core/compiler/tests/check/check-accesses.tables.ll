; With constant tables in the module, a read is looked at only where its address leads into none of them: the address
; may have been kept over a barrier, and not tell any more that it does.
; RUN: %opt -passes=check-accesses %s | FileCheck %s

@table = private unnamed_addr constant [16 x i16] zeroinitializer

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, i64 %i, i1 %c) "ndweave-kernel"="nd-range" {
; CHECK: [[IN:%.*]] = load ptr, ptr %f
  %in = load ptr, ptr %f
; CHECK: sub i64 {{.*}}, ptrtoint (ptr @table to i64)
; CHECK: [[REST:%.*]] = sub i64 32, [[OFFSET:%.*]]
; CHECK: [[BEGINS:%.*]] = icmp ule i64 [[OFFSET]], 32
; CHECK: [[ENDS:%.*]] = icmp ule i64 4, [[REST]]
; CHECK: [[BOTH:%.*]] = and i1 [[BEGINS]], [[ENDS]]
; CHECK: [[OUTSIDE:%.*]] = xor i1 {{.*}}, true
; CHECK: br i1 [[OUTSIDE]], label %[[LOOK:.*]], label %[[GO_ON:.*]]
; CHECK: [[LOOK]]:
; CHECK: [[LOOKED:%.*]] = call ptr @__ndweave_check_access(ptr [[IN]], i64 4, {{.*}})
; CHECK: [[GO_ON]]:
; CHECK: [[ADDRESS:%.*]] = phi ptr
; CHECK-DAG: [ [[LOOKED]], %[[LOOK]] ]
; CHECK-DAG: [ [[IN]], %{{[0-9]+}} ]
; CHECK: load i32, ptr [[ADDRESS]]
  %v = load i32, ptr %in
; Nobody writes a table: a write is always looked at.
; CHECK-NOT: icmp ule
; CHECK: [[WRITTEN:%.*]] = call ptr @__ndweave_check_access(ptr [[IN]], i64 4,
; CHECK-NEXT: store i32 %v, ptr [[WRITTEN]]
  store i32 %v, ptr %in
; Nor one that leads into a table or elsewhere.
; CHECK: [[EITHER:%.*]] = select i1 %c, ptr @table, ptr [[IN]]
; CHECK: call ptr @__ndweave_check_access(ptr [[EITHER]], i64 2,
; CHECK: load i16, ptr
; CHECK: [[TO:%.*]] = call ptr @__ndweave_check_access(ptr [[EITHER]], i64 2,
; CHECK: store i16 {{.*}}, ptr [[TO]]
  %either = select i1 %c, ptr @table, ptr %in
  %y = load i16, ptr %either
  store i16 %y, ptr %either
; An address that tells that it leads into a table is not looked at.
; CHECK-NOT: @__ndweave_check_access
; CHECK: ret void
  %p = getelementptr [16 x i16], ptr @table, i64 0, i64 %i
  %x = load i16, ptr %p
  store i16 %x, ptr %f
  ret void
}
