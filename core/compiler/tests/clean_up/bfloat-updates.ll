; Atomic arithmetic of bfloats becomes a loop that compares and exchanges integers.
; RUN: %opt -passes=bfloat-updates %s | FileCheck %s

; CHECK-LABEL: define bfloat @update(
define bfloat @update(ptr %p, bfloat %v) {
; Other threads may update it at the same time.
; CHECK: [[FIRST:%.*]] = load atomic bfloat, ptr %p syncscope("agent") monotonic, align 2
; CHECK: br label %[[LOOP:.*]]
; CHECK: [[LOOP]]:
; CHECK: [[OLD:%.*]] = phi bfloat [ [[FIRST]], %0 ], [ [[SEEN:%.*]], %[[LOOP]] ]
; CHECK: [[NEW:%.*]] = fadd bfloat [[OLD]], %v
; CHECK: [[OLD_BITS:%.*]] = bitcast bfloat [[OLD]] to i16
; CHECK: [[NEW_BITS:%.*]] = bitcast bfloat [[NEW]] to i16
; The hardest case: order and scope are those of the update; the order of a failure is the strongest that it may have.
; CHECK: [[PAIR:%.*]] = cmpxchg ptr %p, i16 [[OLD_BITS]], i16 [[NEW_BITS]] syncscope("agent") acq_rel acquire, align 2
; CHECK: [[DONE:%.*]] = extractvalue { i16, i1 } [[PAIR]], 1
; CHECK: [[BITS:%.*]] = extractvalue { i16, i1 } [[PAIR]], 0
; CHECK: [[SEEN]] = bitcast i16 [[BITS]] to bfloat
; CHECK: br i1 [[DONE]], label %[[END:.*]], label %[[LOOP]]
; CHECK: [[END]]:
; The result is what was there before.
; CHECK: ret bfloat [[SEEN]]
  %r = atomicrmw fadd ptr %p, bfloat %v syncscope("agent") acq_rel
  ret bfloat %r
}

; A larger alignment is kept, and the other operations are made of the functions that they stand for.
; A volatile update stays one.
; CHECK-LABEL: define void @largest(
define void @largest(ptr %p, bfloat %v) {
; CHECK: load atomic volatile bfloat, ptr %p monotonic, align 4
; CHECK: [[NEW:%.*]] = call bfloat @llvm.maxnum.bf16(bfloat {{.*}}, bfloat %v)
; CHECK: bitcast bfloat [[NEW]] to i16
; CHECK: cmpxchg volatile ptr %p, i16 {{.*}}, i16 {{.*}} release monotonic, align 4
; CHECK-NOT: = atomicrmw
; CHECK: ret void
  %r = atomicrmw volatile fmax ptr %p, bfloat %v release, align 4
  ret void
}

; Two at once are no C++, an exchange is no arithmetic, and processors have that of other types, or LLVM makes it.
; CHECK-LABEL: define void @others(
define void @others(ptr %p, bfloat %v, half %h) {
; CHECK-NEXT: atomicrmw xchg ptr %p, bfloat %v monotonic
; CHECK-NEXT: atomicrmw fadd ptr %p, float 1.0{{.*}} monotonic
; CHECK-NEXT: atomicrmw fadd ptr %p, half %h monotonic
; CHECK-NEXT: atomicrmw fadd ptr %p, <2 x bfloat>
; CHECK-NEXT: fadd bfloat %v, %v
; CHECK-NEXT: ret void
  %a = atomicrmw xchg ptr %p, bfloat %v monotonic
  %b = atomicrmw fadd ptr %p, float 1.0 monotonic
  %c = atomicrmw fadd ptr %p, half %h monotonic
  %two = atomicrmw fadd ptr %p, <2 x bfloat> zeroinitializer monotonic
  %d = fadd bfloat %v, %v
  ret void
}
