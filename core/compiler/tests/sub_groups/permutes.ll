; Shuffles from lanes that are known become permutes; what is the same in all lanes needs neither.
; RUN: %opt -passes=permutes %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="12,1,1" "ndweave-sub-group-size"="4" "ndweave-lanes"="4,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %p = getelementptr i32, ptr %f, i32 %l
  %x = load i32, ptr %p
  %w = zext i32 %x to i64
; CHECK: [[A:%.*]] = call i32 @__ndweave_permute_u32(i32 %x, <4 x i32> <i32 1, i32 0, i32 3, i32 2>) #[[CONVERGENT:[0-9]+]]
; CHECK-NEXT: store volatile i32 [[A]], ptr %f
  %other = xor i32 %l, 1
  %a = call i32 @__ndweave_shuffle_u32(i32 %x, i32 %other)
  store volatile i32 %a, ptr %f
; The hardest case: a shift that ends at the last lane. Lanes are counted modulo the size.
; CHECK: [[B:%.*]] = call i64 @__ndweave_permute_u64(i64 %w, <4 x i32> <i32 1, i32 2, i32 1, i32 1>) #[[CONVERGENT]]
; CHECK-NEXT: store volatile i64 [[B]], ptr %f
  %next = add i32 %l, 1
  %there = icmp ult i32 %next, 3
  %or = select i1 %there, i32 %next, i32 9
  %b = call i64 @__ndweave_shuffle_u64(i64 %w, i32 %or)
  store volatile i64 %b, ptr %f
; Lanes that only the launch knows, or other lanes do.
; CHECK-NEXT: %c = call i32 @__ndweave_shuffle_u32(i32 %x, i32 %n)
; CHECK-NEXT: %d = call i32 @__ndweave_shuffle_u32(i32 %x, i32 %c)
; CHECK-NEXT: store volatile i32 %d, ptr %f
  %c = call i32 @__ndweave_shuffle_u32(i32 %x, i32 %n)
  %d = call i32 @__ndweave_shuffle_u32(i32 %x, i32 %c)
  store volatile i32 %d, ptr %f
; CHECK-NEXT: store volatile i32 %n, ptr %f
; CHECK-NEXT: ret void
  %e = call i32 @__ndweave_shuffle_u32(i32 %n, i32 %x)
  store volatile i32 %e, ptr %f
  ret void
}

; CHECK: attributes #[[CONVERGENT]] = { convergent }
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_shuffle_u32(i32, i32)
declare i64 @__ndweave_shuffle_u64(i64, i32)
