; Atomic operations on local memory become ordinary ones, where a work-group runs on one thread.
; RUN: %opt -passes=local-atomics %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, i64 %i, i1 %c) "ndweave-kernel"="nd-range" {
; CHECK: [[L:%.*]] = getelementptr i32, ptr %local, i64 %i
  %local = call ptr @__ndweave_local_memory()
  %l = getelementptr i32, ptr %local, i64 %i
  %g = load ptr, ptr %f
; CHECK: [[OLD:%.*]] = load i32, ptr [[L]]
; CHECK: [[NEW:%.*]] = add i32 [[OLD]], 1
; CHECK: store i32 [[NEW]], ptr [[L]]
  %a = atomicrmw add ptr %l, i32 1 syncscope("workgroup") monotonic
; CHECK: [[SEEN:%.*]] = load i32, ptr [[L]]
; CHECK: [[SAME:%.*]] = icmp eq i32 [[SEEN]], 3
; CHECK: [[CHOSEN:%.*]] = select i1 [[SAME]], i32 4, i32 [[SEEN]]
; CHECK: store i32 [[CHOSEN]], ptr [[L]]
  %b = cmpxchg weak ptr %l, i32 3, i32 4 seq_cst monotonic
; CHECK: load i32, ptr [[L]]
; CHECK: store i32 5, ptr [[L]]
  %d = load atomic i32, ptr %l acquire, align 4
  store atomic i32 5, ptr %l release, align 4

; The hardest case: an address that one of two ways leads to local memory; where both do, it is local.
; CHECK: atomicrmw add ptr %either, i32 6 monotonic
; CHECK-NOT: atomicrmw
; CHECK: add i32 {{.*}}, 7
  %either = select i1 %c, ptr %l, ptr %g
  %e = atomicrmw add ptr %either, i32 6 monotonic
  %both = select i1 %c, ptr %l, ptr %local
  %h = atomicrmw add ptr %both, i32 7 monotonic

; Other threads see global memory, whoever else may be asked for volatile operations, and fences tell other threads of
; both.
; CHECK: atomicrmw add ptr %g, i32 8 monotonic
; CHECK: load atomic i32, ptr %g acquire
; CHECK: atomicrmw volatile add ptr %l, i32 9 monotonic
; CHECK: store atomic volatile i32 10, ptr %l release
; CHECK: fence seq_cst
  %j = atomicrmw add ptr %g, i32 8 monotonic
  %k = load atomic i32, ptr %g acquire, align 4
  %m = atomicrmw volatile add ptr %l, i32 9 monotonic
  store atomic volatile i32 10, ptr %l release, align 4
  fence seq_cst
; The place of a pointer counts, not the pointer that is written.
; CHECK: store atomic ptr %l, ptr %g release
  store atomic ptr %l, ptr %g release, align 8
  ret void
}

declare ptr @__ndweave_local_memory()
