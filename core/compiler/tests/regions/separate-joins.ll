; Gives a divergent branch a join of its own where it shares one with branches around it.
; RUN: split-file %s %t
; RUN: %opt -passes=separate-joins %t/shared.ll | FileCheck %t/shared.ll
; RUN: %opt -passes=separate-joins %t/nested.ll | FileCheck %t/nested.ll
; RUN: %opt -passes=separate-joins %t/own_already.ll | FileCheck %t/own_already.ll
; RUN: %opt -passes=separate-joins %t/no_common_value.ll | FileCheck %t/no_common_value.ll
; RUN: %opt -passes=separate-joins %t/uniform.ll | FileCheck %t/uniform.ll

;--- shared.ll
; %k depends on %u alone, which is the same for all work-items. Behind a join of all three ways it would count as
; different for them; behind one of %x and %y alone it does not. %d does differ.
; CHECK-LABEL: define void @kernel(
; CHECK: x:
; CHECK: br label %[[OWN:.*]]
; CHECK: y:
; CHECK: br label %[[OWN]]
; CHECK: [[OWN]]:
; CHECK-NEXT: [[D:%.*]] = phi i32 {{\[ (5, %x|6, %y) \], \[ (5, %x|6, %y) \]$}}
; CHECK-NEXT: br label %join
; CHECK: join:
; CHECK-DAG: %k = phi i32 [ 1, %entry ], [ 2, %[[OWN]] ]
; CHECK-DAG: %d = phi i32 [ 4, %entry ], [ [[D]], %[[OWN]] ]
define void @kernel(ptr %p, i1 %u) "ndweave-kernel"="nd-range" "ndweave-local-range"="64" {
entry:
  br i1 %u, label %v, label %join
v:
  %id = call i32 @__ndweave_local_id(i32 0)
  %c = icmp ult i32 %id, 7
  br i1 %c, label %x, label %y
x:
  br label %join
y:
  br label %join
join:
  %k = phi i32 [ 1, %entry ], [ 2, %x ], [ 2, %y ]
  %d = phi i32 [ 4, %entry ], [ 5, %x ], [ 6, %y ]
  store i32 %k, ptr %p
  store i32 %d, ptr %p
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- nested.ll
; The hardest case: a divergent branch within one, whose own way leads to the join as well. The inner one's join comes
; first, and is a way of the outer one.
; CHECK-LABEL: define void @kernel(
; CHECK: v:
; CHECK: br i1 %c, label %w, label %[[OUTER:.*]]
; CHECK: w:
; CHECK: br i1 %e, label %x, label %[[INNER:.*]]
; CHECK: x:
; CHECK: br label %[[INNER]]
; CHECK: [[INNER]]:
; CHECK: br label %[[OUTER]]
; CHECK: [[OUTER]]:
; CHECK-NEXT: [[D:%.*]] = phi i32 {{.*}}[ 6, %[[INNER]] ]
; CHECK-NEXT: br label %join
; CHECK: join:
; CHECK-DAG: %k = phi i32 [ 1, %entry ], [ 2, %[[OUTER]] ]
; CHECK-DAG: %d = phi i32 [ 4, %entry ], [ [[D]], %[[OUTER]] ]
define void @kernel(ptr %p, i1 %u) "ndweave-kernel"="nd-range" "ndweave-local-range"="64" {
entry:
  br i1 %u, label %v, label %join
v:
  %id = call i32 @__ndweave_local_id(i32 0)
  %c = icmp ult i32 %id, 7
  br i1 %c, label %w, label %join
w:
  %e = icmp ult i32 %id, 3
  br i1 %e, label %x, label %join
x:
  store i32 9, ptr %p
  br label %join
join:
  %k = phi i32 [ 1, %entry ], [ 2, %v ], [ 2, %w ], [ 2, %x ]
  %d = phi i32 [ 4, %entry ], [ 5, %v ], [ 6, %w ], [ 6, %x ]
  store i32 %k, ptr %p
  store i32 %d, ptr %p
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- own_already.ll
; A join of one divergent branch alone stays, though it is of three ways.
; CHECK-LABEL: define void @kernel(
; CHECK: join:
; CHECK-NEXT: %k = phi i32 [ 1, %entry ], [ 2, %x ], [ 2, %y ]
; CHECK-NEXT: store
define void @kernel(ptr %p, i1 %u) "ndweave-kernel"="nd-range" "ndweave-local-range"="64" {
entry:
  %id = call i32 @__ndweave_local_id(i32 0)
  %c = icmp ult i32 %id, 7
  br i1 %c, label %v, label %join
v:
  br i1 %u, label %x, label %y
x:
  br label %join
y:
  br label %join
join:
  %k = phi i32 [ 1, %entry ], [ 2, %x ], [ 2, %y ]
  store i32 %k, ptr %p
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- no_common_value.ll
; Nor is anything gained where the branch's ways bring different values.
; CHECK-LABEL: define void @kernel(
; CHECK: join:
; CHECK-NEXT: %k = phi i32 [ 1, %entry ], [ 2, %x ], [ 3, %y ]
; CHECK-NEXT: store
define void @kernel(ptr %p, i1 %u) "ndweave-kernel"="nd-range" "ndweave-local-range"="64" {
entry:
  br i1 %u, label %v, label %join
v:
  %id = call i32 @__ndweave_local_id(i32 0)
  %c = icmp ult i32 %id, 7
  br i1 %c, label %x, label %y
x:
  br label %join
y:
  br label %join
join:
  %k = phi i32 [ 1, %entry ], [ 2, %x ], [ 3, %y ]
  store i32 %k, ptr %p
  ret void
}
declare i32 @__ndweave_local_id(i32)

;--- uniform.ll
; All work-items go one way: %k is the same for them as it is.
; CHECK-LABEL: define void @kernel(
; CHECK: join:
; CHECK-NEXT: %k = phi i32 [ 1, %entry ], [ 2, %x ], [ 2, %y ]
; CHECK-NEXT: store
define void @kernel(ptr %p, i1 %u, i1 %c) "ndweave-kernel"="nd-range" "ndweave-local-range"="64" {
entry:
  br i1 %u, label %v, label %join
v:
  br i1 %c, label %x, label %y
x:
  br label %join
y:
  br label %join
join:
  %k = phi i32 [ 1, %entry ], [ 2, %x ], [ 2, %y ]
  store i32 %k, ptr %p
  ret void
}
