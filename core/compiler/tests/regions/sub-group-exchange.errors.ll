; A sub-group operation that a part of the group may reach alone is refused: the others would not be at its barriers.
; RUN: split-file %s %t
; RUN: not %opt -passes=sub-group-exchange %t/branch.ll 2>&1 | FileCheck %t/branch.ll
; RUN: not %opt -passes=sub-group-exchange %t/loop.ll 2>&1 | FileCheck %t/loop.ll
; RUN: %opt -passes=sub-group-exchange %t/steady.ll | FileCheck %t/steady.ll

;--- branch.ll
; CHECK: kernel 'kernel': a sub-group operation stands under a condition that may differ between work-items of the
; CHECK-SAME: work-group; on the cpu the whole group must reach it: move it out of the branch or loop (reduce.cpp:7)
; CHECK-NOT: define
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="8,1,1" "ndweave-sub-group-size"="4" !dbg !3 {
entry:
  %l = call i32 @__ndweave_local_id(i32 0)
  %some = icmp ult i32 %l, 3
  br i1 %some, label %then, label %end
then:
  %r = call i32 @__ndweave_shuffle_u32(i32 %l, i32 1), !dbg !4
  store i32 %r, ptr %p
  br label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_shuffle_u32(i32, i32)
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2)
!2 = !DIFile(filename: "reduce.cpp", directory: "")
!3 = distinct !DISubprogram(name: "kernel", file: !2, line: 5, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 7, column: 3, scope: !3)

;--- loop.ll
; Work-items leave this loop at different times. Without debug information, no place is named.
; CHECK: move it out of the branch or loop{{$}}
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="8,1,1" "ndweave-sub-group-size"="4" {
entry:
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @__ndweave_sub_group_barrier()
  %next = add i32 %k, 1
  %again = icmp ult i32 %next, %l
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare void @__ndweave_sub_group_barrier()

;--- steady.ll
; The hardest case: work-items leave the loop at different times, but what decides on the operation behind it is read
; from memory that nobody writes meanwhile: it is the same for all, in whichever iteration each of them has read it.
; CHECK: then:
; CHECK-NEXT: call void @__ndweave_barrier()
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="8,1,1" "ndweave-sub-group-size"="4" {
entry:
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %flag = load i32, ptr %p
  %next = add i32 %k, 1
  %again = icmp ult i32 %next, %l
  br i1 %again, label %loop, label %behind
behind:
  %read = phi i32 [ %flag, %loop ]
  %all = icmp eq i32 %read, 0
  br i1 %all, label %then, label %end
then:
  call void @__ndweave_sub_group_barrier()
  br label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare void @__ndweave_sub_group_barrier()
