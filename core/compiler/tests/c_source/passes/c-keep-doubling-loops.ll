; Loops whose values double as expressions must not be unrolled.
; RUN: %opt -passes='function(c-keep-doubling-loops)' %s | FileCheck %s

; x %= n is x - x / n * n.
; CHECK-LABEL: define i32 @remainders(
; CHECK: br i1 %more, label %iteration, label %done, !llvm.loop [[KEEP:![0-9]+]]
define i32 @remainders(i32 %start, i32 %n) {
  br label %iteration
iteration:
  %i = phi i32 [ 0, %0 ], [ %next, %iteration ]
  %x = phi i32 [ %start, %0 ], [ %y, %iteration ]
  %q = udiv i32 %x, %n
  %m = mul i32 %q, %n
  %y = sub i32 %x, %m
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 17
  br i1 %more, label %iteration, label %done
done:
  ret i32 %y
}

; 16 iterations do no harm.
; CHECK-LABEL: define i32 @few(
; CHECK: br i1 %more, label %iteration, label %done{{$}}
define i32 @few(i32 %start, i32 %n) {
  br label %iteration
iteration:
  %i = phi i32 [ 0, %0 ], [ %next, %iteration ]
  %x = phi i32 [ %start, %0 ], [ %y, %iteration ]
  %q = udiv i32 %x, %n
  %m = mul i32 %q, %n
  %y = sub i32 %x, %m
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 16
  br i1 %more, label %iteration, label %done
done:
  ret i32 %y
}

; Twice the last value, not divided.
; CHECK-LABEL: define i32 @plain(
; CHECK: br i1 %more, label %iteration, label %done{{$}}
; CHECK: [[KEEP]] = distinct !{[[KEEP]], [[OFF:![0-9]+]]}
; CHECK: [[OFF]] = !{!"llvm.loop.unroll.disable", i32 1}
define i32 @plain(i32 %start, i32 %n) {
  br label %iteration
iteration:
  %i = phi i32 [ 0, %0 ], [ %next, %iteration ]
  %x = phi i32 [ %start, %0 ], [ %y, %iteration ]
  %m = mul i32 %x, %n
  %y = add i32 %x, %m
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 17
  br i1 %more, label %iteration, label %done
done:
  ret i32 %y
}
