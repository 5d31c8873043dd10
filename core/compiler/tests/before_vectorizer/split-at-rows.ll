; Loops whose counter is divided by a width run row by row.
; RUN: %opt -passes=split-at-rows %s | FileCheck %s

; CHECK-LABEL: define void @grid
define void @grid(ptr noalias %in, ptr noalias %out, i64 %begin, i64 %n, i64 %w, i64 %p) {
; CHECK: entry:
; CHECK: [[TOTAL:%.*]] = add i64 {{.*}}, 1
; CHECK: br label %row
; CHECK: row:
; CHECK: [[DONE:%.*]] = phi i64 [ 0, %entry ], [ [[DONE_NEXT:%.*]], %row.next ]
; CHECK: [[LEFT:%.*]] = sub i64 [[TOTAL]], [[DONE]]
; CHECK: [[Y:%.*]] = udiv i64
; CHECK: sub i64
; CHECK: [[X0:%.*]] = freeze i64
; CHECK: [[LENGTH:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64
; CHECK: loop:
; CHECK: [[POSITION:%.*]] = phi i64 [ 0, %row ], [ [[NEXT:%.*]], %loop ]
; CHECK: [[X:%.*]] = add nuw i64 [[X0]], [[POSITION]]
; CHECK-NOT: urem
; CHECK-NOT: udiv
; CHECK: mul i64 [[Y]], %p
; CHECK: [[NEXT]] = add nuw nsw i64 [[POSITION]], 1
; CHECK: [[AGAIN:%.*]] = icmp ult i64 [[NEXT]], [[LENGTH]]
; CHECK: br i1 [[AGAIN]], label %loop, label %row.next, !llvm.loop
; CHECK: row.next:
; CHECK: [[DONE_NEXT]] = add nuw nsw i64 [[DONE]], [[LENGTH]]
; CHECK: icmp ult i64 [[DONE_NEXT]], [[TOTAL]]
entry:
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %x = urem i64 %i, %w
  %y = udiv i64 %i, %w
  %line = mul i64 %y, %p
  %at = add i64 %x, %line
  %from = getelementptr double, ptr %in, i64 %at
  %v = load double, ptr %from, !llvm.access.group !2
  %to = getelementptr double, ptr %out, i64 %at
  store double %v, ptr %to, !llvm.access.group !2
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; Numbers with a sign, of fewer bits, under a condition: a width of zero or less is met where the loop may never divide.
; CHECK-LABEL: define void @signed
define void @signed(ptr noalias %in, ptr noalias %out, i32 %n, i32 %w) {
; CHECK: row:
; CHECK: [[W:%.*]] = freeze i32 %w
; CHECK: [[ZERO:%.*]] = icmp eq i32 [[W]], 0
; CHECK: [[SAFE:%.*]] = select i1 [[ZERO]], i32 1, i32 [[W]]
; CHECK: [[NEGATIVE:%.*]] = icmp slt i32 [[SAFE]], 0
; CHECK: sub i32 0, [[SAFE]]
; CHECK: udiv i32
; CHECK: loop:
; CHECK-NOT: srem
; CHECK-NOT: sdiv
; CHECK: row.next:
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %inside = icmp sgt i32 %w, 0
  br i1 %inside, label %divide, label %latch
divide:
  %x = srem i32 %i, %w
  %y = sdiv i32 %i, %w
  %at = add i32 %x, %y
  %wide = sext i32 %at to i64
  %from = getelementptr float, ptr %in, i64 %wide
  %v = load float, ptr %from, !llvm.access.group !2
  %to = getelementptr float, ptr %out, i32 %i
  store float %v, ptr %to, !llvm.access.group !2
  br label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; A number that is cut to 32 bits is poison where it would be negative.
; CHECK-LABEL: define void @cut
define void @cut(ptr noalias %out, i64 %begin, i64 %n, i32 %w) {
; CHECK: row:
; CHECK: loop:
; CHECK-NOT: srem
entry:
  %first = lshr i64 %begin, 1
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %low = trunc nuw nsw i64 %i to i32
  %x = srem i32 %low, %w
  %to = getelementptr double, ptr %out, i32 %x
  store double 1.0, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; So is one of a group's, made of 32 bits.
; CHECK-LABEL: define void @cut_first
define void @cut_first(ptr noalias %out, i64 %group, i32 %n, i32 %w) {
; CHECK: row:
; CHECK: loop:
; CHECK-NOT: srem
entry:
  %number = lshr i64 %group, 1
  %low = trunc nuw nsw i64 %number to i32
  %first = shl nuw nsw i32 %low, 8
  br label %loop
loop:
  %l = phi i32 [ 0, %entry ], [ %next, %loop ]
  %i = or disjoint i32 %first, %l
  %x = srem i32 %i, %w
  %to = getelementptr double, ptr %out, i32 %x
  store double 1.0, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i32 %l, 1
  %again = icmp ult i32 %next, 256
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; The hardest case: two widths, as of a grid of three dimensions. A row ends where either quotient changes.
; CHECK-LABEL: define void @three
define void @three(ptr noalias %out, i64 %n, i64 %w, i64 %wh) {
; CHECK: row:
; CHECK: udiv i64 {{.*}}, {{.*}}
; CHECK: call i64 @llvm.umin.i64
; CHECK: call i64 @llvm.umin.i64
; CHECK: udiv i64 {{.*}}, {{.*}}
; CHECK: call i64 @llvm.umin.i64
; CHECK: call i64 @llvm.umin.i64
; CHECK: loop:
; CHECK-NOT: {{udiv|urem}}
; CHECK: row.next:
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = urem i64 %i, %w
  %z = udiv i64 %i, %wh
  %at = add i64 %x, %z
  %to = getelementptr double, ptr %out, i64 %at
  store double 1.0, ptr %to, !llvm.access.group !2
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; These stay: a short width that is known, a step of two, a width of the iteration's own, numbers that may be
; negative.
; CHECK-LABEL: define i64 @stays
define i64 @stays(ptr noalias %out, i64 %n, i64 %w, ptr noalias %widths) {
; CHECK-NOT: row:
; CHECK: loop:
; CHECK: urem i64 %i, 48
; CHECK: udiv i64 %double, %w
; CHECK: udiv i64 %i, %own
; CHECK: srem i64 %shifted, %w
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %short = urem i64 %i, 48
  %double = mul i64 %i, 2
  %q = udiv i64 %double, %w
  %width = getelementptr i64, ptr %widths, i64 %i
  %own = load i64, ptr %width, !llvm.access.group !2
  %r = udiv i64 %i, %own
  %shifted = add i64 %i, -5
  %s = srem i64 %shifted, %w
  %a = add i64 %short, %q
  %b = add i64 %r, %s
  %at = add i64 %a, %b
  %to = getelementptr double, ptr %out, i64 %at
  store double 1.0, ptr %to, !llvm.access.group !2
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret i64 0
}

; What an iteration gives to the next one, and what is used behind the loop, goes from row to row.
; CHECK-LABEL: define double @sum
define double @sum(ptr noalias %in, i64 %n, i64 %w) {
; CHECK: row:
; CHECK: [[ROW:%.*]] = phi double [ 1.000000e+00, %entry ], [ [[LEFT:%.*]], %row.next ]
; CHECK: loop:
; CHECK: phi double [ [[ROW]], %row ], [ [[ADDED:%.*]], %loop ]
; CHECK-NOT: urem
; CHECK: row.next:
; CHECK-DAG: [[LEFT]] = phi double [ [[ADDED]], %loop ]
; CHECK-DAG: [[LAST:%.*]] = phi double [ [[ADDED]], %loop ]
; CHECK: exit:
; CHECK: phi double [ [[LAST]], %row.next ]
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 1.0, %entry ], [ %added, %loop ]
  %x = urem i64 %i, %w
  %from = getelementptr double, ptr %in, i64 %x
  %v = load double, ptr %from
  %added = fadd double %s, %v
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %result = phi double [ %added, %loop ]
  ret double %result
}

; Rows of planes, from the number within a plane. A number that grows by one begins anew in each row.
; CHECK-LABEL: define void @planes
define void @planes(ptr noalias %out, i64 %n, i32 %w, i32 %wh) {
; CHECK: row:
; CHECK: %k.row = add i32 1, %{{.*}}
; CHECK: [[ROW:row[0-9]+]]:
; CHECK: [[BEGIN:%.*]] = add i32 %k.row, %{{.*}}
; CHECK: loop:
; CHECK: %k = phi i32 [ [[BEGIN]], %[[ROW]] ]
; CHECK-NOT: {{div|rem i}}
; CHECK: row.next:
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %k = phi i32 [ 1, %entry ], [ %k.next, %loop ]
  %cell = srem i32 %k, %wh
  %y = sdiv i32 %cell, %w
  %x = srem i32 %cell, %w
  %a = add i32 %x, %y
  %at = zext i32 %a to i64
  %to = getelementptr double, ptr %out, i64 %at
  store double 1.0, ptr %to, !llvm.access.group !2
  %k.next = add nuw nsw i32 %k, 1
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
