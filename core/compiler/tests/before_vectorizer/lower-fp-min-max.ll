; llvm.maximum and llvm.minimum as canonicalize-fp-min-max makes them become comparisons again, one instruction of x86.
; RUN: %opt -passes=lower-fp-min-max %s | FileCheck %s

; CHECK-LABEL: define <4 x float> @in_loop
define <4 x float> @in_loop(<4 x float> %m, <4 x float> %x) {
; CHECK: [[BEYOND:%.*]] = fcmp ogt <4 x float> %x, %m
; CHECK-NEXT: [[M:%.*]] = select <4 x i1> [[BEYOND]], <4 x float> %x, <4 x float> %m
; CHECK: ret <4 x float> [[M]]
  %nan = fcmp uno <4 x float> %x, zeroinitializer
  %number = select <4 x i1> %nan, <4 x float> splat (float 0xFFF0000000000000), <4 x float> %x
  %next = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %m, <4 x float> %number)
  ret <4 x float> %next
}

; Behind the loop the parts are brought together, down to one number. They all are NaN or none is.
; CHECK-LABEL: define float @behind_loop
define float @behind_loop(<4 x float> %m, <4 x float> %x, <4 x float> %m2, <4 x float> %x2) {
; CHECK: [[A:%.*]] = select <4 x i1> {{.*}}, <4 x float> %x, <4 x float> %m
; CHECK: [[B:%.*]] = select <4 x i1> {{.*}}, <4 x float> %x2, <4 x float> %m2
; CHECK: [[BEYOND:%.*]] = fcmp olt <4 x float> [[B]], [[A]]
; CHECK-NEXT: [[BOTH:%.*]] = select <4 x i1> [[BEYOND]], <4 x float> [[B]], <4 x float> [[A]]
; CHECK-DAG: shufflevector <4 x float> [[BOTH]], <4 x float> poison, <2 x i32> <i32 2, i32 3>
; CHECK-DAG: shufflevector <4 x float> [[BOTH]], <4 x float> poison, <2 x i32> <i32 0, i32 1>
; CHECK: fcmp olt <2 x float>
; CHECK: fcmp olt <1 x float>
; CHECK-NOT: @llvm.vector.reduce
; CHECK: ret float
  %nan = fcmp uno <4 x float> %x, zeroinitializer
  %number = select <4 x i1> %nan, <4 x float> splat (float 0x7FF0000000000000), <4 x float> %x
  %a = call nsz <4 x float> @llvm.minimum.v4f32(<4 x float> %m, <4 x float> %number)
  %nan2 = fcmp uno <4 x float> %x2, zeroinitializer
  %number2 = select <4 x i1> %nan2, <4 x float> splat (float 0x7FF0000000000000), <4 x float> %x2
  %b = call nsz <4 x float> @llvm.minimum.v4f32(<4 x float> %m2, <4 x float> %number2)
  %both = call nsz <4 x float> @llvm.minimum.v4f32(<4 x float> %a, <4 x float> %b)
  %one = call nsz float @llvm.vector.reduce.fminimum.v4f32(<4 x float> %both)
  ret float %one
}

; The test may have lost an absolute value: |x| is a NaN where x is.
; CHECK-LABEL: define float @magnitude
define float @magnitude(float %m, float %x) {
; CHECK: fcmp ogt float %size, %m
; CHECK-NOT: @llvm.maximum
; CHECK: ret float
  %size = call float @llvm.fabs.f32(float %x)
  %nan = fcmp uno float %x, 0.0
  %number = select i1 %nan, float 0xFFF0000000000000, float %size
  %next = call nsz float @llvm.maximum.f32(float %m, float %number)
  ret float %next
}

; The program's own calls stay: both operands may be NaN, or the zeros have signs. So does one whose test is of another
; number. The hardest case: where a NaN becomes the other infinity, that is beyond everything, and the choice stays.
; CHECK-LABEL: define float @others
define float @others(float %m, float %x, float %y) {
; CHECK: call nsz float @llvm.maximum.f32(float %m, float %x)
  %own = call nsz float @llvm.maximum.f32(float %m, float %x)
; CHECK: call float @llvm.maximum.f32(float %own, float %number)
  %nan = fcmp uno float %x, 0.0
  %number = select i1 %nan, float 0xFFF0000000000000, float %x
  %signs = call float @llvm.maximum.f32(float %own, float %number)
; CHECK: fcmp ogt float %above, %signs
  %above = select i1 %nan, float 0x7FF0000000000000, float %x
  %infinite = call nsz float @llvm.maximum.f32(float %signs, float %above)
; CHECK: call nsz float @llvm.maximum.f32(float {{.*}}, float %strange)
  %strange = select i1 %nan, float 0xFFF0000000000000, float %y
  %last = call nsz float @llvm.maximum.f32(float %infinite, float %strange)
  ret float %last
}

declare float @llvm.maximum.f32(float, float)
declare float @llvm.fabs.f32(float)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
declare <4 x float> @llvm.minimum.v4f32(<4 x float>, <4 x float>)
declare float @llvm.vector.reduce.fminimum.v4f32(<4 x float>)
