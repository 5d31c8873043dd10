; A product with a loop's counter becomes a sum that steps once an iteration.
; RUN: %opt -passes=strength-reduce-products %s | FileCheck %s

; CHECK-LABEL: define void @product
define void @product(ptr noalias %t, ptr noalias %out, i32 %a, i32 %b) {
; CHECK: loop:
; CHECK-NOT: mul
; CHECK: [[P:%.*]] = phi i32 [ %b, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK-NOT: mul
; CHECK: and i32 [[P]], 1023
; CHECK: [[NEXT]] = add i32 [[P]], %a
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ia = mul i32 %i, %a
  %sum = add i32 %ia, %b
  %index = and i32 %sum, 1023
  %from = getelementptr float, ptr %t, i32 %index
  %v = load float, ptr %from, !llvm.access.group !2
  %to = getelementptr float, ptr %out, i32 %i
  store float %v, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 256
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; The hardest case: a sum that LLVM wrote as i | 256, since i < 256. The product begins at 256 * a.
; CHECK-LABEL: define void @either
define void @either(ptr noalias %t, ptr noalias %out, i32 %a) {
; CHECK: entry:
; CHECK: [[FIRST:%.*]] = {{shl i32 %a, 8|mul i32 %a, 256}}
; CHECK: [[P:%.*]] = phi i32 [ [[FIRST]], %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: and i32 [[P]], 1023
; CHECK: [[NEXT]] = add i32 [[P]], %a
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = or i32 %i, 256
  %product = mul i32 %j, %a
  %index = and i32 %product, 1023
  %from = getelementptr float, ptr %t, i32 %index
  %v = load float, ptr %from, !llvm.access.group !2
  %to = getelementptr float, ptr %out, i32 %i
  store float %v, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 256
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

; What goes into an address or a comparison alone is a scalar for a whole vector, and stays. So does a square, whose
; steps are not equal.
; CHECK-LABEL: define void @stays
define void @stays(ptr noalias %t, ptr noalias %out, i32 %a, i32 %b) {
; CHECK: loop:
; CHECK: %ia = mul i32 %i, %a
; CHECK: %square = mul i32 %i, %i
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %ia = mul i32 %i, %a
  %from = getelementptr float, ptr %t, i32 %ia
  %v = load float, ptr %from, !llvm.access.group !2
  %square = mul i32 %i, %i
  %index = and i32 %square, 1023
  %to = getelementptr float, ptr %out, i32 %index
  store float %v, ptr %to, !llvm.access.group !2
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 256
  br i1 %again, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}


!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
