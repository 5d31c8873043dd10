; Loads of captures whose values the kernel's attributes have are constants.
; RUN: %opt -passes=constant-captures %s | FileCheck %s

; CHECK-LABEL: define void @kernel
define void @kernel(ptr %functor) "ndweave-kernel"="basic" "ndweave-local-range"="1" "ndweave-functor-size"="64" "ndweave-captures"="16=2a000000000000800300,32=efbeadde00000000" {
; CHECK: [[OUT:%.*]] = load ptr, ptr %functor
  %out = load ptr, ptr %functor
; The value's type is the load's: bits of an integer, of a float (here -0.0), of two numbers at once.
; CHECK: store volatile i32 42, ptr [[OUT]]
  %n.at = getelementptr i8, ptr %functor, i64 16
  %n = load i32, ptr %n.at
  store volatile i32 %n, ptr %out
; CHECK: store volatile float -0.000000e+00, ptr [[OUT]]
  %x.at = getelementptr i8, ptr %functor, i64 20
  %x = load float, ptr %x.at
  store volatile float %x, ptr %out
; CHECK: store volatile i64 -9223372036854775766, ptr [[OUT]]
  %both = load i64, ptr %n.at
  store volatile i64 %both, ptr %out
; CHECK: store volatile <2 x i8> <i8 3, i8 0>, ptr [[OUT]]
  %pair.at = getelementptr i8, ptr %functor, i64 24
  %pair = load <2 x i8>, ptr %pair.at
  store volatile <2 x i8> %pair, ptr %out
; What reaches beyond what is known stays, so does what lies in between, and what is not one of the functor's bytes.
; CHECK: load i32, ptr %pair.at
  %wide = load i32, ptr %pair.at
  store volatile i32 %wide, ptr %out
; CHECK: load i16, ptr %gap.at
  %gap.at = getelementptr i8, ptr %functor, i64 26
  %gap = load i16, ptr %gap.at
  store volatile i16 %gap, ptr %out
; CHECK: load i32, ptr [[OUT]]
  %old = load i32, ptr %out
  store volatile i32 %old, ptr %out
; Pointers, volatile accesses and indices that are not known are no constants.
; CHECK: load ptr, ptr %p.at
  %p.at = getelementptr i8, ptr %functor, i64 32
  %p = load ptr, ptr %p.at
  store volatile ptr %p, ptr %out
; CHECK: load volatile i32, ptr %n.at
  %v = load volatile i32, ptr %n.at
  store volatile i32 %v, ptr %out
; CHECK: load i32, ptr %any.at
  %any.at = getelementptr i32, ptr %functor, i32 %old
  %any = load i32, ptr %any.at
  store volatile i32 %any, ptr %out
  ret void
}
