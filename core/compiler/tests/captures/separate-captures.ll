; Accesses through captured pointers say which others they are apart from.
; RUN: %opt -passes=separate-captures %s | FileCheck %s

; *p = *p + *q, where the kernel writes through `p` only.
; CHECK-LABEL: define void @sum
; CHECK-SAME: [[SUM:#[0-9]+]]
define void @sum(ptr %functor) "ndweave-kernel"="basic" "ndweave-distinct-pointers" {
; CHECK: load i32, ptr %p, align 4, !alias.scope ![[P:[0-9]+]], !noalias ![[Q:[0-9]+]]
; CHECK: load i32, ptr %q, align 4, !alias.scope ![[Q]], !noalias ![[P]]
; CHECK: store i32 %s, ptr %p, align 4, !alias.scope ![[P]], !noalias ![[Q]]
  %p = load ptr, ptr %functor
  %q.at = getelementptr i8, ptr %functor, i64 8
  %q = load ptr, ptr %q.at
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %s = add i32 %a, %b
  store i32 %s, ptr %p
  ret void
}

; Through one of two pointers: it is apart from neither. What lies in memory may lead anywhere, and what is volatile
; stays as it is.
; CHECK-LABEL: define void @others
define void @others(ptr %functor, i1 %c) "ndweave-kernel"="basic" "ndweave-distinct-pointers" {
; CHECK: store i32 1, ptr %p, align 4, !alias.scope ![[OP:[0-9]+]], !noalias ![[REST:[0-9]+]]
; CHECK: load i32, ptr %either, align 4, !alias.scope ![[BOTH:[0-9]+]], !noalias ![[R:[0-9]+]]
; CHECK: load ptr, ptr %r, align 8, !alias.scope ![[R]], !noalias ![[BOTH]]
; CHECK: store i32 %x, ptr %behind, align 4{{$}}
; CHECK: store volatile i32 %x, ptr %p, align 4{{$}}
; CHECK: atomicrmw add ptr %q, i32 1 monotonic, align 4, !alias.scope
  %p = load ptr, ptr %functor
  %q.at = getelementptr i8, ptr %functor, i64 8
  %q = load ptr, ptr %q.at
  %r.at = getelementptr i8, ptr %functor, i64 16
  %r = load ptr, ptr %r.at
  store i32 1, ptr %p
  %either = select i1 %c, ptr %p, ptr %q
  %x = load i32, ptr %either
  %behind = load ptr, ptr %r
  store i32 %x, ptr %behind
  store volatile i32 %x, ptr %p
  %old = atomicrmw add ptr %q, i32 1 monotonic
  ret void
}

; The hardest case: the launch says that the second written pointer leads where the first one does (1 at place 1: one further in
; front), and that nothing is known of the one that is read (15 at place 2).
; CHECK-LABEL: define void @classes
; CHECK-SAME: [[CLASSES:#[0-9]+]]
define void @classes(ptr %functor) "ndweave-kernel"="basic" "ndweave-distinct-pointers" "ndweave-pointer-classes"="3856" {
; CHECK: store i32 1, ptr %p, align 4, !alias.scope ![[ONE:[0-9]+]], !noalias ![[OTHER:[0-9]+]]
; CHECK: store i32 2, ptr %q, align 4, !alias.scope ![[ONE]], !noalias ![[OTHER]]
; CHECK: load i32, ptr %r, align 4{{$}}
; CHECK: load i32, ptr %s, align 4, !alias.scope ![[OTHER]], !noalias ![[ONE]]
  %p = load ptr, ptr %functor
  %q.at = getelementptr i8, ptr %functor, i64 8
  %q = load ptr, ptr %q.at
  %r.at = getelementptr i8, ptr %functor, i64 16
  %r = load ptr, ptr %r.at
  %s.at = getelementptr i8, ptr %functor, i64 24
  %s = load ptr, ptr %s.at
  store i32 1, ptr %p
  store i32 2, ptr %q
  %a = load i32, ptr %r
  %b = load i32, ptr %s
  %c = add i32 %a, %b
  store i32 %c, ptr %p
  ret void
}

; Without the launch's word, in a kernel that may write its functor, and where nothing is written, nothing is said.
; CHECK-LABEL: define void @unknown
; CHECK-NOT: !alias.scope
define void @unknown(ptr %functor) "ndweave-kernel"="basic" {
  %p = load ptr, ptr %functor
  %q.at = getelementptr i8, ptr %functor, i64 8
  %q = load ptr, ptr %q.at
  %a = load i32, ptr %q
  store i32 %a, ptr %p
  ret void
}
define void @mutable(ptr %functor) "ndweave-kernel"="basic" "ndweave-distinct-pointers" {
  %p = load ptr, ptr %functor
  %q.at = getelementptr i8, ptr %functor, i64 8
  %q = load ptr, ptr %q.at
  %a = load i32, ptr %q
  store i32 %a, ptr %p
  store ptr %p, ptr %q.at
  ret void
}
define void @reads(ptr %functor) "ndweave-kernel"="basic" "ndweave-distinct-pointers" {
  %p = load ptr, ptr %functor
  %q.at = getelementptr i8, ptr %functor, i64 8
  %q = load ptr, ptr %q.at
  %a = load i32, ptr %q
  %b = load i32, ptr %p
  ret void
}

; CHECK-DAG: attributes [[SUM]] = {{.*}}"ndweave-read-pointers"="8"{{.*}}"ndweave-written-pointers"="0"
; CHECK-DAG: attributes [[CLASSES]] = {{.*}}"ndweave-read-pointers"="16,24"{{.*}}"ndweave-written-pointers"="0,8"
