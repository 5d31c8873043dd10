; Gives every floating-point operation all fast-math flags.
; RUN: %opt -passes=fast-math %s | FileCheck %s

; CHECK-LABEL: define float @operations(
define float @operations(float %x, float %y, i1 %c) {
; CHECK: fmul fast float %x, %y
; CHECK: fneg fast float
; CHECK: select fast i1 %c, float
; CHECK: call fast float @llvm.fma.f32(
; CHECK: fcmp fast olt float
  %product = fmul float %x, %y
  %minus = fneg float %product
  %either = select i1 %c, float %minus, float %y
  %fused = call float @llvm.fma.f32(float %either, float %y, float %x)
  %less = fcmp olt float %fused, %x
  br i1 %less, label %more, label %end
more:
; CHECK: fadd fast <2 x float>
  %pair = insertelement <2 x float> poison, float %fused, i32 0
  %twice = fadd nsz <2 x float> %pair, %pair
  %first = extractelement <2 x float> %twice, i32 0
  br label %end
end:
; The hardest case: a value that comes from several places is an operation too.
; CHECK: phi fast float
  %r = phi float [ %x, %0 ], [ %first, %more ]
  ret float %r
}

; What is not arithmetic of floating-point numbers stays: integers, conversions, accesses and calls without a result.
; CHECK-LABEL: define i32 @others(
; CHECK-NOT: fast
define i32 @others(ptr %p, double %x, i32 %i, i1 %c) {
; CHECK: ret i32
  %v = load float, ptr %p
  %narrow = fptrunc double %x to float
  store float %narrow, ptr %p
  %n = fptosi float %v to i32
  %sum = add nsw i32 %n, %i
  %less = icmp slt i32 %sum, %i
  %either = select i1 %less, i32 %n, i32 %sum
  call void @take(float %v)
  ret i32 %either
}

declare float @llvm.fma.f32(float, float, float)
declare void @take(float)
