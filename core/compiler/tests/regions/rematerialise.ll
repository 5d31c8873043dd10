; Computes cheap values again behind a barrier instead of keeping one for every work-item.
; RUN: %opt -passes=rematerialise %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %p, ptr %q, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %base = load i32, ptr %q
  br label %start
start:
  %l = call range(i32 0, 64) i32 @__ndweave_local_id(i32 0)
  %i = add nuw i32 %l, %base
  %wide = zext i32 %i to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %u = load i32, ptr %q, !ndweave.uniform !0
  %j = mul i32 %l, %u
  %x = load float, ptr %at
  %twice = fadd float %x, %x
  %of_twice = fcmp olt float %twice, 1.0
  %rest = urem i32 %l, %n
  %unused = add i32 %l, 7
  store i32 %unused, ptr %q
  br label %next, !ndweave.head !1
; An address made of the id and of what all have: its whole chain is copied, and so is one with a value that the group has
; in common. What the values have in common is there once.
; CHECK: {{^}}next:
; CHECK-DAG: [[L:%.*]] = call range(i32 0, 64) i32 @__ndweave_local_id(i32 0)
; CHECK-DAG: [[J:%.*]] = mul i32 [[L]], %u
; CHECK-DAG: [[I:%.*]] = add nuw i32 [[L]], %base
; CHECK-DAG: [[WIDE:%.*]] = zext i32 [[I]] to i64
; CHECK-DAG: [[AT:%.*]] = getelementptr float, ptr %p, i64 [[WIDE]]
; Arithmetic on real numbers, and a division, are dearer than to keep their results.
; CHECK: store float %twice, ptr [[AT]]
; CHECK-NEXT: %c = icmp ult i32 [[J]], %rest{{$}}
; CHECK-NEXT: br i1 %c, label %some, label %end, !ndweave.head
next:
  store float %twice, ptr %at
  %c = icmp ult i32 %j, %rest
  br i1 %c, label %some, label %end, !ndweave.head !2
some:
  store float 0.0, ptr %p
  br label %end
; The hardest case: a PHI takes the copy of the block that it comes from; the block with the PHI has its own for others.
; A comparison of real numbers is cheap, but what it compares is not.
; CHECK: {{^}}end:
; CHECK-NEXT: %i.phi = phi i32 [ [[I]], %next ], [ 5, %some ]
; CHECK-NEXT: [[L2:%.*]] = call range(i32 0, 64) i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: [[I2:%.*]] = add nuw i32 [[L2]], %base
; CHECK-NEXT: [[WIDE2:%.*]] = zext i32 [[I2]] to i64
; CHECK-NEXT: [[AT2:%.*]] = getelementptr float, ptr %p, i64 [[WIDE2]]
; CHECK-NEXT: %t = select i1 %of_twice, i32 %i.phi, i32 6
; CHECK-NEXT: store i32 %t, ptr [[AT2]]
; CHECK-NEXT: br label %exit
end:
  %i.phi = phi i32 [ %i, %next ], [ 5, %some ]
  %t = select i1 %of_twice, i32 %i.phi, i32 6
  store i32 %t, ptr %at
  br label %exit
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
!0 = !{}
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"barrier"}
