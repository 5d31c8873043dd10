; An index that begins differently for each work-item, but steps alike for all, becomes its beginning and a distance that
; the group shares.
; RUN: %opt -passes=separate-uniform-steps %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @kernel
define void @kernel(ptr %a, i64 %n, i64 %step) "ndweave-kernel"="nd-range" "ndweave-local-range"="256" {
entry:
  %l = call i32 @__ndweave_local_id(i32 0)
  %begin = zext nneg i32 %l to i64
  %far = mul nuw nsw i64 %begin, 100
  %start = getelementptr float, ptr %a, i64 %begin
  br label %loop
; CHECK: {{^}}loop:
; CHECK-DAG: [[D:%.*]] = phi i64 [ 0, %entry ], [ [[D2:%.*]], %loop ]
; CHECK-DAG: [[E:%.*]] = phi i64 [ 0, %entry ], [ [[E2:%.*]], %loop ]
; CHECK-DAG: [[I:%.*]] = add i64 %begin, [[D]]
; A pointer that walks has a distance in elements.
; CHECK-DAG: [[P:%.*]] = getelementptr float, ptr %start, i64 [[E]]
; An index that is the group's already stays, and so does one whose steps differ.
; CHECK-DAG: %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
; CHECK-DAG: %o = phi i64 [ %begin, %entry ], [ %o.next, %loop ]
; CHECK: store volatile i64 [[I]], ptr [[P]]
; CHECK-DAG: [[D2]] = add i64 [[D]], %step
; CHECK-DAG: [[E2]] = add i64 [[E]], 256
; CHECK-DAG: %o.next = add i64 %o, %begin
loop:
  %i = phi i64 [ %begin, %entry ], [ %i.next, %loop ]
  %p = phi ptr [ %start, %entry ], [ %p.next, %loop ]
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %o = phi i64 [ %begin, %entry ], [ %o.next, %loop ]
  store volatile i64 %i, ptr %p
  store volatile i64 %o, ptr %a
  %i.next = add i64 %i, %step
  %p.next = getelementptr float, ptr %p, i64 256
  %k.next = add nuw i64 %k, 1
  %o.next = add i64 %o, %begin
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %loop, label %side
side:
  br label %beside
; The hardest case: work-items leave the loop at different times. Neighbours access neighbouring elements: worth it.
; CHECK: {{^}}beside:
; CHECK: [[B:%.*]] = phi i64 [ 0, %side ]
; CHECK: add i64 %begin, [[B]]
beside:
  %b = phi i64 [ %begin, %side ], [ %b.next, %beside ]
  %pb = getelementptr float, ptr %a, i64 %b
  %x = load float, ptr %pb
  store float %x, ptr %pb
  %b.next = add i64 %b, 256
  %b.again = icmp ult i64 %b.next, %n
  br i1 %b.again, label %beside, label %gap
gap:
  br label %apart
; Here each walks through a part of its own: not worth it.
; CHECK: {{^}}apart:
; CHECK: phi i64 [ %far, %gap ]
apart:
  %c = phi i64 [ %far, %gap ], [ %c.next, %apart ]
  %pc = getelementptr float, ptr %a, i64 %c
  %y = load float, ptr %pc
  store float %y, ptr %pc
  %c.next = add i64 %c, 1
  %c.again = icmp ult i64 %c.next, %n
  br i1 %c.again, label %apart, label %exit
exit:
  ret void
}

declare i32 @__ndweave_local_id(i32) memory(none)
