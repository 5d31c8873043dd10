; Takes back what the flags of the host's compilation did to the code: attributes, linkage, aliases, constructors.
; RUN: %opt -passes=normalise-host-flags %s | FileCheck %s --implicit-check-not=llvm.used --implicit-check-not=llvm.global_ctors --implicit-check-not=comdat --implicit-check-not=skylake --implicit-check-not=.symver --implicit-check-not="PIC Level" --implicit-check-not="= alias"

module asm ".symver a,b"
$other = comdat any
; Constructors would run code of the host.
@llvm.used = appending global [1 x ptr] [ptr @other], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @other, ptr null }]
; Every definition is internal, so that it goes when it is not used any more; its value and alignment stay.
; CHECK: @table = internal constant i32 7, align 64{{$}}
@table = linkonce_odr hidden constant i32 7, section "host", align 64
; What is only declared must keep its linkage.
; CHECK: @outside = external global i32
@outside = external global i32

; The hardest case: an alias of an alias. A call must name the function itself, else it is not inlined.
@near = alias void (), ptr @far
@far = alias void (), ptr @other

; CHECK-LABEL: define internal void @other()
; CHECK-SAME: {{^}} [[PLAIN:#[0-9]+]] {
define linkonce_odr void @other() #0 comdat {
; CHECK: call void @leaf() [[PLAIN]]
  call void @leaf() #0
  ret void
}

; CHECK: declare void @leaf() [[PLAIN]]
declare void @leaf() #0

; The kernel can still be called from outside, and its own attributes stay.
; CHECK-LABEL: define dso_local void @kernel(ptr noalias nonnull %f)
; CHECK-SAME: {{^}} [[KERNEL:#[0-9]+]] {
define weak_odr void @kernel(ptr noalias nonnull %f) #1 {
; CHECK: call void @other()
; CHECK: call void @other()
  call void @near()
  call void @far()
  ret void
}

; What says something of the code itself stays.
; CHECK-DAG: attributes [[PLAIN]] = { nounwind memory(none) }
; -ffast-math on the whole program is a licence to flush subnormal numbers, which the operations' flags are not.
; CHECK-DAG: attributes [[KERNEL]] = { "ndweave-kernel"="nd-range" "ndweave-local-range"="4" "ndweave-may-flush-subnormals" }
attributes #0 = { noinline optnone nounwind sspstrong uwtable sanitize_address memory(none) "target-cpu"="skylake" "frame-pointer"="all" "unsafe-fp-math"="true" }
attributes #1 = { noinline optnone sspstrong "target-cpu"="skylake" "unsafe-fp-math"="true" "ndweave-kernel"="nd-range" "ndweave-local-range"="4" }

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"PIC Level", i32 2}
