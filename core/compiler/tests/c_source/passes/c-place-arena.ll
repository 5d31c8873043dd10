; Each part of the arena becomes an array, up to the next part; the last up to the arena's end.
; RUN: %opt -passes=c-place-arena %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: [[FIRST:%.*]] = alloca [128 x i8], align 64
; CHECK-NEXT: [[LAST:%.*]] = alloca [64 x i8], align 64
; CHECK-NOT: call ptr @__ndweave_arena
; CHECK: store i32 1, ptr [[FIRST]]
; CHECK: store i32 2, ptr [[LAST]]
; CHECK: store i32 3, ptr [[FIRST]]
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" !ndweave.storage !0 {
  %a = call ptr @__ndweave_arena(i64 0)
  store i32 1, ptr %a
  %b = call ptr @__ndweave_arena(i64 128)
  store i32 2, ptr %b
  %c = call ptr @__ndweave_arena(i64 0)
  store i32 3, ptr %c
  ret void
}
declare ptr @__ndweave_arena(i64)

; What lies on the stack is none of it.
!0 = !{!1, !2, !3}
!1 = !{!"first", i64 128, !"arena"}
!2 = !{!"other", i64 64, !"stack"}
!3 = !{!"last", i64 64, !"arena"}
