; In check mode gaps are behind them, in which overruns do not reach the next array.
; RUN: %opt -passes=group-memory %s | FileCheck %s

@a = constant i8 0
@b = constant i8 0

; CHECK-LABEL: define void @kernel(
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 260
define void @kernel(ptr %functor) "ndweave-kernel"="nd-range" "ndweave-check" {
  %one = call ptr @__ndweave_group_memory(i32 4, i32 4, ptr @a)
  store i32 1, ptr %one
  %two = call ptr @__ndweave_group_memory(i32 4, i32 4, ptr @b)
  store i32 1, ptr %two
  ret void
}

; CHECK: "ndweave-group-memory"="0:4,260:4,576"

declare ptr @__ndweave_group_memory(i32, i32, ptr)
