; The lines that a work-group's last loop writes are fetched while an earlier loop computes.
; RUN: sed 's/OFFSET/%%offset/; s/COUNT/512/; s/HINT//' %s | %opt -passes=prefetch-results - | FileCheck %s
; RUN: sed 's/OFFSET/%%offset/; s/COUNT/%%n/; s/HINT//' %s | %opt -passes=prefetch-results - | FileCheck %s --check-prefix=AHEAD
; RUN: sed 's/OFFSET/0/; s/COUNT/512/; s/HINT//' %s | %opt -passes=prefetch-results - | FileCheck %s --check-prefix=NONE
; RUN: sed 's/OFFSET/%%offset/; s/COUNT/512/; s/HINT/, !nontemporal !1/' %s | %opt -passes=prefetch-results - | FileCheck %s --check-prefix=NONE
; RUN: sed 's/OFFSET/%%offset/; s/COUNT/512/; s/HINT//; s/ptr %%scratch, i64 %%j/ptr %%row, i64 %%j/' %s | %opt -passes=prefetch-results - | FileCheck %s --check-prefix=NONE

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; Both loops run 32 iterations, so that each iteration of the first one fetches a line of 64 bytes for writing.
; CHECK-LABEL: compute:
; CHECK: [[LINE:%.*]] = phi ptr [ {{.*}}, %group ], [ [[ON:%.*]], %compute ]
; CHECK: call void @llvm.prefetch.p0(ptr {{.*}}, i32 1, i32 3, i32 1)
; CHECK: [[ON]] = getelementptr i8, ptr [[LINE]], i64 64
; CHECK: write:
; CHECK-NOT: call
; CHECK: ret void

; The hardest case: nobody knows how often the first loop runs. The last one fetches the next group's lines, which begin
; 2048 bytes behind its own.
; AHEAD-LABEL: group:
; AHEAD: [[THIS:%.*]] = shl i64 %g, 11
; AHEAD: [[OTHER:%.*]] = add i64 [[THIS]], 2048
; AHEAD: [[FIRST:%.*]] = getelementptr i8, ptr %out, i64 [[OTHER]]
; AHEAD-LABEL: compute:
; AHEAD-NOT: call
; AHEAD-LABEL: write:
; AHEAD: [[LINE:%.*]] = phi ptr [ [[FIRST]], %between ], [ [[ON:%.*]], %write ]
; AHEAD: call void @llvm.prefetch.p0(ptr {{.*}}, i32 1, i32 3, i32 1)
; AHEAD: [[ON]] = getelementptr i8, ptr [[LINE]], i64 64

; Nothing is fetched where every group writes the same lines, which are in the cache, where the stores go past the
; caches, and where the function reads through the pointer, too.
; NONE-LABEL: define void @kernel
; NONE-NOT: call
; NONE: ret void

define void @kernel(ptr %launch, ptr %scratch, i64 %groups, i64 %n) {
entry:
  %functor = load ptr, ptr %launch, !invariant.load !0
  %out = load ptr, ptr %functor, !invariant.load !0
  br label %group
group:
  %g = phi i64 [ 0, %entry ], [ %g.next, %done ]
  %offset = mul i64 %g, 2048
  %row = getelementptr i8, ptr %out, i64 OFFSET
  br label %compute
compute:
  %i = phi i64 [ 0, %group ], [ %i.next, %compute ]
  %s = getelementptr float, ptr %scratch, i64 %i
  %v = load <16 x float>, ptr %s, align 4
  %w = fmul <16 x float> %v, %v
  store <16 x float> %w, ptr %s, align 4
  %i.next = add nuw nsw i64 %i, 16
  %i.again = icmp ult i64 %i.next, COUNT
  br i1 %i.again, label %compute, label %between
between:
  br label %write
write:
  %j = phi i64 [ 0, %between ], [ %j.next, %write ]
  %from = getelementptr float, ptr %scratch, i64 %j
  %x = load <16 x float>, ptr %from, align 4
  %to = getelementptr inbounds float, ptr %row, i64 %j
  store <16 x float> %x, ptr %to, align 4HINT
  %j.next = add nuw nsw i64 %j, 16
  %j.again = icmp ult i64 %j.next, 512
  br i1 %j.again, label %write, label %done
done:
  %g.next = add nuw nsw i64 %g, 1
  %more = icmp ult i64 %g.next, %groups
  br i1 %more, label %group, label %exit
exit:
  ret void
}

!0 = !{}
!1 = !{i32 1}
