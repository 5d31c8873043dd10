; A kernel that gets its functor by value and tests ids against the ranges that it gets, in place of the entry.
; RUN: %opt -passes=ptx-make-kernel %s | FileCheck %s

@out = global i32 0

; Of two dimensions, in a flat grid; what is no letter in a name becomes one.
; CHECK-NOT: @entry.point
; CHECK: define void @ndw_entry_point(ptr noundef byval([24 x i8]) align 16 %functor, i64 %global_range, i64 [[N1:%.*]], i32 %group_range, i32 {{%.*}}, i32 {{%.*}})
; CHECK: [[X:%.*]] = call i64 @__ndweave_global_id(i32 0)
; CHECK: [[IN_X:%.*]] = icmp ult i64 [[X]], %global_range
; CHECK: [[Y:%.*]] = call i64 @__ndweave_global_id(i32 1)
; CHECK: [[IN_Y:%.*]] = icmp ult i64 [[Y]], [[N1]]
; CHECK: [[IN:%.*]] = and i1 [[IN_X]], [[IN_Y]]
; CHECK: br i1 [[IN]], label %body, label %done
; CHECK: body:
; CHECK: [[PARAM:%.*]] = addrspacecast ptr %functor to ptr addrspace(101)
; CHECK: [[F:%.*]] = addrspacecast ptr addrspace(101) [[PARAM]] to ptr
; CHECK: load i32, ptr [[F]]
; CHECK: "ndweave-flat-grid" "ndweave-functor-size"="24" "ndweave-kernel"="basic"
; CHECK: !{ptr @ndw_entry_point, !"kernel", i32 1}
; CHECK: !{ptr @ndw_entry_point, !"reqntidx", i32 16}
; CHECK: !{ptr @ndw_entry_point, !"reqntidy", i32 4}
; CHECK: !{ptr @ndw_entry_point, !"reqntidz", i32 1}
define internal void @entry.point(ptr %f) noinline optnone "ndweave-kernel"="basic" "ndweave-local-range"="16,4" "ndweave-functor-size"="24" "ndweave-flat-grid" {
  %v = load i32, ptr %f
  store volatile i32 %v, ptr @out
  ret void
}
