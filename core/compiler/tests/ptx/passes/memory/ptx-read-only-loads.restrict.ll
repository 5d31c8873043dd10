; Loads through a function's `restrict` pointers, once it is inlined: its scopes set them apart from the stores.
; RUN: %opt -passes='function(ptx-read-only-loads)' %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: %x = load float, ptr addrspace(1) %a, {{.*}}!invariant.load
; CHECK: ret void
define void @kernel(ptr addrspace(1) %a, ptr addrspace(1) %b) "ndweave-kernel"="basic" {
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  %x = load float, ptr addrspace(1) %a, !noalias !2
  store float %x, ptr addrspace(1) %b, !alias.scope !2
  ret void
}

; The hardest case: the function is called in a loop with its pointers in turns. Each call keeps what it promises, but a
; work-item reads what it, or behind a barrier another one, wrote in the call before.
; CHECK-LABEL: define void @in_turns(
; CHECK-NOT: !invariant.load
; CHECK: ret void
define void @in_turns(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "ndweave-kernel"="basic" {
start:
  br label %call
call:
  %i = phi i32 [ 0, %start ], [ %next, %call ]
  %from = phi ptr addrspace(1) [ %a, %start ], [ %to, %call ]
  %to = phi ptr addrspace(1) [ %b, %start ], [ %from, %call ]
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  %x = load float, ptr addrspace(1) %from, !noalias !2
  store float %x, ptr addrspace(1) %to, !alias.scope !2
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %call, label %done
done:
  ret void
}

; A store outside of the call may be of the same memory.
; CHECK-LABEL: define void @outside(
; CHECK-NOT: !invariant.load
; CHECK: ret void
define void @outside(ptr addrspace(1) %a, ptr addrspace(1) %b) "ndweave-kernel"="basic" {
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  %x = load float, ptr addrspace(1) %a, !noalias !2
  store float %x, ptr addrspace(1) %b, !alias.scope !2
  store float 0.0, ptr addrspace(1) %b
  ret void
}

; Scopes whose declarations are gone prove nothing.
; CHECK-LABEL: define void @undeclared(
; CHECK-NOT: !invariant.load
; CHECK: ret void
define void @undeclared(ptr addrspace(1) %a, ptr addrspace(1) %b) "ndweave-kernel"="basic" {
  %x = load float, ptr addrspace(1) %a, !noalias !2
  store float %x, ptr addrspace(1) %b, !alias.scope !2
  ret void
}
declare void @llvm.experimental.noalias.scope.decl(metadata)
!0 = distinct !{!0, !"add"}
!1 = distinct !{!1, !0, !"add: %b"}
!2 = !{!1}
