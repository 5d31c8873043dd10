; Bfloats that are moved are integers: code generators make floats of those that live beyond their block.
; RUN: %opt -passes=bfloat-arithmetic %s | FileCheck %s

; What is loaded, chosen or comes from several places is an integer. Functions take and give bfloats.
; CHECK-LABEL: define void @moved(
define void @moved(ptr %p, i1 %c, bfloat %g) {
; CHECK: [[G:%.*]] = bitcast bfloat %g to i16
  br i1 %c, label %a, label %b
a:
; CHECK: [[V:%.*]] = load i16, ptr %p
  %v = load bfloat, ptr %p
  br label %b
b:
; CHECK: [[X:%.*]] = phi i16 [ [[V]], %a ], [ 16256, %0 ]
; CHECK: [[Y:%.*]] = select i1 %c, i16 [[X]], i16 [[G]]
; CHECK: store i16 [[Y]], ptr %p
; CHECK: [[AS_BFLOAT:%.*]] = bitcast i16 [[Y]] to bfloat
; CHECK: call bfloat @take(bfloat [[AS_BFLOAT]])
  %x = phi bfloat [ %v, %a ], [ 1.0, %0 ]
  %y = select i1 %c, bfloat %x, bfloat %g
  store bfloat %y, ptr %p
  %z = call bfloat @take(bfloat %y)
  ret void
}

; The hardest case: one that a call gives goes around a loop. It is made an integer once, behind the call.
; CHECK-LABEL: define bfloat @around(
define bfloat @around(i1 %c) {
; CHECK: loop:
; CHECK-NEXT: [[X:%.*]] = phi i16 [ [[INTEGER:%.*]], %loop ], [ 16256, %0 ]
; CHECK-NEXT: [[GIVEN:%.*]] = bitcast i16 [[X]] to bfloat
; CHECK-NEXT: [[Y:%.*]] = call bfloat @take(bfloat [[GIVEN]])
; CHECK-NEXT: [[INTEGER]] = bitcast bfloat [[Y]] to i16
; CHECK: ret bfloat
  br label %loop
loop:
  %x = phi bfloat [ %y, %loop ], [ 1.0, %0 ]
  %y = call bfloat @take(bfloat %x)
  br i1 %c, label %loop, label %end
end:
  ret bfloat %y
}

; Halves and floats stay what they are.
; CHECK-LABEL: define half @others(
define half @others(ptr %p, i1 %c, half %h) {
; CHECK-NEXT: [[V:%.*]] = load half, ptr %p
; CHECK-NEXT: select i1 %c, half [[V]], half %h
; CHECK-NEXT: ret half
  %v = load half, ptr %p
  %r = select i1 %c, half %v, half %h
  ret half %r
}

declare bfloat @take(bfloat)
