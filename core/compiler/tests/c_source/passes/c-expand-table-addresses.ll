; Addresses in tables are computed by instructions where they are used.
; RUN: %opt -passes=c-expand-table-addresses %s | FileCheck %s

@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK-LABEL: define void @kernel(
; CHECK: [[P:%.*]] = getelementptr i8, ptr @table, i64 8
; CHECK: load i32, ptr [[P]]
; The hardest case: on the edge that it comes by.
; CHECK: other:
; CHECK-NEXT: [[Q:%.*]] = getelementptr i8, ptr @table, i64 4
; CHECK: phi ptr [ %f, %start ], [ [[Q]], %other ]
; The address itself needs no instruction.
; CHECK: load i32, ptr @table
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" {
start:
  %x = load i32, ptr getelementptr (i8, ptr @table, i64 8)
  %c = icmp eq i32 %x, 0
  br i1 %c, label %other, label %next
other:
  br label %next
next:
  %p = phi ptr [ %f, %start ], [ getelementptr (i8, ptr @table, i64 4), %other ]
  %y = load i32, ptr %p
  %z = load i32, ptr @table
  ret void
}
; CHECK-LABEL: define ptr @other(
; CHECK-NEXT: ret ptr getelementptr (i8, ptr @table, i64 4)
define ptr @other() {
  ret ptr getelementptr (i8, ptr @table, i64 4)
}
