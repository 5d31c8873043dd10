; Has accesses to private arrays, constant tables and captured arrays looked at, each subscript against its own array.
; RUN: %opt -passes=check-subscripts %s | FileCheck %s

@_ZN3appL5tableE = internal constant [5 x i16] zeroinitializer

; CHECK-DAG: @[[NAME:.*]] = private constant [2 x i8] c"t\00"
; CHECK-DAG: @[[TABLE:.*]] = private constant {{.*}} c"table\00"
@plain = internal constant [5 x i16] zeroinitializer
@_ZL6static.2 = internal constant [5 x i16] zeroinitializer
@__const._ZN3app6kernelEv.local = private constant [5 x i16] zeroinitializer
@switch.table = private constant [5 x i16] zeroinitializer
; CHECK-DAG: @[[PLAIN:.*]] = private constant {{.*}} c"plain\00"
; CHECK-DAG: @[[STATIC:.*]] = private constant {{.*}} c"static\00"
; CHECK-DAG: @[[LOCAL:.*]] = private constant {{.*}} c"local\00"

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, i64 %i, i32 %j) "ndweave-kernel"="nd-range" {
; 16 says that the two numbers count elements, of which 4 bytes follow; the name is that of the variable.
; CHECK: [[P:%.*]] = getelementptr [8 x float], ptr %t, i64 0, i64 %i
; CHECK-NEXT: call void @__ndweave_check_private(i64 %i, i64 4, i64 8, i32 16, i32 4, ptr @[[NAME]], ptr null)
; CHECK-NEXT: load float, ptr [[P]]
  %t = alloca [8 x float], !ndweave.variable !0
  %p = getelementptr [8 x float], ptr %t, i64 0, i64 %i
  %v = load float, ptr %p
; A write.
; CHECK: call void @__ndweave_check_private(i64 %i, i64 4, i64 8, i32 17, i32 4, ptr @[[NAME]], ptr null)
; CHECK-NEXT: store float %v
  store float %v, ptr %p
; A constant table. A captured array is one whose size nobody knows but whose subscripts have an end.
; CHECK: call void @__ndweave_check_private(i64 %i, i64 2, i64 5, i32 20, i32 2, ptr @[[TABLE]], ptr null)
  %q = getelementptr [5 x i16], ptr @_ZN3appL5tableE, i64 0, i64 %i
  %w = load i16, ptr %q
  store i16 %w, ptr %t
; Tables outside of namespaces, one of two files' of a name, of a local array, and one that a compiler made.
; CHECK: call void @__ndweave_check_private(i64 %i, i64 2, i64 5, i32 20, i32 2, ptr @[[PLAIN]], ptr null)
; CHECK: call void @__ndweave_check_private(i64 %i, i64 2, i64 5, i32 20, i32 2, ptr @[[STATIC]], ptr null)
; CHECK: call void @__ndweave_check_private(i64 %i, i64 2, i64 5, i32 20, i32 2, ptr @[[LOCAL]], ptr null)
; CHECK: call void @__ndweave_check_private(i64 %i, i64 2, i64 5, i32 20, i32 2, ptr null, ptr null)
  %q1 = getelementptr [5 x i16], ptr @plain, i64 0, i64 %i
  %w1 = load i16, ptr %q1
  %q2 = getelementptr [5 x i16], ptr @_ZL6static.2, i64 0, i64 %i
  %w2 = load i16, ptr %q2
  %q3 = getelementptr [5 x i16], ptr @__const._ZN3app6kernelEv.local, i64 0, i64 %i
  %w3 = load i16, ptr %q3
  %q4 = getelementptr [5 x i16], ptr @switch.table, i64 0, i64 %i
  %w4 = load i16, ptr %q4
; Atomic accesses, which write.
; CHECK: call void @__ndweave_check_private(i64 %i, i64 4, i64 8, i32 17, i32 4, ptr @[[NAME]], ptr null)
; CHECK-NEXT: atomicrmw add
; CHECK: call void @__ndweave_check_private(i64 %i, i64 4, i64 8, i32 17, i32 4, ptr @[[NAME]], ptr null)
; CHECK-NEXT: cmpxchg
  %update = atomicrmw add ptr %p, i32 1 monotonic
  %exchange = cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic
; CHECK: call void @__ndweave_check_private(i64 %i, i64 4, i64 3, i32 24, i32 4, ptr null, ptr null)
  %r = getelementptr { ptr, [3 x i32] }, ptr %f, i64 0, i32 1, i64 %i
  %x = load i32, ptr %r
; The hardest case: an array of arrays in a structure. Each subscript must stay within its array, although the whole
; address might lie in the variable; they are parts of it, which adds 32. An int is a subscript with a sign.
; CHECK: call void @__ndweave_check_private(i64 %i, i64 4, i64 4, i32 49, i32 4, ptr null, ptr null)
; CHECK: [[WIDE:%.*]] = sext i32 %j to i64
; CHECK: call void @__ndweave_check_private(i64 [[WIDE]], i64 4, i64 2, i32 49, i32 16, ptr null, ptr null)
; CHECK: store i32 %x
  %s = alloca { i32, [2 x [4 x i32]] }
  %rows = getelementptr { i32, [2 x [4 x i32]] }, ptr %s, i64 0, i32 1
  %row = getelementptr [2 x [4 x i32]], ptr %rows, i64 0, i32 %j
  %e = getelementptr [4 x i32], ptr %row, i64 0, i64 %i
  store i32 %x, ptr %e
; Pointer arithmetic may go from row to row: only the variable is its end, in bytes.
; CHECK: mul i64 %i, 4
; CHECK: call void @__ndweave_check_private(i64 {{.*}}, i64 4, i64 36, i32 1, i32 0, ptr null, ptr null)
; CHECK: store i32 7
  %any = getelementptr i32, ptr %s, i64 %i
  store i32 7, ptr %any
; What is in bounds for certain is not looked at, also where only folding shows it, and what is no such memory.
; CHECK-NOT: call void @__ndweave_check_private
; CHECK: store float 2.0
  %three = add i64 1, 2
  %in = getelementptr [8 x float], ptr %t, i64 0, i64 %three
  store float 1.0, ptr %in
  %g = load ptr, ptr %f
  %out = getelementptr float, ptr %g, i64 %i
  store float 2.0, ptr %out
; A constant one that is not is.
; CHECK: call void @__ndweave_check_private(i64 8, i64 4, i64 8, i32 17, i32 4, ptr @[[NAME]], ptr null)
; CHECK: store float 3.0
  %end = getelementptr [8 x float], ptr %t, i64 0, i64 8
  store float 3.0, ptr %end
; CHECK: ret void
  ret void
}

; Only the kernel is looked at.
; CHECK-LABEL: define void @other(
; CHECK-NOT: @__ndweave_check_private
; CHECK: ret void
define void @other(i64 %i) {
  %t = alloca [8 x float]
  %p = getelementptr [8 x float], ptr %t, i64 0, i64 %i
  store float 1.0, ptr %p
  ret void
}

!0 = !{!"t"}
