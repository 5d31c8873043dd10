; What some lanes of a warp do together takes their mask.
; RUN: %opt -passes=ptx-lower-builtins %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: [[ACTIVE:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK-NEXT: [[M:%.*]] = zext i32 [[ACTIVE]] to i64
; CHECK-NEXT: [[MASK:%.*]] = trunc i64 [[M]] to i32
; CHECK-NEXT: [[A:%.*]] = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 [[MASK]], i32 %x, i32 %lane, i32 31)
; A number of 64 bits is two words of the same lane.
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 [[MASK2:%.*]], i32 %{{.*}}, i32 %lane, i32 31)
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 [[MASK2]], i32 %{{.*}}, i32 %lane, i32 31)
; CHECK: [[IS_FOR:%.*]] = icmp ne i32 [[A]], 0
; CHECK-NEXT: [[VOTES:%.*]] = call i32 @llvm.nvvm.vote.ballot.sync(i32 %{{.*}}, i1 [[IS_FOR]])
; CHECK-NEXT: zext i32 [[VOTES]] to i64
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 %{{.*}})
; CHECK-NEXT: ret void
define void @kernel(ptr byval([8 x i8]) %functor, ptr %out, i32 %x, i32 %lane) "ndweave-kernel"="nd-range" "ndweave-local-range"="48" {
  %m = call i64 @__ndweave_active_lanes()
  %a = call i32 @__ndweave_members_shuffle_u32(i32 %x, i32 %lane, i64 %m)
  %w = zext i32 %a to i64
  %b = call i64 @__ndweave_members_shuffle_u64(i64 %w, i32 %lane, i64 %m)
  store volatile i64 %b, ptr %out
  %v = call i64 @__ndweave_members_ballot(i32 %a, i64 %m)
  store volatile i64 %v, ptr %out
  call void @__ndweave_members_barrier(i64 %m)
  ret void
}
declare i64 @__ndweave_active_lanes()
declare i32 @__ndweave_members_shuffle_u32(i32, i32, i64)
declare i64 @__ndweave_members_shuffle_u64(i64, i32, i64)
declare i64 @__ndweave_members_ballot(i32, i64)
declare void @__ndweave_members_barrier(i64)
