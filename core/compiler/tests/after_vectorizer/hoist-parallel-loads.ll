; In a parallel loop, a load of one address that every iteration makes before it writes is made once, before the loop.
; RUN: %opt -passes=hoist-parallel-loads %s | FileCheck %s

; CHECK-LABEL: define void @scalar
define void @scalar(ptr %scalars, <4 x ptr> %from, ptr %a, i64 %n) {
; The address is computed before the loop as well. A gather is such a load, too.
; CHECK: entry:
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %scalars, i64 8
; CHECK: load float, ptr [[AT]]
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK: br label %loop
; CHECK: loop:
; CHECK-NOT: {{load|call}}
; CHECK: store <4 x float>
; The hardest case: what may have been written before it is read stays.
; CHECK: load i32, ptr %scalars
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr %scalars, i64 8
  %s = load float, ptr %at, !llvm.access.group !2
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %from, i32 4, <4 x i1> splat (i1 true), <4 x float> poison), !llvm.access.group !2
  %w = insertelement <4 x float> %v, float %s, i64 %i
  %to = getelementptr <4 x float>, ptr %a, i64 %i
  store <4 x float> %w, ptr %to, !llvm.access.group !2
  %late = load i32, ptr %scalars, !llvm.access.group !2
  %other = getelementptr i32, ptr %a, i64 %i
  store i32 %late, ptr %other, !llvm.access.group !2
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; Loads that only some iterations make stay, as do those of addresses that change.
; CHECK-LABEL: define void @stays
define void @stays(ptr %scalars, ptr %a, i64 %n) {
; CHECK: entry:
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK: load i32, ptr %to
; CHECK: some:
; CHECK-NEXT: load i32, ptr %scalars
; CHECK: latch:
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %to = getelementptr i32, ptr %a, i64 %i
  %x = load i32, ptr %to, !llvm.access.group !2
  %taken = icmp eq i32 %x, 0
  br i1 %taken, label %some, label %latch
some:
  %s = load i32, ptr %scalars, !llvm.access.group !2
  store i32 %s, ptr %to, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; The loop is not parallel: a store of one iteration may be read by the next.
; CHECK-LABEL: define void @in_order
define void @in_order(ptr %scalars, ptr %a, i64 %n) {
; CHECK: loop:
; CHECK: load float, ptr %scalars
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = load float, ptr %scalars
  %to = getelementptr float, ptr %a, i64 %i
  store float %s, ptr %to
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; An inner loop reads what its own earlier iterations wrote, though those of the outer one are independent: there may be
; one.
; CHECK-LABEL: define void @sum_in_memory
define void @sum_in_memory(ptr %sum, ptr %a, i64 %n) {
; CHECK: {{^}}inner:
; CHECK: load i32, ptr %sum
; CHECK: ret void
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %s = load i32, ptr %sum, !llvm.access.group !2
  %from = getelementptr i32, ptr %a, i64 %j
  %x = load i32, ptr %from, !llvm.access.group !2
  %t = add i32 %s, %x
  store i32 %t, ptr %sum, !llvm.access.group !2
  %j.next = add nuw i64 %j, 1
  %more = icmp ult i64 %j.next, 10
  br i1 %more, label %inner, label %latch
latch:
  %i.next = add nuw i64 %i, 1
  %again = icmp ult i64 %i.next, %n
  br i1 %again, label %outer, label %exit, !llvm.loop !0
exit:
  ret void
}

declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
