; Whoever looks at the IR between two steps, or starts from there, has all that the next one reads: the steps one by one,
; each on the text that the one before it has written, make the same kernel as all of them at once, and so do two halves.
; Values may have other names.
; DEFINE: %{form} = choose-group-shape<256>,canonical-ids,group-invariants,simplify-kernel,separate-joins
; DEFINE: %{loops} = group-invariants,check-private-arrays,mask-loops,divide-into-strips<64>
; DEFINE: %{plan} = private-layout,split-at-barriers,implicit-barriers
; DEFINE: %{split} = rematerialise,private-memory,spill-values,split-regions,narrow-item-loops,strip-loop
; RUN: %opt -passes='%{form},%{loops},%{plan},%{split}' < %s | %opt -passes=strip-nondebug -o %t.whole
; RUN: FileCheck %s < %t.whole
;
; RUN: %opt -passes='%{form},%{loops},%{plan}' < %s -o %t.half
; RUN: FileCheck %s --check-prefix=HALF < %t.half
; RUN: %opt -passes='%{split}' < %t.half | %opt -passes=strip-nondebug -o %t.halves
; RUN: diff %t.whole %t.halves
;
; RUN: %opt -passes='choose-group-shape<256>' < %s | %opt -passes=canonical-ids | %opt -passes=group-invariants \
; RUN:   | %opt -passes=simplify-kernel | %opt -passes=separate-joins | %opt -passes=group-invariants \
; RUN:   | %opt -passes=check-private-arrays | %opt -passes=mask-loops \
; RUN:   | %opt -passes='divide-into-strips<64>' | %opt -passes=private-layout | %opt -passes=split-at-barriers \
; RUN:   | %opt -passes=implicit-barriers | %opt -passes=rematerialise | %opt -passes=private-memory \
; RUN:   | %opt -passes=spill-values | %opt -passes=split-regions | %opt -passes=narrow-item-loops \
; RUN:   | %opt -passes=strip-loop | %opt -passes=strip-nondebug -o %t.steps
; RUN: diff %t.whole %t.steps

; What the kernel has of each kind: regions behind a barrier and of loops, a private array of each layout, values that are
; kept for each work-item and one for the group, a masked loop.
; HALF: alloca i32, align 4, !ndweave.any
; HALF: !ndweave.elements
; HALF: !ndweave.uniform
; HALF: !ndweave.head
; HALF: !ndweave.lifted
; HALF: attributes #0 = {{{.*}} "ndweave-masked-loops"="1" }
; HALF: !ndweave.places =
; CHECK: attributes #0 = {{{.*}} "ndweave-masked-loops"="1" "ndweave-runs-group" }
; CHECK: !ndweave.places = !{![[START:[0-9]+]], ![[BARRIER:[0-9]+]],
; CHECK-DAG: !{!"elements", i64 2304, !"stack"}
; CHECK-DAG: !{!"bytes", i64 1024, !"stack"}
; CHECK-DAG: !{!"{{.*}}spill", i64 512, !"stack"}
; CHECK-DAG: !{!"{{.*}}spill", i64 4, !"group"}
; CHECK-DAG: !{!"start", !"barrier", !"implicit barrier",
; CHECK-DAG: ![[BARRIER]] = !{![[LINE:[0-9]+]]}
; CHECK-DAG: ![[LINE]] = !DILocation(line: 7,
define void @kernel(ptr %f) "ndweave-kernel"="nd-range" "ndweave-functor-size"="24" "ndweave-local-range"="32,4" !dbg !3 {
entry:
  %elements = alloca [4 x float]
  %bytes = alloca [8 x i8]
  %in = load ptr, ptr %f
  %p8 = getelementptr i8, ptr %f, i64 8
  %out = load ptr, ptr %p8
  %p16 = getelementptr i8, ptr %f, i64 16
  %n = load i32, ptr %p16
  %tile = call ptr @__ndweave_local_memory()
  %l = call i32 @__ndweave_local_id(i32 0)
  %row = call i32 @__ndweave_local_id(i32 1)
  %i = call i64 @__ndweave_global_id(i32 0)
  %from = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %from
  %byte = getelementptr i8, ptr %bytes, i32 %row
  store float %x, ptr %byte, align 1
  %put = getelementptr float, ptr %tile, i32 %l
  store float %x, ptr %put
  call void @__ndweave_barrier(), !dbg !4
  %own = getelementptr float, ptr %elements, i32 %row
  store float %x, ptr %own
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi float [ %x, %entry ], [ %sum.next, %loop ]
  %get = getelementptr float, ptr %tile, i32 %k
  %y = load float, ptr %get
  %k.rest = and i32 %k, 3
  %element = getelementptr float, ptr %elements, i32 %k.rest
  %z = load float, ptr %element
  %y.z = fmul float %y, %z
  store float %y.z, ptr %element
  %sum.next = fadd float %sum, %y.z
  %k.next = add i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %walk
walk:
  %j = phi i32 [ %l, %loop ], [ %j.next, %walk ]
  %j.next = mul i32 %j, 3
  %j.again = icmp ult i32 %j.next, 1000
  br i1 %j.again, label %walk, label %end
end:
  %to = getelementptr float, ptr %out, i64 %i
  %v = load i16, ptr %bytes
  %v.wide = zext i16 %v to i32
  %ints = add i32 %j.next, %v.wide
  %floats = uitofp i32 %ints to float
  %all = fadd float %sum.next, %floats
  store float %all, ptr %to
  ret void
}

declare ptr @__ndweave_local_memory() memory(none)
declare i32 @__ndweave_local_id(i32)
declare i64 @__ndweave_global_id(i32)
declare void @__ndweave_barrier() convergent
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2)
!2 = !DIFile(filename: "mirror.cpp", directory: "")
!3 = distinct !DISubprogram(name: "kernel", file: !2, line: 5, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 7, column: 3, scope: !3)
