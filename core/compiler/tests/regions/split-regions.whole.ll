; All steps of the work-item loops on a kernel with one barrier: what one work-item does becomes what its work-group does.
; The steps and their options are those of work_item_loop_steps(); each one alone is in the test of its name.
;
;     tile[l] = in[i]; barrier; out[i] = in[i] + tile[63 - l]
;
; DEFINE: %{ids} = choose-group-shape<256>,canonical-ids
; DEFINE: %{form} = group-invariants,simplify-kernel,separate-joins,group-invariants
; DEFINE: %{loops} = check-private-arrays,mask-loops,divide-into-strips<64>
; DEFINE: %{plan} = private-layout,split-at-barriers,implicit-barriers
; DEFINE: %{values} = rematerialise,private-memory,spill-values
; DEFINE: %{split} = split-regions,narrow-item-loops,strip-loop
; RUN: %opt -passes='%{ids},%{form},%{loops},%{plan},%{values},%{split},simplifycfg' %s | FileCheck %s

define void @kernel(ptr %functor) "ndweave-kernel"="nd-range" "ndweave-functor-size"="16" "ndweave-local-range"="64" {
; The prologue: what the work-items have in common, and an array for the value that each keeps across the barrier.
; CHECK: define void @kernel(ptr noalias readonly %functor) #0
; CHECK-NEXT: entry:
; CHECK-NEXT: [[KEPT:%.*]] = alloca [64 x float], align 64
; CHECK-NEXT: %in = load ptr, ptr %functor
; CHECK-NEXT: %p8 = getelementptr i8, ptr %functor, i64 8
; CHECK-NEXT: %out = load ptr, ptr %p8
; CHECK-NEXT: %tile = call ptr @__ndweave_local_memory()
; CHECK-NEXT: [[GROUP:%.*]] = call i64 @__ndweave_group_id(i32 0)
; CHECK-NEXT: [[FIRST:%.*]] = shl nuw nsw i64 [[GROUP]], 6
; CHECK-NEXT: br label %[[BEFORE:.*]]
entry:
  %in = load ptr, ptr %functor
  %p8 = getelementptr i8, ptr %functor, i64 8
  %out = load ptr, ptr %p8
  %tile = call ptr @__ndweave_local_memory()
  %l = call i32 @__ndweave_local_id(i32 0)
  %i = call i64 @__ndweave_global_id(i32 0)
; A loop over the work-items for what is before the barrier. The index is made of the group's and the loop's.
; CHECK: [[BEFORE]]:
; CHECK-NEXT: [[L1:%.*]] = phi i32 [ 0, %entry ], [ [[NEXT1:%.*]], %[[BEFORE]] ]
; CHECK: [[I1:%.*]] = or disjoint i64 [[FIRST]], %{{.*}}
; CHECK-NEXT: [[FROM:%.*]] = getelementptr float, ptr %in, i64 [[I1]]
; CHECK-NEXT: [[X:%.*]] = load float, ptr [[FROM]]
; CHECK-NEXT: [[PUT:%.*]] = getelementptr float, ptr %tile, i64
; CHECK-NEXT: store float [[X]], ptr [[PUT]]
; CHECK: [[TO_KEEP:%.*]] = getelementptr inbounds float, ptr [[KEPT]], i64
; CHECK-NEXT: store float [[X]], ptr [[TO_KEEP]]
; CHECK-NEXT: [[NEXT1]] = add nuw nsw i32 [[L1]], 1
; CHECK-NEXT: [[AGAIN1:%.*]] = icmp ult i32 [[NEXT1]], 64
; CHECK-NEXT: br i1 [[AGAIN1]], label %[[BEFORE]], label %[[BEHIND:.*]], !llvm.loop
  %from = getelementptr float, ptr %in, i64 %i
  %x = load float, ptr %from
  %put = getelementptr float, ptr %tile, i32 %l
  store float %x, ptr %put
  call void @__ndweave_barrier()
; CHECK: ret void
; And one for what is behind it. The index is computed again, from this loop's; only the value comes from memory.
; CHECK: [[BEHIND]]:
; CHECK-NEXT: [[L2:%.*]] = phi i32
; CHECK: [[FROM_KEPT:%.*]] = getelementptr inbounds float, ptr [[KEPT]], i64
; CHECK-NEXT: [[X2:%.*]] = load float, ptr [[FROM_KEPT]]
; CHECK: [[I2:%.*]] = or disjoint i64 [[FIRST]], %{{.*}}
; CHECK: [[MIRRORED:%.*]] = xor i32 [[L2]], 63
; CHECK: [[GET:%.*]] = getelementptr float, ptr %tile, i64
; CHECK-NEXT: [[Y:%.*]] = load float, ptr [[GET]]
; CHECK-NEXT: [[SUM:%.*]] = fadd float [[X2]], [[Y]]
; CHECK-NEXT: [[TO:%.*]] = getelementptr float, ptr %out, i64 [[I2]]
; CHECK-NEXT: store float [[SUM]], ptr [[TO]]
; CHECK: br i1 %{{.*}}, label %[[BEHIND]], label %{{.*}}, !llvm.loop
; CHECK: attributes #0 = {{{.*}} "ndweave-group"="64,1,1" {{.*}} "ndweave-runs-group" }
  %mirrored = sub i32 63, %l
  %get = getelementptr float, ptr %tile, i32 %mirrored
  %y = load float, ptr %get
  %sum = fadd float %x, %y
  %to = getelementptr float, ptr %out, i64 %i
  store float %sum, ptr %to
  ret void
}

declare ptr @__ndweave_local_memory() memory(none)
declare i32 @__ndweave_local_id(i32)
declare i64 @__ndweave_global_id(i32)
declare void @__ndweave_barrier() convergent
