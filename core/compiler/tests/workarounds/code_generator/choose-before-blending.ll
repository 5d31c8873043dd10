; Choices between a blend of bits and one of its parts become blends with a choice.
; RUN: %opt -passes=choose-before-blending %s | FileCheck %s

; CHECK-LABEL: define <8 x i32> @of_clear(
; CHECK: [[CHOSEN:%.*]] = select <8 x i1> %m, <8 x i32> %a, <8 x i32> %b
; CHECK-DAG: [[SET:%.*]] = and <8 x i32> [[CHOSEN]], <i32 255,
; CHECK-DAG: [[CLEAR:%.*]] = and <8 x i32> %b, <i32 -256,
; CHECK: [[R:%.*]] = or <8 x i32> [[SET]], [[CLEAR]]
; CHECK: ret <8 x i32> [[R]]
define <8 x i32> @of_clear(<8 x i1> %m, <8 x i32> %a, <8 x i32> %b) {
  %x = and <8 x i32> %a, splat (i32 255)
  %y = and <8 x i32> %b, splat (i32 -256)
  %blend = or <8 x i32> %x, %y
  %r = select <8 x i1> %m, <8 x i32> %blend, <8 x i32> %b
  ret <8 x i32> %r
}

; The choice turned around, and of the part whose bits are set in the mask.
; CHECK-LABEL: define <8 x i32> @of_set(
; CHECK: [[CHOSEN:%.*]] = select <8 x i1> %m, <8 x i32> %a, <8 x i32> %b
; CHECK-DAG: [[SET:%.*]] = and <8 x i32> %a, <i32 255,
; CHECK-DAG: [[CLEAR:%.*]] = and <8 x i32> [[CHOSEN]], <i32 -256,
; CHECK: [[R:%.*]] = or <8 x i32> [[SET]], [[CLEAR]]
; CHECK: ret <8 x i32> [[R]]
define <8 x i32> @of_set(<8 x i1> %m, <8 x i32> %a, <8 x i32> %b) {
  %x = and <8 x i32> %a, splat (i32 255)
  %y = and <8 x i32> %b, splat (i32 -256)
  %blend = or <8 x i32> %x, %y
  %r = select <8 x i1> %m, <8 x i32> %a, <8 x i32> %blend
  ret <8 x i32> %r
}

; The hardest case: the blend is spelled ((a ^ b) & 255) ^ b, in lanes of another width than those of the choice.
; CHECK-LABEL: define <8 x float> @exclusive(
; CHECK: [[A:%.*]] = bitcast <4 x i64> %a to <8 x float>
; CHECK: [[CHOSEN:%.*]] = select <8 x i1> %m, <8 x float> [[A]], <8 x float> %f
; CHECK: [[BITS:%.*]] = bitcast <8 x float> [[CHOSEN]] to <4 x i64>
; CHECK-DAG: [[SET:%.*]] = and <4 x i64> [[BITS]], <i64 255,
; CHECK-DAG: [[CLEAR:%.*]] = and <4 x i64> %b, <i64 -256,
; CHECK: [[OR:%.*]] = or <4 x i64> [[SET]], [[CLEAR]]
; CHECK: [[R:%.*]] = bitcast <4 x i64> [[OR]] to <8 x float>
; CHECK: ret <8 x float> [[R]]
define <8 x float> @exclusive(<8 x i1> %m, <4 x i64> %a, <8 x float> %f) {
  %b = bitcast <8 x float> %f to <4 x i64>
  %x = xor <4 x i64> %a, %b
  %y = and <4 x i64> %x, splat (i64 255)
  %blend = xor <4 x i64> %y, %b
  %cast = bitcast <4 x i64> %blend to <8 x float>
  %r = select <8 x i1> %m, <8 x float> %cast, <8 x float> %f
  ret <8 x float> %r
}

; The masks of these do not complete each other: no blend.
; CHECK-LABEL: define <8 x i32> @gap(
; CHECK: %r = select <8 x i1> %m, <8 x i32> %blend, <8 x i32> %b
; CHECK-NEXT: ret <8 x i32> %r
define <8 x i32> @gap(<8 x i1> %m, <8 x i32> %a, <8 x i32> %b) {
  %x = and <8 x i32> %a, splat (i32 255)
  %y = and <8 x i32> %b, splat (i32 -512)
  %blend = or <8 x i32> %x, %y
  %r = select <8 x i1> %m, <8 x i32> %blend, <8 x i32> %b
  ret <8 x i32> %r
}

; Nor is the other number a part of this one.
; CHECK-LABEL: define <8 x i32> @of_third(
; CHECK: %r = select <8 x i1> %m, <8 x i32> %blend, <8 x i32> %c
; CHECK-NEXT: ret <8 x i32> %r
define <8 x i32> @of_third(<8 x i1> %m, <8 x i32> %a, <8 x i32> %b, <8 x i32> %c) {
  %x = and <8 x i32> %a, splat (i32 255)
  %y = and <8 x i32> %b, splat (i32 -256)
  %blend = or <8 x i32> %x, %y
  %r = select <8 x i1> %m, <8 x i32> %blend, <8 x i32> %c
  ret <8 x i32> %r
}

; A blend that is needed as it is, and a choice of one bit for all lanes, do not become the masked instruction.
; CHECK-LABEL: define <8 x i32> @needed(
; CHECK: %r = select <8 x i1> %m, <8 x i32> %blend, <8 x i32> %b
; CHECK: %s = select i1 %c, <8 x i32> %other, <8 x i32> %b
define <8 x i32> @needed(<8 x i1> %m, i1 %c, <8 x i32> %a, <8 x i32> %b, ptr %p) {
  %x = and <8 x i32> %a, splat (i32 255)
  %y = and <8 x i32> %b, splat (i32 -256)
  %blend = or <8 x i32> %x, %y
  store <8 x i32> %blend, ptr %p
  %r = select <8 x i1> %m, <8 x i32> %blend, <8 x i32> %b
  %z = and <8 x i32> %r, splat (i32 15)
  %w = and <8 x i32> %b, splat (i32 -16)
  %other = or <8 x i32> %z, %w
  %s = select i1 %c, <8 x i32> %other, <8 x i32> %b
  ret <8 x i32> %s
}

; Where the mask is poison the blend is, but not what is chosen in its place.
; CHECK-LABEL: define <4 x i32> @partly_poison(
; CHECK: and <4 x i32> {{.*}}, <i32 255, i32 0, i32 255, i32 255>
; CHECK: and <4 x i32> {{.*}}, <i32 -256, i32 -1, i32 -256, i32 -256>
define <4 x i32> @partly_poison(<4 x i1> %m, <4 x i32> %a, <4 x i32> %b) {
  %x = and <4 x i32> %a, <i32 255, i32 poison, i32 255, i32 255>
  %y = and <4 x i32> %b, <i32 -256, i32 poison, i32 -256, i32 -256>
  %blend = or <4 x i32> %x, %y
  %r = select <4 x i1> %m, <4 x i32> %blend, <4 x i32> %b
  ret <4 x i32> %r
}
