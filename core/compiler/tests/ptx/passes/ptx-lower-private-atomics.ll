; Atomic operations on private memory become plain ones; others stay.
; RUN: %opt -passes=ptx-lower-private-atomics %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: [[OLD:%.*]] = load i32, ptr %a
; CHECK: [[NEW:%.*]] = add i32 [[OLD]], 1
; CHECK: store i32 [[NEW]], ptr %a
; CHECK-NOT: cmpxchg
; CHECK: select i1
; CHECK: %v = load i32, ptr %q
; CHECK: store i32 %v, ptr %q
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
; CHECK: load atomic i32, ptr %g acquire
define void @kernel(ptr byval([8 x i8]) %functor, ptr addrspace(1) %p, ptr %g) "ndweave-kernel"="basic" {
  %a = alloca [2 x i32]
  %old = atomicrmw add ptr %a, i32 1 seq_cst
  %q = getelementptr i32, ptr %a, i32 1
  %pair = cmpxchg ptr %q, i32 1, i32 2 acq_rel monotonic
  %v = load atomic i32, ptr %q acquire, align 4
  store atomic i32 %v, ptr %q release, align 4
  %new = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %w = load atomic i32, ptr %g acquire, align 4
  ret void
}
