; Loops of a few iterations at most are written out, also where they leave in the middle.
; RUN: %opt -for-gpu=sm_90 -passes='function(ptx-unroll-loops)' %s | FileCheck %s

; Up to three iterations, each of which may be the last for two reasons.
; CHECK-LABEL: define i1 @matches(
; CHECK-COUNT-3: load i32, ptr addrspace(1)
; CHECK-NOT: load i32, ptr addrspace(1)
; CHECK-NOT: !llvm.loop
; CHECK: ret i1
define i1 @matches(ptr addrspace(1) %a, ptr %state, i32 %bits) {
start:
  %n = and i32 %bits, 3
  %none = icmp eq i32 %n, 0
  br i1 %none, label %same, label %compare
compare:
  %i = phi i32 [ 0, %start ], [ %next, %more ]
  %index = zext nneg i32 %i to i64
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %index
  %q = getelementptr i32, ptr %state, i64 %index
  %x = load i32, ptr addrspace(1) %p
  %y = load i32, ptr %q
  %equal = icmp eq i32 %x, %y
  br i1 %equal, label %more, label %other
more:
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %compare, label %same
same:
  ret i1 true
other:
  ret i1 false
}

; The loop around it is not unrolled for that.
; CHECK-LABEL: define i32 @count(
; CHECK: br label %outer
; CHECK-COUNT-3: load i32, ptr addrspace(1)
; CHECK-NOT: load i32, ptr addrspace(1)
; CHECK: br i1 {{%.*}}, label %outer, label %done, !llvm.loop
define i32 @count(ptr addrspace(1) %a, i32 %bits, i32 %wanted) {
start:
  %n = and i32 %bits, 3
  %none = icmp eq i32 %n, 0
  br label %outer
outer:
  %row = phi i32 [ 0, %start ], [ %row.next, %latch ]
  %found = phi i32 [ 0, %start ], [ %found.next, %latch ]
  %first = mul nuw nsw i32 %row, 45
  br i1 %none, label %match, label %inner
inner:
  %i = phi i32 [ 0, %outer ], [ %next, %more ]
  %place = add nuw nsw i32 %first, %i
  %index = zext nneg i32 %place to i64
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %index
  %x = load i32, ptr addrspace(1) %p
  %equal = icmp eq i32 %x, %wanted
  br i1 %equal, label %more, label %latch
more:
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %inner, label %match
match:
  br label %latch
latch:
  %one = phi i32 [ 1, %match ], [ 0, %inner ]
  %found.next = add i32 %found, %one
  %row.next = add nuw nsw i32 %row, 1
  %rows = icmp ult i32 %row.next, 600
  br i1 %rows, label %outer, label %done
done:
  ret i32 %found.next
}

; The hardest case: nine iterations at most, and few with a barrier, which stay loops.
; CHECK-LABEL: define void @others(
; CHECK: br i1 {{%.*}}, label %wait, {{.*}}
; CHECK: br i1 {{%.*}}, label %many,
define void @others(ptr addrspace(1) %a, i32 %bits) convergent {
start:
  %n = and i32 %bits, 3
  br label %wait
wait:
  %i = phi i32 [ 0, %start ], [ %next, %wait ]
  call void @llvm.nvvm.barrier0()
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %wait, label %between
between:
  %m = urem i32 %bits, 10
  br label %many
many:
  %j = phi i32 [ 0, %between ], [ %j.next, %go ]
  %index = zext nneg i32 %j to i64
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %index
  %x = load volatile i32, ptr addrspace(1) %p
  %zero = icmp eq i32 %x, 0
  br i1 %zero, label %done, label %go
go:
  %j.next = add nuw nsw i32 %j, 1
  %j.again = icmp ult i32 %j.next, %m
  br i1 %j.again, label %many, label %done
done:
  ret void
}

declare void @llvm.nvvm.barrier0()
