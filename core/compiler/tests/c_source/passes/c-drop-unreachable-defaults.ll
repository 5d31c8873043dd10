; The last case of a switch is its default, where that cannot be reached.
; RUN: %opt -passes=c-drop-unreachable-defaults %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: switch i32 %n, label %three [
; CHECK-NEXT: i32 1, label %one
; CHECK-NEXT: i32 2, label %two
; CHECK-NEXT: ]
; CHECK-NOT: unreachable
; A default that somebody may come to stays.
; CHECK: switch i32 %n, label %one [
; CHECK-NEXT: i32 7, label %two
; CHECK-NEXT: i32 8, label %three
; CHECK-NEXT: ]
; CHECK: three:
; CHECK-NEXT: [[X:%.*]] = phi i32 [ 1, %first ], [ 2, %second ]
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" {
  %n = load i32, ptr %f
  %c = load i1, ptr %f
  br i1 %c, label %first, label %second
first:
  switch i32 %n, label %never [
    i32 1, label %one
    i32 2, label %two
    i32 3, label %three
  ]
never:
  unreachable
second:
  switch i32 %n, label %one [
    i32 7, label %two
    i32 8, label %three
  ]
one:
  ret void
two:
  ret void
three:
  %x = phi i32 [ 1, %first ], [ 2, %second ]
  store i32 %x, ptr %f
  ret void
}
