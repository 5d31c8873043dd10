; Moves variables of the module from the generic address space to that of global memory, 1.
; RUN: %opt -passes=ptx-place-globals %s | FileCheck %s

; CHECK: @table = internal unnamed_addr addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 5], align 16
@table = internal unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 5], align 16
; CHECK: @counter = addrspace(1) global i32 0
@counter = global i32 0
; The hardest case: a variable that holds the address of another one, and its own. They stay generic pointers.
; CHECK: @links = addrspace(1) global [2 x ptr] [ptr getelementptr {{.*}}ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 4), ptr addrspacecast (ptr addrspace(1) @links to ptr)]
@links = global [2 x ptr] [ptr getelementptr (i8, ptr @table, i64 4), ptr @links]

; Local memory has its place already, and LLVM reads its own variables by their type.
; CHECK: @local = internal addrspace(3) global [64 x float] undef
@local = internal addrspace(3) global [64 x float] undef
; CHECK: @llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @counter to ptr)]
@llvm.used = appending global [1 x ptr] [ptr @counter], section "llvm.metadata"

; CHECK-LABEL: define i32 @use(
; CHECK: %p = getelementptr i32, ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 %i
; CHECK: %x = load i32, ptr %p
; CHECK: store i32 %x, ptr addrspacecast (ptr addrspace(1) @counter to ptr)
; CHECK: store float 1.000000e+00, ptr addrspace(3) @local
define i32 @use(i64 %i) {
  %p = getelementptr i32, ptr @table, i64 %i
  %x = load i32, ptr %p
  store i32 %x, ptr @counter
  store float 1.0, ptr addrspace(3) @local
  ret i32 %x
}
