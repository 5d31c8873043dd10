; Variables of integers that PTX has no name for become arrays of bytes: LLVM 19 writes `.u48` for them.
; RUN: %opt -passes=ptx-odd-globals %s | FileCheck %s
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

; CHECK: @local = internal addrspace(3) global [8 x i8] undef, align 16
@local = internal addrspace(3) global i48 undef, align 16
; The hardest case: a number, whose bytes have to be in their places, and the alignment that its type has.
; CHECK: @number = addrspace(1) constant [8 x i8] c"\06\05\04\03\02\81\00\00", align 8
@number = addrspace(1) constant i48 u0x810203040506
; CHECK: @wide = addrspace(1) global [16 x i8] c"\FE\FF\FF\FF\FF\FF\FF\FF\FF\00\00\00\00\00\00\00", align 16
@wide = addrspace(1) global i72 -2
; CHECK: @outside = external addrspace(1) global [4 x i8], align 4
@outside = external addrspace(1) global i24

; CHECK: @whole = addrspace(1) global i64 5
@whole = addrspace(1) global i64 5
; CHECK: @truth = addrspace(1) global i1 true
@truth = addrspace(1) global i1 true
; CHECK: @inside = addrspace(1) global { i48, i8 } zeroinitializer
@inside = addrspace(1) global { i48, i8 } zeroinitializer

; CHECK-LABEL: define i48 @use(
; CHECK-NEXT: %x = load i48, ptr addrspace(1) @number
; CHECK-NEXT: store i48 %x, ptr addrspace(3) @local
define i48 @use() {
  %x = load i48, ptr addrspace(1) @number
  store i48 %x, ptr addrspace(3) @local
  ret i48 %x
}
