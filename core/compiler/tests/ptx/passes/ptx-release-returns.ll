; Nothing is left of what ptx-hold-returns did, and other variables with addresses of blocks stay. While it holds,
; InstCombine does not move the addition, whose operands would be alive across the call, into the returning block.
; RUN: %opt -passes='ptx-hold-returns,ptx-release-returns,function(simplifycfg)' %s | FileCheck %s
; RUN: %opt -passes='ptx-hold-returns,function(instcombine<no-verify-fixpoint>),ptx-release-returns,function(simplifycfg)' %s | FileCheck %s --check-prefixes=CHECK,STAYS

; CHECK-NOT: held
; CHECK: @kept = internal constant ptr blockaddress(@addressed, %there)
; CHECK-NOT: held
; CHECK: @llvm.compiler.used = {{.*}}[1 x ptr] [ptr @kept]
@kept = internal constant ptr blockaddress(@addressed, %there)
@llvm.compiler.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"

declare void @barrier()

; CHECK-LABEL: define void @stores(
; STAYS: add i32 %x, %y
; CHECK: br i1 %some
; CHECK: call void @barrier
; CHECK: store i32
; CHECK-NEXT: ret void
define void @stores(ptr %p, i1 %some) {
  %q = getelementptr i32, ptr %p, i64 1
  %x = load i32, ptr %p
  %y = load i32, ptr %q
  %sum = add i32 %x, %y
  br i1 %some, label %more, label %end
more:
  call void @barrier()
  br label %end
end:
  store i32 %sum, ptr %p
  ret void
}

; CHECK-LABEL: define void @addressed(
define void @addressed(ptr %p, i1 %some) {
  br i1 %some, label %there, label %end
there:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}
