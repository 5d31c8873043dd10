; Maxima and minima over a loop that pass over a NaN become llvm.maximum and llvm.minimum, which the vectorizer takes.
; RUN: %opt -passes=canonicalize-fp-min-max %s | FileCheck %s

; CHECK-LABEL: define float @largest
define float @largest(ptr %a, float %first, i64 %n) {
; A NaN is replaced by what is beyond nothing.
; CHECK: [[NAN:%.*]] = fcmp uno float %x, 0.000000e+00
; CHECK-NEXT: [[NUMBER:%.*]] = select i1 [[NAN]], float 0xFFF0000000000000, float %x
; CHECK-NEXT: [[M:%.*]] = call nsz float @llvm.maximum.f32(float %m, float [[NUMBER]])
; CHECK-NOT: select
; CHECK: ret float
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = phi float [ %first, %entry ], [ %m.next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %p
  %less = fcmp olt float %m, %x
  %m.next = select i1 %less, float %x, float %m
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret float %m.next
}

; The hardest case: the choice the other way round, m >= x ? m : x. As an ordered comparison it takes x where x is a NaN,
; and stays; as an unordered one it keeps m.
; CHECK-LABEL: define double @other_way
define double @other_way(ptr %a, double %first, i64 %n) {
; CHECK: [[NAN:%.*]] = fcmp uno double %x, 0.000000e+00
; CHECK-NEXT: [[NUMBER:%.*]] = select i1 [[NAN]], double 0x7FF0000000000000, double %x
; CHECK-NEXT: call nsz double @llvm.minimum.f64(double %keeps, double [[NUMBER]])
; CHECK: %ordered = fcmp ole double %takes, %x
; CHECK-NEXT: select i1 %ordered, double %takes, double %x
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %keeps = phi double [ %first, %entry ], [ %keeps.next, %loop ]
  %takes = phi double [ %first, %entry ], [ %takes.next, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %p
  %unordered = fcmp ule double %keeps, %x
  %keeps.next = select i1 %unordered, double %keeps, double %x
  %ordered = fcmp ole double %takes, %x
  %takes.next = select i1 %ordered, double %takes, double %x
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  %both = fadd double %keeps.next, %takes.next
  ret double %both
}

; An iteration that does something else with what it carries keeps the comparison, and so does a loop that does not ask
; for vectors.
; CHECK-LABEL: define float @looked_at
define float @looked_at(ptr %a, float %first, i64 %n) {
; CHECK-NOT: @llvm.maximum
; CHECK: select i1 %less, float %x, float %m
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = phi float [ %first, %entry ], [ %m.next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %p
  %less = fcmp olt float %m, %x
  %m.next = select i1 %less, float %x, float %m
  store float %m.next, ptr %p
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret float %m.next
}

; CHECK-LABEL: define float @no_vectors
define float @no_vectors(ptr %a, float %first, i64 %n) {
; CHECK: select i1 %less, float %x, float %m
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = phi float [ %first, %entry ], [ %m.next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %p
  %less = fcmp olt float %m, %x
  %m.next = select i1 %less, float %x, float %m
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret float %m.next
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
