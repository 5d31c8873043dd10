; Inverse square roots that may be approximated become an estimate and one step of Newton's method.
; RUN: %opt -passes='approximate-roots<512>' %s | FileCheck %s --check-prefixes=CHECK,WIDE
; RUN: %opt -passes='approximate-roots<256>' %s | FileCheck %s --check-prefixes=CHECK,NARROW

; CHECK-LABEL: define <8 x float> @inverse
define <8 x float> @inverse(<8 x float> %a, <8 x float> %x) #0 {
; WIDE: [[R:%.*]] = call {{.*}}<8 x float> @llvm.x86.avx512.rsqrt14.ps.256(<8 x float> %x, <8 x float> zeroinitializer, i8 -1)
; NARROW: [[R:%.*]] = call {{.*}}<8 x float> @llvm.x86.avx.rsqrt.ps.256(<8 x float> %x)
; r * max(1.5 - 0.5 * x * r * r, 0.5)
; CHECK: [[XR:%.*]] = fmul {{.*}} %x, [[R]]
; CHECK: [[HALF:%.*]] = fmul {{.*}} [[XR]], {{.*-5.0*e-01}}
; CHECK: [[HR:%.*]] = fmul {{.*}} [[HALF]], [[R]]
; CHECK: [[STEP:%.*]] = fadd {{.*}} [[HR]], {{.*1.50*e\+00}}
; CHECK: [[IS_NUMBER:%.*]] = fcmp {{.*}}ogt <8 x float> [[STEP]], {{.*5.0*e-01}}
; CHECK: [[MAX:%.*]] = select {{.*}}<8 x i1> [[IS_NUMBER]], <8 x float> [[STEP]], <8 x float> {{.*5.0*e-01}}
; CHECK: [[BETTER:%.*]] = fmul {{.*}} [[R]], [[MAX]]
; CHECK: [[Q:%.*]] = fmul {{.*}} %a, [[BETTER]]
; CHECK-NOT: @llvm.sqrt
; CHECK: ret <8 x float> [[Q]]
  %root = call afn <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %q = fdiv arcp <8 x float> %a, %root
  ret <8 x float> %q
}

; The hardest case: the root is needed itself as well, and is divided as well. It stays; what divides by it does not use
; it.
; CHECK-LABEL: define <4 x float> @root_too
define <4 x float> @root_too(<4 x float> %a, <4 x float> %x) #0 {
; CHECK: [[ROOT:%.*]] = call afn <4 x float> @llvm.sqrt.v4f32(<4 x float> %x)
; WIDE: call {{.*}}@llvm.x86.avx512.rsqrt14.ps.128(<4 x float> %x, <4 x float> zeroinitializer, i8 -1)
; NARROW: call {{.*}}@llvm.x86.sse.rsqrt.ps(<4 x float> {{%.*}})
; CHECK-NOT: rsqrt
; CHECK: fdiv arcp <4 x float> [[ROOT]], %a
; CHECK: ret <4 x float>
  %root = call afn <4 x float> @llvm.sqrt.v4f32(<4 x float> %x)
  %q = fdiv arcp <4 x float> %a, %root
  %other = fdiv arcp <4 x float> %root, %a
  %sum = fadd <4 x float> %q, %other
  ret <4 x float> %sum
}

; AVX-512's estimates in shorter registers, only where the processor has those: Knights Landing does not.
; CHECK-LABEL: define <4 x float> @knights_landing
define <4 x float> @knights_landing(<4 x float> %a, <4 x float> %x) #1 {
; CHECK: call {{.*}}@llvm.x86.sse.rsqrt.ps(<4 x float> {{%.*}})
  %root = call afn <4 x float> @llvm.sqrt.v4f32(<4 x float> %x)
  %q = fdiv arcp <4 x float> %a, %root
  ret <4 x float> %q
}

; No step in between may be said to be no NaN or finite: of a zero they are both.
; CHECK-LABEL: define <16 x float> @fast
define <16 x float> @fast(<16 x float> %a, <16 x float> %x) #1 {
; WIDE: @llvm.x86.avx512.rsqrt14.ps.512
; WIDE-NOT: {{fast|nnan|ninf}}
; WIDE: select
; WIDE-NOT: {{fast|nnan|ninf}}
; WIDE: fmul fast <16 x float> %a,
; WIDE-NEXT: ret
  %root = call fast <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %q = fdiv fast <16 x float> %a, %root
  ret <16 x float> %q
}

; Vectors of 512 bits, only where the processor has those.
; CHECK-LABEL: define <16 x float> @widest
define <16 x float> @widest(<16 x float> %a, <16 x float> %x) {
; WIDE: call {{.*}}@llvm.x86.avx512.rsqrt14.ps.512(<16 x float> %x, <16 x float> zeroinitializer, i16 -1)
; NARROW: fdiv arcp <16 x float> %a, %root
  %root = call afn <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %q = fdiv arcp <16 x float> %a, %root
  ret <16 x float> %q
}

; Nothing may be approximated, or the quotient may not become a product; or the numbers are double.
; CHECK-LABEL: define void @exact
define void @exact(<8 x float> %a, <8 x float> %x, <4 x double> %b, <4 x double> %y, ptr %p) {
; CHECK-NOT: rsqrt
; CHECK: fdiv arcp <8 x float> %a, %root1
  %root1 = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %q1 = fdiv arcp <8 x float> %a, %root1
  store volatile <8 x float> %q1, ptr %p
; CHECK: fdiv afn <8 x float> %a, %root2
  %root2 = call afn <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %q2 = fdiv afn <8 x float> %a, %root2
  store volatile <8 x float> %q2, ptr %p
; CHECK: fdiv arcp <4 x double> %b, %root3
  %root3 = call afn <4 x double> @llvm.sqrt.v4f64(<4 x double> %y)
  %q3 = fdiv arcp <4 x double> %b, %root3
  store volatile <4 x double> %q3, ptr %p
  ret void
}

declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
declare <16 x float> @llvm.sqrt.v16f32(<16 x float>)
declare <4 x double> @llvm.sqrt.v4f64(<4 x double>)

attributes #0 = { "target-features"="+avx512f,+avx512vl" }
attributes #1 = { "target-features"="+avx512f,-avx512vl" }
