; Refuses private arrays of variable length: each work-item's copy must have its place before the kernel starts.
; RUN: split-file %s %t
; RUN: not %opt -passes=check-private-arrays %t/variable.ll 2>&1 | FileCheck %t/variable.ll
; RUN: not %opt -passes=check-private-arrays %t/behind_others.ll 2>&1 | FileCheck %t/behind_others.ll
; RUN: %opt -passes=check-private-arrays %t/constant.ll | FileCheck %t/constant.ll

;--- variable.ll
; CHECK: kernel 'kernel': a private array of variable length: give it a constant length
; CHECK-NOT: define
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %array = alloca i32, i32 %n
  store ptr %array, ptr %p
  ret void
}

;--- behind_others.ll
; The hardest case: in a block of its own, among arrays that are right.
; CHECK: kernel 'kernel': a private array of variable length: give it a constant length
define void @kernel(ptr %p, i1 %c, i64 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %fine = alloca i32, i32 7
  store ptr %fine, ptr %p
  br i1 %c, label %some, label %end
some:
  %array = alloca [4 x float], i64 %n
  store ptr %array, ptr %p
  br label %end
end:
  ret void
}

;--- constant.ll
; Neither a variable, nor an array of a constant number of arrays, nor what is no kernel's is refused.
; CHECK: %variable = alloca i32
; CHECK-NEXT: %array = alloca [4 x i32], i32 3
; CHECK: %n_ints = alloca i32, i32 %n
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %variable = alloca i32
  %array = alloca [4 x i32], i32 3
  store ptr %variable, ptr %p
  store ptr %array, ptr %p
  ret void
}
define void @other(ptr %p, i32 %n) {
  %n_ints = alloca i32, i32 %n
  store ptr %n_ints, ptr %p
  ret void
}
