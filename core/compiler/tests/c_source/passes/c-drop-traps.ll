; A kernel with barriers has no trap, others keep theirs.
; RUN: split-file %s %t
; RUN: %opt -passes=c-drop-traps %t/barrier.ll | FileCheck %s --check-prefix=BARRIER
; RUN: %opt -passes=c-drop-traps %t/none.ll | FileCheck %s --check-prefix=NONE

; The hardest case: two, of which one does not end its block.
; BARRIER-LABEL: define void @kernel(
; BARRIER-NOT: call void @llvm.trap()
; BARRIER: bad:
; BARRIER-NEXT: unreachable
; NONE: call void @llvm.trap()

;--- barrier.ll
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" {
  call void @llvm.trap()
  %x = load i32, ptr %f
  %c = icmp eq i32 %x, 0
  br i1 %c, label %bad, label %good
bad:
  call void @llvm.trap()
  unreachable
good:
  call void @__ndweave_barrier()
  ret void
}
declare void @__ndweave_barrier()
;--- none.ll
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" {
  call void @llvm.trap()
  unreachable
}
declare void @__ndweave_barrier()
