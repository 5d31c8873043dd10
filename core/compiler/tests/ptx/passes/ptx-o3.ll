; LLVM's optimisations, but no vectors: a loop of minima of 16 bits, which "default<O3>" would make for a GPU.
; RUN: %opt -for-gpu=sm_90 -passes=ptx-o3 %s | FileCheck %s

; CHECK-LABEL: @least(
; CHECK-NOT: {{<[0-9]+ x}}
; CHECK: call i16 @llvm.umin.i16(
; CHECK-NOT: {{<[0-9]+ x}}
; CHECK: attributes {{.*}}memory(argmem: read)
define i16 @least(ptr noalias %a, i16 %first, i32 %count) {
start:
  %n = urem i32 %count, 9
  %some = icmp ne i32 %n, 0
  br i1 %some, label %iteration, label %done
iteration:
  %i = phi i32 [ 0, %start ], [ %next, %iteration ]
  %m = phi i16 [ %first, %start ], [ %less, %iteration ]
  %p = getelementptr i16, ptr %a, i32 %i
  %x = load i16, ptr %p
  %less = call i16 @llvm.umin.i16(i16 %m, i16 %x)
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %iteration, label %done
done:
  %r = phi i16 [ %first, %start ], [ %less, %iteration ]
  ret i16 %r
}
