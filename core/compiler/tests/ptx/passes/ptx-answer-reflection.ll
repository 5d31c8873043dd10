; libdevice's questions about the compilation get answers: with and without flushed subnormals.
; RUN: split-file %s %t
; RUN: %opt -passes='ptx-answer-reflection<90>' %t/exact.ll | FileCheck %s --check-prefixes=CHECK,EXACT
; RUN: cat %t/exact.ll %t/flag.ll > %t/fast.ll
; RUN: %opt -passes='ptx-answer-reflection<90>' %t/fast.ll | FileCheck %s --check-prefixes=CHECK,FAST

; CHECK-LABEL: define void @f(
; EXACT-NEXT: store volatile i32 0, ptr %o
; FAST-NEXT: store volatile i32 1, ptr %o
; EXACT-NEXT: store volatile i32 1, ptr %o
; FAST-NEXT: store volatile i32 0, ptr %o
; CHECK-NEXT: store volatile i32 900, ptr %o
; Nobody asks this of nvcc: 0, as it says.
; CHECK-NEXT: store volatile i32 0, ptr %o
; CHECK-NOT: __nvvm_reflect

;--- exact.ll
@ftz = private constant [11 x i8] c"__CUDA_FTZ\00"
@sqrt = private constant [17 x i8] c"__CUDA_PREC_SQRT\00"
@arch = private constant [12 x i8] c"__CUDA_ARCH\00"
@else = private constant [9 x i8] c"__OTHER_\00"
define void @f(ptr %o) {
  %a = call i32 @__nvvm_reflect(ptr @ftz)
  %b = call i32 @__nvvm_reflect(ptr @sqrt)
  %c = call i32 @__nvvm_reflect(ptr @arch)
  %d = call i32 @__nvvm_reflect(ptr @else)
  store volatile i32 %a, ptr %o
  store volatile i32 %b, ptr %o
  store volatile i32 %c, ptr %o
  store volatile i32 %d, ptr %o
  ret void
}
declare i32 @__nvvm_reflect(ptr)
;--- flag.ll
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
