; Loops of few iterations that walk over a private array are to be unrolled, so that it may live in registers.
; RUN: %opt -passes='function(private-array-loops)' %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: br i1 %more, label %iteration, label %captured, !llvm.loop [[UNROLL:![0-9]+]]
; Not over other memory, and not in many iterations.
; CHECK: br i1 %on, label %captured, label %outer{{$}}
; The hardest case: the index is of both loops, of which the inner one is short enough.
; CHECK: br i1 %in, label %inner, label %end, !llvm.loop [[INNER:![0-9]+]]
; CHECK: br i1 %out, label %outer, label %done{{$}}
; CHECK-DAG: [[UNROLL]] = distinct !{[[UNROLL]], [[FULL:![0-9]+]]}
; CHECK-DAG: [[INNER]] = distinct !{[[INNER]], [[FULL]]}
; CHECK-DAG: [[FULL]] = !{!"llvm.loop.unroll.full", i32 0}
define void @kernel(ptr %n) {
start:
  %x = alloca [800 x i32]
  br label %iteration
iteration:
  %i = phi i64 [ 0, %start ], [ %next, %iteration ]
  %p = getelementptr i32, ptr %x, i64 %i
  store i32 1, ptr %p
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 64
  br i1 %more, label %iteration, label %captured
captured:
  %j = phi i64 [ 0, %iteration ], [ %k, %captured ]
  %q = getelementptr i32, ptr %n, i64 %j
  store i32 1, ptr %q
  %k = add i64 %j, 1
  %on = icmp ult i64 %k, 8
  br i1 %on, label %captured, label %outer
outer:
  %l = phi i64 [ 0, %captured ], [ %m, %end ]
  %row = mul i64 %l, 8
  br label %inner
inner:
  %c = phi i64 [ 0, %outer ], [ %d, %inner ]
  %at = add i64 %row, %c
  %r = getelementptr i32, ptr %x, i64 %at
  store i32 1, ptr %r
  %d = add i64 %c, 1
  %in = icmp ult i64 %d, 8
  br i1 %in, label %inner, label %end
end:
  %m = add i64 %l, 1
  %out = icmp ult i64 %m, 100
  br i1 %out, label %outer, label %done
done:
  ret void
}
