; Outside of check mode, nobody looks at the subscripts of local_accessors' rows.
; RUN: %opt -passes=drop-index-checks %s | FileCheck %s --implicit-check-not=@__ndweave_check_index

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, i64 %i) "ndweave-kernel"="nd-range" {
; CHECK-NEXT: call void @helper(i64 %i)
; CHECK-NEXT: [[P:%.*]] = getelementptr [4 x i32], ptr %f, i64 %i
; CHECK-NEXT: store i32 1, ptr [[P]]
; CHECK-NEXT: call void @__ndweave_check_division(i32 0, ptr null)
; CHECK-NEXT: ret void
  call void @helper(i64 %i)
  call void @__ndweave_check_index(i64 %i, i64 4)
  %p = getelementptr [4 x i32], ptr %f, i64 %i
  store i32 1, ptr %p
; Other checks are none of these.
  call void @__ndweave_check_division(i32 0, ptr null)
  ret void
}

; In functions that are not inlined yet, too. The hardest case: both edges of a branch, of which one has nothing else.
; CHECK-LABEL: define void @helper(
define void @helper(i64 %i) {
; CHECK-NEXT: [[C:%.*]] = icmp ult i64 %i, 8
; CHECK-NEXT: br i1 [[C]], label %small, label %large
; CHECK: small:
; CHECK-NEXT: br label %large
; CHECK: large:
; CHECK-NEXT: ret void
  %c = icmp ult i64 %i, 8
  br i1 %c, label %small, label %large
small:
  call void @__ndweave_check_index(i64 %i, i64 8)
  br label %large
large:
  call void @__ndweave_check_index(i64 %i, i64 16)
  ret void
}

; What has a body of its own or another name is not touched.
; CHECK-LABEL: define void @check_index(
; CHECK: call void @check_index_of(i64 %i, i64 4)
define void @check_index(i64 %i) {
  call void @check_index_of(i64 %i, i64 4)
  ret void
}

declare void @__ndweave_check_index(i64, i64)
declare void @__ndweave_check_division(i32, ptr)
declare void @check_index_of(i64, i64)
