; After the clean-up: has the accesses to private arrays looked at whose pointers lay in memory until then.
; RUN: %opt -passes=check-cleaned-up %s | FileCheck %s
; RUN: %opt -passes='check-subscripts,function(sroa),check-cleaned-up' %s | FileCheck %s --check-prefix=BOTH

; CHECK-LABEL: define void @kernel(
; BOTH-LABEL: define void @kernel(
define void @kernel(ptr %f, i64 %i, i1 %c, i64 %n) "ndweave-kernel"="nd-range" {
; Here, the end is that of the variable, in bytes.
; CHECK: mul i64 %i, 4
; CHECK: call void @__ndweave_check_private(i64 {{%.*}}, i64 4, i64 32, i32 1, i32 4, ptr null, ptr null)
; CHECK: store float 1.0
; The other pass has looked at it before: its count of elements is the only one.
; BOTH: call void @__ndweave_check_private(i64 %i, i64 4, i64 8, i32 17, i32 4, ptr null, ptr null)
; BOTH-NOT: call void @__ndweave_check_private
; BOTH: store float 1.0
  %t = alloca [8 x float]
  %p = getelementptr [8 x float], ptr %t, i64 0, i64 %i
  store float 1.0, ptr %p
; A pointer in a structure is known after the clean-up only.
; CHECK-NOT: call void @__ndweave_check_private
; CHECK: store float 2.0
; BOTH: call void @__ndweave_check_private(i64 {{.*}}, i64 4, i64 32, i32 1, i32 4, ptr null, ptr null)
; BOTH: store float 2.0
  %kept = alloca { ptr, i32 }
  store ptr %t, ptr %kept
  %base = load ptr, ptr %kept
  %q = getelementptr float, ptr %base, i64 %i
  store float 2.0, ptr %q
; The hardest case: one of two variables, of different sizes, at different places.
  br i1 %c, label %small, label %large
small:
  %one = getelementptr i8, ptr %t, i64 28
  br label %end
large:
  %u = alloca [2 x double]
  %two = getelementptr i8, ptr %u, i64 4
  br label %end
end:
; CHECK-DAG: [[AT:%.*]] = phi i64 [ 28, %small ], [ 4, %large ]
; CHECK-DAG: [[END:%.*]] = phi i64 [ 32, %small ], [ 16, %large ]
; CHECK: call void @__ndweave_check_private(i64 [[AT]], i64 8, i64 [[END]], i32 1, i32 0, ptr null, ptr null)
; CHECK-NEXT: store double 3.0
  %either = phi ptr [ %one, %small ], [ %two, %large ]
  store double 3.0, ptr %either
; Of a copy, one side was known before, and the other one is now.
; CHECK: call void @__ndweave_check_private(i64 {{.*}}, i64 %n, i64 16, i32 1,
; CHECK-NEXT: call void @llvm.memcpy
; BOTH: call void @__ndweave_check_private(i64 {{.*}}, i64 %n, i64 16, i32 1,
; BOTH: call void @__ndweave_check_private(i64 {{.*}}, i64 %n, i64 32, i32 0,
; BOTH-NEXT: call void @llvm.memcpy
  %v = alloca [2 x double]
  %source = getelementptr float, ptr %base, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %source, i64 %n, i1 false)
; What is in bounds for certain is not looked at, nor what is no private memory.
; CHECK-NOT: call void @__ndweave_check_private
; CHECK: ret void
  %in = getelementptr [8 x float], ptr %t, i64 0, i64 7
  store float 4.0, ptr %in
  %g = load ptr, ptr %f
  %out = getelementptr float, ptr %g, i64 %i
  store float 5.0, ptr %out
  ret void
}
