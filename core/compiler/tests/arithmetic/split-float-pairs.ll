; A structure of floats that was passed as a vector of two is stored and loaded as two floats.
; RUN: %opt -passes=split-float-pairs %s | FileCheck %s

; CHECK-LABEL: define float @complex(
define float @complex(<2 x float> %v) {
; CHECK: [[C:%.*]] = alloca { float, float }
; CHECK: [[SECOND:%.*]] = getelementptr inbounds float, ptr [[C]], i64 1
; CHECK: [[RE:%.*]] = extractelement <2 x float> %v, i64 0
; CHECK: store float [[RE]], ptr [[C]], align 8
; CHECK: [[IM:%.*]] = extractelement <2 x float> %v, i64 1
; Only the first part has the alignment of the pair.
; CHECK: store float [[IM]], ptr [[SECOND]], align 4
  %c = alloca { float, float }
  store <2 x float> %v, ptr %c, align 8
; CHECK: [[NEXT:%.*]] = getelementptr inbounds float, ptr [[C]], i64 1
; CHECK: [[A:%.*]] = load float, ptr [[C]], align 8
; CHECK: [[HALF:%.*]] = insertelement <2 x float> poison, float [[A]], i64 0
; CHECK: [[B:%.*]] = load float, ptr [[NEXT]], align 4
; CHECK: [[WHOLE:%.*]] = insertelement <2 x float> [[HALF]], float [[B]], i64 1
; CHECK: fadd <2 x float> [[WHOLE]], %v
  %r = load <2 x float>, ptr %c, align 8
  %sum = fadd <2 x float> %r, %v
  %x = extractelement <2 x float> %sum, i32 0
  ret float %x
}

; The hardest case: a part of a larger structure, whose place is less aligned than its type.
; CHECK-LABEL: define void @part(
define void @part(<2 x float> %v) {
; CHECK: [[PLACE:%.*]] = getelementptr i8, ptr %four, i64 6
; CHECK: store float {{.*}}, ptr [[PLACE]], align 2
; CHECK: store float {{.*}}, align 2
; CHECK-NOT: store <2 x float>
  %four = alloca { { float, float }, { float, float } }
  %place = getelementptr i8, ptr %four, i64 6
  store <2 x float> %v, ptr %place, align 2
  ret void
}

; Vectors that the program itself has stay: in variables of a vector's type, in structures with such members, in memory.
; CHECK-LABEL: define void @own(
define void @own(<2 x float> %v, ptr %p) {
; CHECK: store <2 x float> %v, ptr %vector
; CHECK: store <2 x float> %v, ptr %member
; CHECK: store <2 x float> %v, ptr %deep
; CHECK: store <2 x float> %v, ptr %p
  %vector = alloca <2 x float>
  store <2 x float> %v, ptr %vector
  %member = alloca { <2 x float>, float }
  store <2 x float> %v, ptr %member
  %deep = alloca { float, [2 x { <4 x i32> }] }
  store <2 x float> %v, ptr %deep
  store <2 x float> %v, ptr %p
  ret void
}

; So do volatile and atomic accesses, and other vectors.
; CHECK-LABEL: define void @other(
define void @other(<2 x float> %v, <2 x i32> %i, <4 x float> %w) {
; CHECK: store volatile <2 x float> %v, ptr %c
; CHECK: store <2 x i32> %i, ptr %c
; CHECK: store <4 x float> %w, ptr %four
; CHECK: load volatile <2 x float>, ptr %c
  %c = alloca { float, float }
  %four = alloca { float, float, float, float }
  store volatile <2 x float> %v, ptr %c
  store <2 x i32> %i, ptr %c
  store <4 x float> %w, ptr %four
  %r = load volatile <2 x float>, ptr %c
  ret void
}
