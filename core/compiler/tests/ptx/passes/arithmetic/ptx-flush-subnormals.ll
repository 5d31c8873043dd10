; Functions that are defined take subnormal floats for zeros, and the module says so.
; RUN: %opt -passes=ptx-flush-subnormals %s | FileCheck %s

; CHECK: define void @kernel() [[FAST:#[0-9]+]]
define void @kernel() {
  call void @other()
  ret void
}
; CHECK: declare void @other(){{$}}
declare void @other()
; CHECK: attributes [[FAST]] = { "denormal-fp-math-f32"="preserve-sign" "unsafe-fp-math"="true" }
; CHECK: !{i32 4, !"nvvm-reflect-ftz", i32 1}
