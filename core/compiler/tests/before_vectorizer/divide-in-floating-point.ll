; Integer divisions of a parallel loop become products and quotients of floating-point numbers.
; RUN: %opt -passes=divide-in-floating-point %s | FileCheck %s

; By what the loop does not change: its reciprocal is made before the loop. A half keeps the product off the integers.
; CHECK-LABEL: define void @invariant
define void @invariant(ptr %p, ptr %q, i32 %w, i32 %n) {
; CHECK: [[W:%.*]] = sitofp i32 %w to double
; CHECK-NEXT: [[R:%.*]] = fdiv double 1.000000e+00, [[W]]
; CHECK: loop:
; CHECK: [[A:%.*]] = sitofp i32 %x to double
; CHECK-NEXT: [[HALF:%.*]] = call double @llvm.copysign.f64(double 5.000000e-01, double [[A]])
; CHECK-NEXT: [[SUM:%.*]] = fadd double [[A]], [[HALF]]
; CHECK-NEXT: [[RATIO:%.*]] = fmul double [[SUM]], [[R]]
; CHECK-NEXT: [[Q:%.*]] = fptosi double [[RATIO]] to i32
; CHECK-NEXT: [[BACK:%.*]] = mul i32 [[Q]], %w
; CHECK-NEXT: %rest = sub i32 %x, [[BACK]]
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %at, !llvm.access.group !1
  %rest = srem i32 %x, %w
  %to = getelementptr i32, ptr %q, i32 %i
  store i32 %rest, ptr %to, !llvm.access.group !1
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; By what each iteration has of its own; without a sign; 16 bits fit in float.
; CHECK-LABEL: define void @own
define void @own(ptr %p, ptr %q, i32 %n) {
; CHECK: loop:
; CHECK: [[A:%.*]] = uitofp i32 %x to double
; CHECK: [[B:%.*]] = uitofp i32 %y to double
; CHECK: [[RATIO:%.*]] = fdiv double [[A]], [[B]]
; CHECK: %z = fptoui double [[RATIO]] to i32
; CHECK: sitofp i16 {{%.*}} to float
; CHECK: fdiv float
; CHECK: %u = fptosi float {{%.*}} to i16
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %at, !llvm.access.group !1
  %to = getelementptr i32, ptr %q, i32 %i
  %y = load i32, ptr %to, !llvm.access.group !1
  %z = udiv i32 %x, %y
  %s = trunc i32 %x to i16
  %t = trunc i32 %y to i16
  %u = sdiv i16 %s, %t
  %v = sext i16 %u to i32
  %sum = add i32 %z, %v
  store i32 %sum, ptr %to, !llvm.access.group !1
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; 64 bits where the dividend is known to be less than 2^32.
; CHECK-LABEL: define void @ids
define void @ids(ptr %q, i64 %w, i64 %n) {
; CHECK: [[W:%.*]] = uitofp i64 %w to double
; CHECK: fdiv double 1.000000e+00, [[W]]
; CHECK: loop:
; CHECK: [[SHORT:%.*]] = trunc i64 %masked to i32
; CHECK: uitofp i32 [[SHORT]] to double
; CHECK: fptoui double {{%.*}} to i32
; CHECK: zext i32
; CHECK-NOT: udiv
; CHECK: %long = urem i64 %mixed, %w
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %to = getelementptr i64, ptr %q, i64 %i
  %mixed = load i64, ptr %to, !llvm.access.group !1
  %masked = and i64 %mixed, 4294967295
  %row = udiv i64 %masked, %w
  %long = urem i64 %mixed, %w
  %sum = add i64 %row, %long
  store i64 %sum, ptr %to, !llvm.access.group !1
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; Left as they are: divisions by constants, which LLVM makes products of, what no vector divides, and loops that are
; not parallel.
; CHECK-LABEL: define void @stay
define void @stay(ptr %p, i32 %w, i32 %n) {
; CHECK: loop:
; CHECK: sdiv i32 %x, 10
; CHECK: sdiv i32 %n, %w
; CHECK: serial:
; CHECK: srem i32 %k, %w
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %at, !llvm.access.group !1
  %ten = sdiv i32 %x, 10
  %same = sdiv i32 %n, %w
  %sum = add i32 %ten, %same
  store i32 %sum, ptr %at, !llvm.access.group !1
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %next, !llvm.loop !0
next:
  br label %serial
serial:
  %k = phi i32 [ 0, %next ], [ %k.next, %serial ]
  %rest = srem i32 %k, %w
  %k.at = getelementptr i32, ptr %p, i32 %rest
  store i32 %k, ptr %k.at
  %k.next = add nuw i32 %k, 1
  %k.more = icmp ult i32 %k.next, %n
  br i1 %k.more, label %serial, label %exit
exit:
  ret void
}

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
