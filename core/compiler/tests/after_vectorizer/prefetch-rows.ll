; Loops over rows of unequal length fetch what later rows will read.
; RUN: sed 's/INDEX/%%c/; s/END/%%end/; s/BEGIN/%%begin/' %s | %opt -passes=prefetch-rows - | FileCheck %s
; RUN: sed 's/INDEX/%%j/; s/END/%%end/; s/BEGIN/%%begin/' %s | %opt -passes=prefetch-rows - | FileCheck %s --check-prefix=NONE
; RUN: sed 's/INDEX/%%c/; s/END/100/; s/BEGIN/0/' %s | %opt -passes=prefetch-rows - | FileCheck %s --check-prefix=NONE
; RUN: sed 's/INDEX/%%c/; s/END/%%end/; s/BEGIN/%%begin/; s/load double, ptr %%px/load <2 x double>, ptr %%px/' %s | %opt -passes=prefetch-rows - | FileCheck %s --check-prefix=NONE

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; A stream of 32 bytes an iteration is fetched 2048 bytes ahead. The hardest case: a second load of it, 16 bytes on, would fetch
; the same lines again. That of the columns, of 8 bytes, would fetch each line many times, and what they lead to is no
; stream.
; CHECK-LABEL: loop:
; CHECK: [[AHEAD:%.*]] = getelementptr i8, ptr %pv, i64 2048
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[AHEAD]], i32 0, i32 3, i32 1)
; CHECK-NEXT: load double, ptr %pv
; CHECK-NOT: call
; CHECK: ret void

; Nothing is fetched where everything is a stream, which the hardware sees, where all rows have 100 elements, whose ends
; the processor guesses, and in loops of vectors.
; NONE-LABEL: define void @kernel
; NONE-NOT: call
; NONE: ret void

define void @kernel(ptr %launch, ptr %first, i64 %rows) {
entry:
  %functor = load ptr, ptr %launch, !invariant.load !0
  %value = load ptr, ptr %functor, !invariant.load !0
  %p1 = getelementptr i8, ptr %functor, i64 8
  %column = load ptr, ptr %p1, !invariant.load !0
  %p2 = getelementptr i8, ptr %functor, i64 16
  %x = load ptr, ptr %p2, !invariant.load !0
  br label %row
row:
  %r = phi i64 [ 0, %entry ], [ %r.next, %done ]
  %pb = getelementptr i64, ptr %first, i64 %r
  %begin = load i64, ptr %pb
  %pe = getelementptr i8, ptr %pb, i64 8
  %end = load i64, ptr %pe
  br label %loop
loop:
  %j = phi i64 [ BEGIN, %row ], [ %next, %loop ]
  %pv = getelementptr [4 x double], ptr %value, i64 %j
  %v = load double, ptr %pv
  %pv2 = getelementptr i8, ptr %pv, i64 16
  %v2 = load double, ptr %pv2
  %pc = getelementptr i64, ptr %column, i64 %j
  %c = load i64, ptr %pc
  %px = getelementptr double, ptr %x, i64 INDEX
  %xc = load double, ptr %px
  %next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %next, END
  br i1 %again, label %loop, label %done
done:
  %r.next = add nuw nsw i64 %r, 1
  %more = icmp ult i64 %r.next, %rows
  br i1 %more, label %row, label %exit
exit:
  ret void
}

!0 = !{}
