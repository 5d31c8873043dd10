; A load from one of two addresses becomes two loads, each under its condition.
; RUN: %opt -passes=split-selected-loads %s | FileCheck %s

; A tile and what lies around it.
; CHECK-LABEL: define void @tile
define void @tile(ptr %tile, ptr %all, ptr %out, i64 %from) {
; CHECK: %inside = icmp ult i64 %i, 60
; CHECK: [[FIRST:%.*]] = freeze i1 %inside
; CHECK-NEXT: br i1 [[FIRST]], label %[[YES:.*]], label %[[NO:.*]]
; CHECK: [[YES]]:
; CHECK-NEXT: [[A:%.*]] = getelementptr float, ptr %in.tile, i64 %from
; CHECK-NEXT: [[X:%.*]] = load float, ptr [[A]], align 4, !llvm.access.group
; CHECK: [[NO]]:
; CHECK-NEXT: [[B:%.*]] = getelementptr float, ptr %in.all, i64 %from
; CHECK-NEXT: [[Y:%.*]] = load float, ptr [[B]], align 4, !llvm.access.group
; CHECK: %v = phi float [ [[X]], %[[YES]] ], [ [[Y]], %[[NO]] ]
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %inside = icmp ult i64 %i, 60
  %in.tile = getelementptr float, ptr %tile, i64 %i
  %in.all = getelementptr float, ptr %all, i64 %i
  %chosen = select i1 %inside, ptr %in.tile, ptr %in.all
  %at = getelementptr float, ptr %chosen, i64 %from
  %v = load float, ptr %at, align 4, !llvm.access.group !2
  %to = getelementptr float, ptr %out, i64 %i
  store float %v, ptr %to, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; An index between two bounds is one of three, of which two are the same for all.
; CHECK-LABEL: define void @clamped
define void @clamped(ptr %row, ptr %out, i64 %last) {
; CHECK: [[BELOW:%.*]] = icmp slt i64 %below, 63
; CHECK: freeze i1 [[BELOW]]
; CHECK: [[ABOVE:%.*]] = icmp sgt i64 %on, 0
; CHECK: freeze i1 [[ABOVE]]
; CHECK: getelementptr float, ptr %row, i64 %on
; CHECK-NEXT: load float
; CHECK: getelementptr float, ptr %row, i64 0
; CHECK-NEXT: load float
; CHECK: getelementptr float, ptr %row, i64 63
; CHECK-NEXT: load float
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %on = add nsw i64 %i, -2
  %below = call i64 @llvm.smax.i64(i64 %on, i64 0)
  %index = call i64 @llvm.smin.i64(i64 %below, i64 63)
  %at = getelementptr float, ptr %row, i64 %index
  %v = load float, ptr %at, align 4, !llvm.access.group !2
  %to = getelementptr float, ptr %out, i64 %i
  store float %v, ptr %to, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; The hardest case: the address is that of the way there, and on another way nothing is loaded.
; CHECK-LABEL: define void @ways
define void @ways(ptr %tile, ptr %all, ptr %out) {
; CHECK: inner:
; CHECK-NEXT: %in.tile = getelementptr float, ptr %tile, i64 %i
; CHECK: [[A:%.*]] = getelementptr float, ptr %in.tile, i64 1
; CHECK: [[X:%.*]] = load float, ptr [[A]]
; CHECK: outer:
; CHECK: br i1 %known, label %[[EDGE:.*]], label %done
; CHECK: [[EDGE]]:
; CHECK-NEXT: [[B:%.*]] = getelementptr float, ptr %in.all, i64 1
; CHECK-NEXT: [[Y:%.*]] = load float, ptr [[B]]
; CHECK: either:
; CHECK-NEXT: %v = phi float [ [[Y]], %[[EDGE]] ], [ [[X]], %inner ]
; CHECK-NEXT: fadd float %v, 1.0
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %done ]
  %inside = icmp ult i64 %i, 60
  br i1 %inside, label %inner, label %outer
inner:
  %in.tile = getelementptr float, ptr %tile, i64 %i
  br label %either
outer:
  %in.all = getelementptr float, ptr %all, i64 %i
  %known = icmp ult i64 %i, 62
  br i1 %known, label %either, label %done
either:
  %chosen = phi ptr [ %in.tile, %inner ], [ %in.all, %outer ]
  %at = getelementptr float, ptr %chosen, i64 1
  %v = load float, ptr %at, align 4, !llvm.access.group !2
  %sum = fadd float %v, 1.0
  br label %done
done:
  %result = phi float [ %sum, %either ], [ 0.0, %outer ]
  %to = getelementptr float, ptr %out, i64 %i
  store float %result, ptr %to, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; Left alone: what stays a gather on one side, bytes, which are not gathered, and loads behind a store on the way.
; CHECK-LABEL: define void @others
define void @others(ptr %row, ptr %rows, ptr %out) {
; CHECK: %a = load float, ptr %chosen
; CHECK: %b = load i8, ptr %chosen.byte
; CHECK: either:
; CHECK: store i8 %b, ptr %to.byte
; CHECK-NEXT: %c = load float, ptr %way
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %either ]
  %inside = icmp ult i64 %i, 60
  %near = getelementptr float, ptr %row, i64 %i
  %far = getelementptr [7 x float], ptr %rows, i64 %i
  %chosen = select i1 %inside, ptr %near, ptr %far
  %a = load float, ptr %chosen, align 4, !llvm.access.group !2
  %near.byte = getelementptr i8, ptr %row, i64 %i
  %far.byte = getelementptr i8, ptr %rows, i64 %i
  %chosen.byte = select i1 %inside, ptr %near.byte, ptr %far.byte
  %b = load i8, ptr %chosen.byte, align 1, !llvm.access.group !2
  %other = getelementptr float, ptr %rows, i64 %i
  %below = icmp ult i64 %i, 30
  br i1 %below, label %one, label %two
one:
  br label %either
two:
  br label %either
either:
  %way = phi ptr [ %near, %one ], [ %other, %two ]
  %to.byte = getelementptr i8, ptr %out, i64 %i
  store i8 %b, ptr %to.byte, align 1, !llvm.access.group !2
  %c = load float, ptr %way, align 4, !llvm.access.group !2
  %sum = fadd float %a, %c
  %to = getelementptr float, ptr %out, i64 %i
  store float %sum, ptr %to, align 4, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
