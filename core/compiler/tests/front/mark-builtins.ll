; States what LLVM may assume of the kernel builtins.
; RUN: %opt -passes=mark-builtins %s | FileCheck %s

; No call that waits for others may be duplicated or moved under a branch.
; CHECK-DAG: declare void @__ndweave_barrier() [[BARRIER:#[0-9]+]]
declare void @__ndweave_barrier()
; CHECK-DAG: declare i32 @__ndweave_shuffle_u32(i32, i32) [[SHUFFLE:#[0-9]+]]
declare i32 @__ndweave_shuffle_u32(i32, i32)
; CHECK-DAG: declare i64 @__ndweave_members_shuffle_u64(i64, i32, i64) [[SHUFFLE]]
declare i64 @__ndweave_members_shuffle_u64(i64, i32, i64)
; CHECK-DAG: declare i64 @__ndweave_members_ballot(i32, i64) [[SHUFFLE]]
declare i64 @__ndweave_members_ballot(i32, i64)
; CHECK-DAG: declare void @__ndweave_members_barrier(i64) [[BARRIER]]
declare void @__ndweave_members_barrier(i64)
; Who is active differs from place to place.
; CHECK-DAG: declare i64 @__ndweave_active_lanes() [[SHUFFLE]]
declare i64 @__ndweave_active_lanes()
; CHECK-DAG: declare i64 @__ndweave_group_id(i32) [[OF_GROUP:#[0-9]+]]
declare i64 @__ndweave_group_id(i32)
; The hardest case: an id of the work-item has no effects, but must not be moved out of everything.
; CHECK-DAG: declare i32 @__ndweave_local_id(i32) [[OF_ITEM:#[0-9]+]]
declare i32 @__ndweave_local_id(i32)
; A fence is not free of effects, and need not be convergent.
; CHECK-DAG: declare void @__ndweave_sequential_fence(i32) [[FENCE:#[0-9]+]]
declare void @__ndweave_sequential_fence(i32)
; printf reads its format only, and whatever its other pointers lead to.
; CHECK-DAG: declare i32 @__ndweave_printf(ptr nocapture readonly, ...) [[PRINT:#[0-9]+]]
declare i32 @__ndweave_printf(ptr, ...)
; A call of check mode may end the kernel: it need not return. That of a divergent barrier is none that waits.
; CHECK-DAG: declare void @__ndweave_check_index(i64, i64) [[CHECK:#[0-9]+]]
declare void @__ndweave_check_index(i64, i64)
; CHECK-DAG: declare void @__ndweave_divergent_barrier(i32) [[CHECK]]
declare void @__ndweave_divergent_barrier(i32)
; What is no builtin stays.
; CHECK-DAG: declare void @barrier(){{$}}
declare void @barrier()
declare float @llvm.sqrt.f32(float)

; Whoever calls a function might wait in it.
; CHECK-DAG: define void @calls() [[CONVERGENT:#[0-9]+]] {
define void @calls() {
  call void @barrier()
  ret void
}
; CHECK-DAG: define void @calls_unknown(ptr %f) [[CONVERGENT]] {
define void @calls_unknown(ptr %f) {
  call void %f()
  ret void
}
; Whoever calls intrinsics only does not.
; CHECK-DAG: define float @leaf(float %x) {
define float @leaf(float %x) {
  %y = call float @llvm.sqrt.f32(float %x)
  ret float %y
}
; A function with a body is none of the builtins, whatever its name.
; CHECK-DAG: define i32 @__ndweave_local_of_program() {
define i32 @__ndweave_local_of_program() {
  ret i32 1
}

; CHECK-DAG: attributes [[BARRIER]] = { convergent nounwind willreturn }
; CHECK-DAG: attributes [[SHUFFLE]] = { convergent nounwind willreturn memory(inaccessiblemem: readwrite) }
; CHECK-DAG: attributes [[OF_GROUP]] = { nounwind speculatable willreturn memory(none) }
; CHECK-DAG: attributes [[OF_ITEM]] = { nounwind willreturn memory(none) }
; CHECK-DAG: attributes [[FENCE]] = { nounwind willreturn }
; CHECK-DAG: attributes [[PRINT]] = { nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
; CHECK-DAG: attributes [[CHECK]] = { nounwind }
; CHECK-DAG: attributes [[CONVERGENT]] = { convergent }
