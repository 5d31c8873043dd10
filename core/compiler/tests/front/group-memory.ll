; Arrays that a kernel declares in local memory get constant places in front of those of the launch: one for each id,
; in the order of their declarations, as aligned as asked.
; RUN: %opt -passes=group-memory %s | FileCheck %s

@a = constant i8 0
@b = constant i8 0
@c = global [2 x i32] zeroinitializer

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %functor, i32 %n, ptr %any) "ndweave-kernel"="nd-range" {
; CHECK: %[[bytes:.*]] = call ptr @__ndweave_local_memory()
; CHECK: store i8 1, ptr %[[bytes]]
  %bytes = call ptr @__ndweave_group_memory(i32 3, i32 1, ptr @a)
  store i8 1, ptr %bytes
; CHECK: %[[start_b:.*]] = call ptr @__ndweave_local_memory()
; CHECK: %[[b:.*]] = getelementptr inbounds i8, ptr %[[start_b]], i64 8
; CHECK: store double 2.0{{.*}}, ptr %[[b]]
  %numbers = call ptr @__ndweave_group_memory(i32 40, i32 8, ptr @b)
  store double 2.0, ptr %numbers
; Part of a variable is an id as well.
; CHECK: %[[start_c:.*]] = call ptr @__ndweave_local_memory()
; CHECK: %[[c:.*]] = getelementptr inbounds i8, ptr %[[start_c]], i64 48
; CHECK: store i32 3, ptr %[[c]]
  %part = call ptr @__ndweave_group_memory(i32 32, i32 4, ptr getelementptr (i32, ptr @c, i64 1))
  store i32 3, ptr %part
; Again the first one.
; CHECK: %[[again:.*]] = call ptr @__ndweave_local_memory()
; CHECK: store i8 4, ptr %[[again]]
  %again = call ptr @__ndweave_group_memory(i32 3, i32 1, ptr @a)
  store i8 4, ptr %again
; The launch's arrays are behind them.
; CHECK: %[[start:.*]] = call ptr @__ndweave_local_memory()
; CHECK: %[[launch:.*]] = getelementptr inbounds i8, ptr %[[start]], i64 128
; CHECK: store i32 5, ptr %[[launch]]
  %launch = call ptr @__ndweave_local_memory()
  store i32 5, ptr %launch
; What is not known stays.
; CHECK: call ptr @__ndweave_group_memory(i32 %n, i32 4, ptr @a)
; CHECK: call ptr @__ndweave_group_memory(i32 4, i32 4, ptr %any)
  %x = call ptr @__ndweave_group_memory(i32 %n, i32 4, ptr @a)
  %y = call ptr @__ndweave_group_memory(i32 4, i32 4, ptr %any)
  store i32 6, ptr %x
  store i32 7, ptr %y
  ret void
}

; CHECK: "ndweave-group-memory"="0:3,8:40,48:32,128"

declare ptr @__ndweave_group_memory(i32, i32, ptr)
declare ptr @__ndweave_local_memory()
