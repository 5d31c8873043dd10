; Innermost loops are unrolled as far as nvcc unrolls them.
; RUN: %opt -for-gpu=sm_90 -passes='function(ptx-unroll-loops)' %s | FileCheck %s

; Four iterations in one where their number is not known, and the rest written out: LLVM itself leaves a loop of this size
; as it is.
; CHECK-LABEL: define float @unknown(
; CHECK: iteration:
; CHECK-COUNT-4: call float @llvm.nvvm.sqrt.rn.f(
; CHECK: br i1 {{.*}}, label %iteration, {{.*}}, !llvm.loop
; CHECK-COUNT-3: call float @llvm.nvvm.sqrt.rn.f(
; CHECK-NOT: call float @llvm.nvvm.sqrt
define float @unknown(ptr addrspace(1) %a, i32 %n) {
start:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %iteration, label %done
iteration:
  %i = phi i32 [ 0, %start ], [ %next, %iteration ]
  %s = phi float [ 0.0, %start ], [ %sum, %iteration ]
  %p = getelementptr float, ptr addrspace(1) %a, i32 %i
  %x = load float, ptr addrspace(1) %p
  %a1 = fmul float %x, 3.0
  %a2 = fadd float %a1, 5.0
  %a3 = fmul float %a2, %x
  %a4 = fadd float %a3, 7.0
  %a5 = fmul float %a4, %x
  %a6 = fadd float %a5, 9.0
  %a7 = fmul float %a6, %x
  %a8 = fadd float %a7, 11.0
  %a9 = fmul float %a8, %x
  %a10 = fadd float %a9, 13.0
  %a11 = fmul float %a10, %x
  %a12 = fadd float %a11, 15.0
  %r = call float @llvm.nvvm.sqrt.rn.f(float %a12)
  %sum = fadd float %s, %r
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %iteration, label %done
done:
  %result = phi float [ 0.0, %start ], [ %sum, %iteration ]
  ret float %result
}

; 31 iterations of a few operations are written out.
; CHECK-LABEL: define i32 @known(
; CHECK-COUNT-31: load i32
; CHECK-NOT: load i32
; CHECK-NOT: phi
; CHECK: ret i32
define i32 @known(ptr addrspace(1) %a, i32 %bits) {
start:
  br label %iteration
iteration:
  %i = phi i32 [ 0, %start ], [ %next, %iteration ]
  %s = phi i32 [ 0, %start ], [ %sum, %iteration ]
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %b = shl i32 %bits, %i
  %sign = ashr i32 %b, 31
  %c = and i32 %x, %sign
  %sum = xor i32 %s, %c
  %next = add nuw nsw i32 %i, 1
  %more = icmp ne i32 %next, 31
  br i1 %more, label %iteration, label %done
done:
  ret i32 %sum
}

; The hardest cases, as they are: work-items that wait for each other must do so once an iteration, wherever they are ...
; CHECK-LABEL: define void @barriers(
; CHECK-COUNT-1: call void @llvm.nvvm.barrier0()
; CHECK-NOT: call void @llvm.nvvm.barrier0()
define void @barriers(i32 %n) convergent {
start:
  br label %iteration
iteration:
  %i = phi i32 [ 0, %start ], [ %next, %iteration ]
  call void @llvm.nvvm.barrier0()
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %iteration, label %done
done:
  ret void
}

; ... and what the program asks for is LLVM's to do.
; CHECK-LABEL: define i32 @asked(
; CHECK-COUNT-1: load i32
; CHECK-NOT: load i32
; CHECK: ret i32
define i32 @asked(ptr addrspace(1) %a, i32 %n) {
start:
  br label %iteration
iteration:
  %i = phi i32 [ 0, %start ], [ %next, %iteration ]
  %s = phi i32 [ 0, %start ], [ %sum, %iteration ]
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %sum = add i32 %s, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %iteration, label %done, !llvm.loop !0
done:
  ret i32 %sum
}

; Longer steps are counted by a division in 32 bits, but not in 64, where it takes long, nor by a step that is not known:
; there four iterations are in one while the counter is less than a limit that leaves as many, and the rest is a loop.
; CHECK-LABEL: define i32 @steps(
; CHECK: udiv i32
; CHECK-LABEL: define i64 @long_steps(
; CHECK-NOT: udiv
; CHECK: call i64 @llvm.usub.sat.i64(i64 %n, i64 288)
; CHECK-COUNT-5: load i64
; CHECK-NOT: load i64
; CHECK: ret i64
; CHECK-LABEL: define i32 @unknown_steps(
; CHECK-NOT: udiv
; CHECK: [[FITS:%.*]] = icmp ult i32 {{.*}}, 715827882
; CHECK: [[DISTANCE:%.*]] = mul i32 %by, 3
; CHECK: [[DIFFERENCE:%.*]] = call i32 @llvm.ssub.sat.i32(i32 %n, i32 [[DISTANCE]])
; CHECK: [[LIMIT:%.*]] = select i1 [[FITS]], i32 [[DIFFERENCE]], i32 -2147483648
; CHECK: icmp slt i32 0, [[LIMIT]]
; CHECK: iteration:
; CHECK-COUNT-4: load i32
; CHECK: icmp slt i32 {{.*}}, [[LIMIT]]
; CHECK: br i1 {{.*}}, label %iteration, label %between, !llvm.loop [[UNROLLED:!.*]]
; CHECK: between:
; CHECK: icmp slt i32 {{.*}}, %n
; CHECK: load i32
; CHECK-NOT: load i32
; CHECK: br i1 {{.*}}, !llvm.loop [[REST:!.*]]
; CHECK: ret i32
; CHECK-DAG: [[UNROLLED]] = distinct !{[[UNROLLED]], {{.*}}, [[NO_POINTERS:![0-9]+]]}
; CHECK-DAG: [[NO_POINTERS]] = !{!"ndweave.loop.no_strength_reduce", i32 0}
; CHECK-DAG: [[REST]] = distinct !{[[REST]], [[AS_IT_IS:!.*]]}
; CHECK-DAG: [[AS_IT_IS]] = !{!"llvm.loop.unroll.disable"}
define i32 @steps(ptr addrspace(1) %a, i32 %n) {
start:
  br label %iteration
iteration:
  %i = phi i32 [ 0, %start ], [ %next, %iteration ]
  %s = phi i32 [ 0, %start ], [ %sum, %iteration ]
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %sum = add i32 %s, %x
  %next = add nuw nsw i32 %i, 96
  %more = icmp slt i32 %next, %n
  br i1 %more, label %iteration, label %done
done:
  ret i32 %sum
}
define i64 @long_steps(ptr addrspace(1) %a, i64 %n) {
start:
  br label %iteration
iteration:
  %i = phi i64 [ 0, %start ], [ %next, %iteration ]
  %s = phi i64 [ 0, %start ], [ %sum, %iteration ]
  %p = getelementptr i64, ptr addrspace(1) %a, i64 %i
  %x = load i64, ptr addrspace(1) %p
  %sum = add i64 %s, %x
  %next = add nuw nsw i64 %i, 96
  %more = icmp ult i64 %next, %n
  br i1 %more, label %iteration, label %done
done:
  ret i64 %sum
}
define i32 @unknown_steps(ptr addrspace(1) %a, i32 %n, ptr addrspace(1) %b) {
start:
  %by = load i32, ptr addrspace(1) %b, !range !2
  br label %iteration
iteration:
  %i = phi i32 [ 0, %start ], [ %next, %iteration ]
  %s = phi i32 [ 0, %start ], [ %sum, %iteration ]
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %sum = add i32 %s, %x
  %next = add nsw i32 %i, %by
  %more = icmp slt i32 %next, %n
  br i1 %more, label %iteration, label %done
done:
  ret i32 %sum
}
declare float @llvm.nvvm.sqrt.rn.f(float)
declare void @llvm.nvvm.barrier0() convergent nounwind
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 2}
!2 = !{i32 1, i32 1025}
