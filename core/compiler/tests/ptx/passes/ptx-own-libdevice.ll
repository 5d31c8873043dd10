; Linked functions of libdevice become internal and flush subnormals where the module does; the kernel and what is not
; linked stay.
; RUN: %opt -passes=ptx-own-libdevice %s | FileCheck %s

; CHECK: define internal float @__nv_sinf(float %x) [[FLUSHES:#[0-9]+]]
define float @__nv_sinf(float %x) {
  %y = call float @__nv_cosf(float %x)
  ret float %y
}
; CHECK: define void @kernel() {
define void @kernel() {
  ret void
}
; CHECK: declare float @__nv_cosf(float)
declare float @__nv_cosf(float)
; CHECK: attributes [[FLUSHES]] = { "denormal-fp-math-f32"="preserve-sign" }
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
