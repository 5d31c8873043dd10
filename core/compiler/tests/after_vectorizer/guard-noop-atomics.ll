; Relaxed atomic updates that change nothing are left out.
; RUN: %opt -passes=guard-noop-atomics %s | FileCheck %s

; CHECK-LABEL: define void @add
define void @add(ptr %p, i32 %x) {
; CHECK: [[X:%.*]] = freeze i32 %x
; CHECK: [[ANY:%.*]] = icmp ne i32 [[X]], 0
; CHECK: br i1 [[ANY]], label %[[UPDATE:.*]], label %[[REST:[^,]*]]
; CHECK: {{^}}[[UPDATE]]:
; CHECK-NEXT: atomicrmw add ptr %p, i32 [[X]] monotonic
; CHECK-NEXT: br label %[[REST]]
  %old = atomicrmw add ptr %p, i32 %x monotonic
  ret void
}

; Others that zero leaves as it is.
; CHECK-LABEL: define void @others
define void @others(ptr %p, i32 %x) {
; CHECK: br i1
; CHECK: atomicrmw sub
; CHECK: br i1
; CHECK: atomicrmw or
; CHECK: br i1
; CHECK: atomicrmw xor
  %a = atomicrmw sub ptr %p, i32 %x monotonic
  %b = atomicrmw or ptr %p, i32 %x monotonic
  %c = atomicrmw xor ptr %p, i32 %x monotonic
  ret void
}

; Minima and maxima look first.
; CHECK-LABEL: define void @minimum
define void @minimum(ptr %p, i32 %x) {
; CHECK: [[X:%.*]] = freeze i32 %x
; CHECK: [[FOUND:%.*]] = load atomic i32, ptr %p syncscope("agent") monotonic, align 4
; CHECK: [[IDLE:%.*]] = icmp sle i32 [[FOUND]], [[X]]
; CHECK: [[CHANGES:%.*]] = xor i1 [[IDLE]], true
; CHECK: br i1 [[CHANGES]], label %[[UPDATE:.*]], label %
; CHECK: {{^}}[[UPDATE]]:
; CHECK-NEXT: atomicrmw min ptr %p, i32 [[X]] syncscope("agent") monotonic
  %a = atomicrmw min ptr %p, i32 %x syncscope("agent") monotonic
  ret void
}

; NaN is no reason to leave a number.
; CHECK-LABEL: define void @extrema
define void @extrema(ptr %p, i32 %x, double %d) {
; CHECK: icmp uge i32
; CHECK: icmp ule i32
; CHECK: icmp sge i32
; CHECK: fcmp ole double
; CHECK: fcmp oge double
  %a = atomicrmw umax ptr %p, i32 %x monotonic
  %b = atomicrmw umin ptr %p, i32 %x monotonic
  %c = atomicrmw max ptr %p, i32 %x monotonic
  %e = atomicrmw fmin ptr %p, double %d monotonic
  %f = atomicrmw fmax ptr %p, double %d monotonic
  ret void
}

; Zero changes the number: it clears or replaces it. Of 128 bits one cannot look without a locked operation.
; CHECK-LABEL: define void @not_idle
define void @not_idle(ptr %p, i32 %x, i128 %w, float %f) {
; CHECK-NOT: br i1
; CHECK: ret void
  %a = atomicrmw and ptr %p, i32 %x monotonic
  %b = atomicrmw xchg ptr %p, i32 %x monotonic
  %c = atomicrmw max ptr %p, i128 %w monotonic
; Adding +0 makes +0 of -0.
  %e = atomicrmw fadd ptr %p, float %f monotonic
  ret void
}

; The hardest case: the update orders other accesses, somebody asks for the old number, or the update is volatile. One by a
; constant is never by zero.
; CHECK-LABEL: define i32 @seen
define i32 @seen(ptr %p, i32 %x) {
; CHECK-NOT: br i1
; CHECK: ret i32
  %a = atomicrmw add ptr %p, i32 %x release
  %b = atomicrmw add ptr %p, i32 %x seq_cst
  %c = atomicrmw volatile add ptr %p, i32 %x monotonic
  %g = atomicrmw min ptr %p, i32 %x acquire
  %d = atomicrmw add ptr %p, i32 1 monotonic
  %old = atomicrmw add ptr %p, i32 %x monotonic
  ret i32 %old
}
