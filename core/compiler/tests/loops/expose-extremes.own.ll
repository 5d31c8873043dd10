; A program's own maxima of numbers without signed zeros are told from those that expose-extremes makes.
; RUN: %opt -passes=expose-extremes,lower-extremes %s | FileCheck %s

; The hardest case: one of two results of loops that both passes went over. It is NaN where either is.
; CHECK-LABEL: define float @of_loops
define float @of_loops(ptr %a, float %first, float %second, i64 %n) {
; CHECK: fcmp ogt float
; CHECK: fcmp ogt float
; CHECK: exit:
; CHECK-NEXT: [[OWN:%.*]] = call float @llvm.maximum.f32(float %{{.*}}, float %{{.*}})
; CHECK-NEXT: ret float [[OWN]]
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = phi float [ %first, %entry ], [ %m.next, %loop ]
  %k = phi float [ %second, %entry ], [ %k.next, %loop ]
  %p = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %p
  %q = getelementptr float, ptr %p, i64 %n
  %y = load float, ptr %q
  %m.less = fcmp olt float %m, %x
  %m.next = select i1 %m.less, float %x, float %m
  %k.less = fcmp olt float %k, %y
  %k.next = select i1 %k.less, float %y, float %k
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  %own = call nsz float @llvm.maximum.f32(float %m.next, float %k.next)
  ret float %own
}

; Of lanes, and smallest ones. Other flags stay, and so does this one where there is no NaN.
; CHECK-LABEL: define float @others
define float @others(float %x, <4 x float> %v) {
; CHECK-NEXT: call ninf float @llvm.vector.reduce.fminimum.v4f32(<4 x float> %v)
; CHECK-NEXT: call float @llvm.minimum.f32(float %x, float %least)
; CHECK-NEXT: call nnan nsz float @llvm.maximum.f32(float %both, float %x)
  %least = call ninf nsz float @llvm.vector.reduce.fminimum.v4f32(<4 x float> %v)
  %both = call nsz float @llvm.minimum.f32(float %x, float %least)
  %r = call nnan nsz float @llvm.maximum.f32(float %both, float %x)
  ret float %r
}

declare float @llvm.maximum.f32(float, float)
declare float @llvm.minimum.f32(float, float)
declare float @llvm.vector.reduce.fminimum.v4f32(<4 x float>)

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
