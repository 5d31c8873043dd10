; RUN: %opt -passes=rematerialise %s | FileCheck %s

; Of an address that is chosen, both addresses are computed again, and the condition where that is cheap, too. Only a
; condition that is dear is kept.
; CHECK-LABEL: define void @chosen(
define void @chosen(ptr %p, ptr %q, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 64) i32 @__ndweave_local_id(i32 0)
  %rest = urem i32 %l, %n
  %dear = icmp eq i32 %rest, 0
  %cheap = icmp ult i32 %l, 60
  %a = getelementptr float, ptr %p, i32 %l
  %b = getelementptr float, ptr %q, i32 %l
  %one = select i1 %dear, ptr %a, ptr %b
  %two = select i1 %cheap, ptr %b, ptr %a
  store float 0.0, ptr %one
  store float 0.0, ptr %two
  br label %next, !ndweave.head !1
; CHECK: {{^}}next:
; CHECK-DAG: [[L:%.*]] = call range(i32 0, 64) i32 @__ndweave_local_id(i32 0)
; CHECK-DAG: [[A:%.*]] = getelementptr float, ptr %p, i32 [[L]]
; CHECK-DAG: [[B:%.*]] = getelementptr float, ptr %q, i32 [[L]]
; CHECK-DAG: [[CHEAP:%.*]] = icmp ult i32 [[L]], 60
; CHECK-DAG: [[ONE:%.*]] = select i1 %dear, ptr [[A]], ptr [[B]]
; CHECK-DAG: [[TWO:%.*]] = select i1 [[CHEAP]], ptr [[B]], ptr [[A]]
; CHECK: store float 1.000000e+00, ptr [[ONE]]
; CHECK-NEXT: store float 1.000000e+00, ptr [[TWO]]
next:
  store float 1.0, ptr %one
  store float 1.0, ptr %two
  br label %exit, !ndweave.head !2
exit:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
!1 = !{i32 0, !"start"}
!2 = !{i32 1, !"barrier"}
