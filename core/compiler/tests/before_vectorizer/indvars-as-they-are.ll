; LLVM's simplification of counters, but they keep their width: 32-bit indices fill vectors twice as well as 64-bit ones.
; RUN: %opt -passes='function(loop(indvars-as-they-are))' %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @bounded
define void @bounded(ptr %a, i32 %n) {
; A comparison that the loop's bound decides goes. The hardest case: the index is used as 64 bits, and LLVM's own pass
; would make a counter of 64 bits.
; CHECK: phi i32
; CHECK-NOT: phi i64
; CHECK-NOT: icmp ult i32 %i, 100
; CHECK: br i1 true, label %some, label %latch
; CHECK: {{[sz]}}ext {{.*}}i32 %i to i64
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %inside = icmp ult i32 %i, 100
  br i1 %inside, label %some, label %latch
some:
  %wide = sext i32 %i to i64
  %to = getelementptr float, ptr %a, i64 %wide
  store float 1.0, ptr %to
  br label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 100
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A bound that nobody knows decides nothing.
; CHECK-LABEL: define void @unknown
define void @unknown(ptr %a, i32 %n) {
; CHECK: icmp ult i32 %i, %n
; CHECK-NEXT: br i1 %inside, label %some, label %latch
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %x = load volatile i32, ptr %a
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %some, label %latch
some:
  store volatile float 1.0, ptr %a
  br label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 100
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A counter that does not step evenly stays as it is.
; CHECK-LABEL: define void @doubling
define void @doubling(ptr %a) {
; CHECK: %i = phi i32 [ 1, %entry ], [ %next, %loop ]
; CHECK: icmp ult i32 %next, 100
entry:
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %to = getelementptr float, ptr %a, i64 %wide
  store float 1.0, ptr %to
  %next = mul i32 %i, 2
  %again = icmp ult i32 %next, 100
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
