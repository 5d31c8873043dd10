; What `restrict` promises holds for the calls of both work-items at once: their copies share its scopes.
; RUN: %opt -passes=coarsen %s | FileCheck %s

; CHECK-LABEL: define internal void @copy(
; CHECK: call void @llvm.experimental.noalias.scope.decl(metadata [[SCOPES:![0-9]+]])
; CHECK: br i1
; CHECK-NOT: call void @llvm.experimental.noalias.scope.decl
; CHECK: load float, {{.*}}, !noalias [[SCOPES]]
; CHECK: load float, {{.*}}, !noalias [[SCOPES]]
; CHECK: store float {{.*}}, !alias.scope [[SCOPES]]
; CHECK: store float {{.*}}, !alias.scope [[SCOPES]]
; CHECK-NOT: call void @llvm.experimental.noalias.scope.decl
; CHECK: "ndweave-coarsening"="2"
define internal void @copy(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="64" {
  %to = load ptr, ptr %f
  %second = getelementptr i8, ptr %f, i64 8
  %from = load ptr, ptr %second
  %id = call i64 @__ndweave_global_id(i32 0)
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  %p = getelementptr float, ptr %from, i64 %id
  %q = getelementptr float, ptr %to, i64 %id
  %x = load float, ptr %p, !noalias !2
  store float %x, ptr %q, !alias.scope !2
  ret void
}
declare i64 @__ndweave_global_id(i32)
declare void @llvm.experimental.noalias.scope.decl(metadata)
!0 = distinct !{!0, !"copy"}
!1 = distinct !{!1, !0, !"copy: %to"}
!2 = !{!1}
