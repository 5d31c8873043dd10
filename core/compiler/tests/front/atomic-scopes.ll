; An atomic operation gets the scope that the program gave it: which work-items it orders.
; RUN: %opt -passes=atomic-scopes %s | FileCheck %s --implicit-check-not=@__ndweave_atomic_scope

; CHECK-LABEL: define void @device(
define void @device(ptr %p) {
; CHECK-NEXT: atomicrmw add ptr %p, i32 1 syncscope("agent") monotonic
; CHECK-NEXT: cmpxchg ptr %p, i32 1, i32 2 syncscope("agent") acq_rel monotonic
; CHECK-NEXT: load atomic i32, ptr %p syncscope("agent") acquire
; CHECK-NEXT: store atomic i32 5, ptr %p syncscope("agent") release
; CHECK-NEXT: load i32, ptr %p
; CHECK-NEXT: ret void
  %q = call ptr @__ndweave_atomic_scope(ptr %p, i32 3)
  %a = atomicrmw add ptr %q, i32 1 monotonic
  %b = cmpxchg ptr %q, i32 1, i32 2 acq_rel monotonic
  %c = load atomic i32, ptr %q acquire, align 4
  store atomic i32 5, ptr %q release, align 4
  %d = load i32, ptr %q
  ret void
}

; CHECK-LABEL: define void @group(
define void @group(ptr %p) {
; CHECK-NEXT: atomicrmw add ptr %p, i32 1 syncscope("workgroup") monotonic
  %q = call ptr @__ndweave_atomic_scope(ptr %p, i32 2)
  %a = atomicrmw add ptr %q, i32 1 monotonic
  ret void
}

; What orders all of the system needs no scope, and a scope that is not known must be taken for that.
; CHECK-LABEL: define void @system(
define void @system(ptr %p, i32 %scope) {
; CHECK-NEXT: atomicrmw add ptr %p, i32 1 monotonic
; CHECK-NEXT: atomicrmw add ptr %p, i32 2 monotonic
  %q = call ptr @__ndweave_atomic_scope(ptr %p, i32 4)
  %a = atomicrmw add ptr %q, i32 1 monotonic
  %r = call ptr @__ndweave_atomic_scope(ptr %p, i32 %scope)
  %b = atomicrmw add ptr %r, i32 2 monotonic
  ret void
}

; The hardest case: the address is the value that is written, not the place; and an operation on another address that
; was made of it. Both stay as wide as they are, which is always right.
; CHECK-LABEL: define void @indirect(
define void @indirect(ptr %p, ptr %other) {
; CHECK-NEXT: store atomic ptr %p, ptr %other release
; CHECK-NEXT: atomicrmw xchg ptr %other, ptr %p monotonic
; CHECK-NEXT: cmpxchg ptr %other, ptr %p, ptr null monotonic monotonic
; CHECK-NEXT: [[NEXT:%.*]] = getelementptr i8, ptr %p, i64 4
; CHECK-NEXT: atomicrmw add ptr [[NEXT]], i32 1 monotonic
  %q = call ptr @__ndweave_atomic_scope(ptr %p, i32 2)
  store atomic ptr %q, ptr %other release, align 8
  %a = atomicrmw xchg ptr %other, ptr %q monotonic
  %b = cmpxchg ptr %other, ptr %q, ptr null monotonic monotonic
  %next = getelementptr i8, ptr %q, i64 4
  %c = atomicrmw add ptr %next, i32 1 monotonic
  ret void
}

; Unordered accesses, of which LLVM might make block copies, become monotonic; others keep their order.
; CHECK-LABEL: define void @orders(
define void @orders(ptr %p) {
; CHECK-NEXT: load atomic i32, ptr %p monotonic
; CHECK-NEXT: store atomic i32 1, ptr %p monotonic
; CHECK-NEXT: load atomic i32, ptr %p seq_cst
; CHECK-NEXT: store i32 1, ptr %p
  %v = load atomic i32, ptr %p unordered, align 4
  store atomic i32 1, ptr %p unordered, align 4
  %w = load atomic i32, ptr %p seq_cst, align 4
  store i32 1, ptr %p
  ret void
}

declare ptr @__ndweave_atomic_scope(ptr, i32)
