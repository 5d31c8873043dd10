; Divides a group whose work-items run a loop in lockstep into strips: local ids count from a strip's first.
; RUN: split-file %s %t
; RUN: %opt -passes='divide-into-strips<64>' %t/uniform.ll | FileCheck %t/uniform.ll
; RUN: %opt -passes='divide-into-strips<128>' %t/uniform.ll | FileCheck %t/uniform.ll --check-prefix=WIDE
; RUN: %opt -passes='divide-into-strips<64>' %t/plane.ll | FileCheck %t/plane.ll
; RUN: %opt -passes='divide-into-strips<64>' %t/tile.ll | FileCheck %t/tile.ll
; RUN: %opt -passes='divide-into-strips<64>' %t/masked.ll | FileCheck %t/masked.ll
; RUN: %opt -passes='divide-into-strips<128>' %t/masked.ll | FileCheck %t/masked.ll
; RUN: %opt -passes='divide-into-strips<64>' %t/long.ll | FileCheck %t/long.ll
; RUN: sed 's/float/double/g' %t/long.ll | %opt -passes='divide-into-strips<64>' | FileCheck %t/long.ll --check-prefix=DOUBLE
; RUN: %opt -passes='divide-into-strips<64>' %t/selected.ll | FileCheck %t/selected.ll
; RUN: sed 's/%choice = and i32 %l, 7/%choice = and i32 %n, 7/' %t/selected.ll | %opt -passes='divide-into-strips<64>' | FileCheck %t/selected.ll --check-prefix=UNIFORM
; RUN: %opt -passes='divide-into-strips<64>' %t/barrier.ll | FileCheck %t/barrier.ll
; RUN: %opt -passes='divide-into-strips<64>' %t/no_loop.ll | FileCheck %t/no_loop.ll
; RUN: %opt -passes='divide-into-strips<64>' %t/prime.ll | FileCheck %t/prime.ll

;--- uniform.ll
; CHECK: entry:
; CHECK-NEXT: [[FIRST:%.*]] = call range(i32 0, 193) i32 @__ndweave_strip_first(i32 0)
; CHECK: start:
; CHECK-NEXT: [[IN_STRIP:%.*]] = call range(i32 0, 64) i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: [[L:%.*]] = add nuw nsw i32 [[FIRST]], [[IN_STRIP]]
; CHECK: phi i32 [ [[L]], %start ]
; CHECK: attributes #0 = { "ndweave-group"="256,1,1" "ndweave-kernel"="nd-range" "ndweave-strip"="64,1,1" }
; One word goes through the loop: strips may be as wide as asked for.
; WIDE: call range(i32 0, 129) i32 @__ndweave_strip_first(i32 0)
; WIDE: call range(i32 0, 128) i32 @__ndweave_local_id(i32 0)
; WIDE: attributes #0 = { "ndweave-group"="256,1,1" "ndweave-kernel"="nd-range" "ndweave-strip"="128,1,1" }
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="256,1,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k.next, %loop ]
  %x = phi i32 [ %l, %start ], [ %x.next, %loop ]
  %x.next = mul i32 %x, %x
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- plane.ll
; The hardest case: a group that no strip of 64 divides. Half of a row of 100 is the largest part, so the rows are strips
; of their own, and the id along axis 1 is the strip's. Ends of ids, which others ask for, are a strip's as well.
; CHECK: entry:
; CHECK-DAG: [[FIRST0:%.*]] = call range(i32 0, 51) i32 @__ndweave_strip_first(i32 0)
; CHECK-DAG: [[FIRST1:%.*]] = call range(i32 0, 3) i32 @__ndweave_strip_first(i32 1)
; CHECK: start:
; CHECK-NEXT: [[IN_STRIP:%.*]] = call range(i32 0, 50) i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: [[L:%.*]] = add nuw nsw i32 [[FIRST0]], [[IN_STRIP]]
; CHECK-NEXT: [[M:%.*]] = add nuw nsw i32 [[FIRST1]], 0
; CHECK-NEXT: add i32 [[L]], [[M]]
; CHECK: [[LEAST:%.*]] = call i32 @__ndweave_strip_first(i32 0)
; CHECK-NEXT: [[MOST:%.*]] = add i32 [[LEAST]], 49
; CHECK: [[LEAST2:%.*]] = call i32 @__ndweave_strip_first(i32 0)
; CHECK-NEXT: store i32 [[LEAST2]], ptr %p
; CHECK-NEXT: store i32 [[MOST]], ptr %p
; CHECK: "ndweave-strip"="50,1,1"
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="100,3,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 100) i32 @__ndweave_local_id(i32 0)
  %m = call range(i32 0, 3) i32 @__ndweave_local_id(i32 1)
  %sum = add i32 %l, %m
  %last = call i32 @__ndweave_last_id(i32 0)
  %first = call i32 @__ndweave_first_id(i32 0)
  store i32 %first, ptr %p
  store i32 %last, ptr %p
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k.next, %loop ]
  %x = phi i32 [ %sum, %start ], [ %x.next, %loop ]
  %x.next = mul i32 %x, %x
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_first_id(i32) memory(none)
declare i32 @__ndweave_last_id(i32) memory(none)

;--- tile.ll
; A basic kernel's tiles become smaller: its caller makes more of them, and each counts from its own base.
; CHECK: start:
; CHECK-NEXT: %l = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
; CHECK: [[ITEMS:%.*]] = call i32 @__ndweave_extent(i32 0)
; CHECK: [[LAST:%.*]] = sub i32 [[ITEMS]], 1
; CHECK: [[MOST:%.*]] = add i32 0, [[LAST]]
; CHECK: store i32 [[MOST]], ptr %p
; CHECK: store i32 0, ptr %p
; CHECK-NOT: strip_first
; CHECK: attributes #0 = {{{.*}} "ndweave-strip"="64,1,1" }
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="basic" "ndweave-group"="256,1,1" "ndweave-partial-group" {
entry:
  br label %start
start:
  %l = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
  %last = call i32 @__ndweave_last_id(i32 0)
  store i32 %last, ptr %p
  %first = call i32 @__ndweave_first_id(i32 0)
  store i32 %first, ptr %p
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k.next, %loop ]
  %x = phi i32 [ %l, %start ], [ %x.next, %loop ]
  %x.next = mul i32 %x, %x
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_first_id(i32) memory(none)
declare i32 @__ndweave_last_id(i32) memory(none)

;--- masked.ll
; A masked loop is as long as the slowest of a strip makes it: it has narrow ones, whatever is asked for.
; CHECK: "ndweave-strip"="64,1,1"
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="256,1,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
  br label %test
test:
  %x = phi i32 [ %l, %start ], [ %x.new, %latch ]
  %active = phi i1 [ true, %start ], [ %again, %latch ]
  br i1 %active, label %loop, label %latch
loop:
  %x.next = mul i32 %x, %x
  %more = icmp ult i32 %x.next, 1000
  br label %latch
latch:
  %x.new = phi i32 [ %x.next, %loop ], [ %x, %test ]
  %again = phi i1 [ %more, %loop ], [ false, %test ]
  %any = call i1 @__ndweave_group_any(i1 %again)
  br i1 %any, label %test, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i1 @__ndweave_group_any(i1) convergent nounwind willreturn memory(none)

;--- long.ll
; An iteration of many operations keeps the vector units busy with fewer work-items, of which the slowest is sooner done.
; CHECK: "ndweave-strip"="16,1,1"
; DOUBLE: "ndweave-strip"="8,1,1"
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="256,1,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
  %y = sitofp i32 %l to float
  br label %test
test:
  %x0 = phi float [ %y, %start ], [ %x.new, %latch ]
  %active = phi i1 [ true, %start ], [ %again, %latch ]
  br i1 %active, label %loop, label %latch
loop:
  %x1 = fdiv float %x0, 3.0
  %x2 = fdiv float %x1, 3.0
  %x3 = fdiv float %x2, 3.0
  %x4 = fdiv float %x3, 3.0
  %x5 = fdiv float %x4, 3.0
  %x6 = fdiv float %x5, 3.0
  %x7 = fdiv float %x6, 3.0
  %x8 = fdiv float %x7, 3.0
  %x9 = fdiv float %x8, 3.0
  %x10 = fdiv float %x9, 3.0
  %x11 = fdiv float %x10, 3.0
  %x12 = fdiv float %x11, 3.0
  %x13 = fdiv float %x12, 3.0
  %x14 = fdiv float %x13, 3.0
  %x15 = fdiv float %x14, 3.0
  %x16 = fdiv float %x15, 3.0
  %x17 = fdiv float %x16, 3.0
  %x18 = fdiv float %x17, 3.0
  %x19 = fdiv float %x18, 3.0
  %x20 = fdiv float %x19, 3.0
  %x21 = fdiv float %x20, 3.0
  %x22 = fdiv float %x21, 3.0
  %x23 = fdiv float %x22, 3.0
  %x24 = fdiv float %x23, 3.0
  %x25 = fdiv float %x24, 3.0
  %x26 = fdiv float %x25, 3.0
  %x27 = fdiv float %x26, 3.0
  %x28 = fdiv float %x27, 3.0
  %x29 = fdiv float %x28, 3.0
  %x30 = fdiv float %x29, 3.0
  %x31 = fdiv float %x30, 3.0
  %x32 = fdiv float %x31, 3.0
  %more = fcmp ogt float %x32, 1.0
  br label %latch
latch:
  %x.new = phi float [ %x32, %loop ], [ %x0, %test ]
  %again = phi i1 [ %more, %loop ], [ false, %test ]
  %any = call i1 @__ndweave_group_any(i1 %again)
  br i1 %any, label %test, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i1 @__ndweave_group_any(i1) convergent nounwind

;--- selected.ll
; Each work-item runs one of four loops: few of them have a work-item in a narrow strip. Where all take the same one,
; strips are as wide as they were.
; CHECK: "ndweave-strip"="16,1,1"
; UNIFORM: "ndweave-strip"="64,1,1"
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="256,1,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
  %y = sitofp i32 %l to float
  %choice = and i32 %l, 7
  br label %enter.0
enter.0:
  %on.0 = icmp eq i32 %choice, 0
  %any.0 = call i1 @__ndweave_group_any(i1 %on.0)
  br i1 %any.0, label %test.0, label %after.0
test.0:
  %sum.0 = phi float [ 0.0, %enter.0 ], [ %new.0, %latch.0 ]
  %i.0 = phi i32 [ 0, %enter.0 ], [ %i.next.0, %latch.0 ]
  br i1 %on.0, label %loop.0, label %latch.0
loop.0:
  %next.0 = fadd float %sum.0, %y
  br label %latch.0
latch.0:
  %new.0 = phi float [ %next.0, %loop.0 ], [ %sum.0, %test.0 ]
  %i.next.0 = add i32 %i.0, 1
  %more.0 = icmp ult i32 %i.next.0, %n
  br i1 %more.0, label %test.0, label %after.0
after.0:
  %out.0 = phi float [ 0.0, %enter.0 ], [ %new.0, %latch.0 ]
  br label %enter.1
enter.1:
  %on.1 = icmp eq i32 %choice, 1
  %any.1 = call i1 @__ndweave_group_any(i1 %on.1)
  br i1 %any.1, label %test.1, label %after.1
test.1:
  %sum.1 = phi float [ %out.0, %enter.1 ], [ %new.1, %latch.1 ]
  %i.1 = phi i32 [ 0, %enter.1 ], [ %i.next.1, %latch.1 ]
  br i1 %on.1, label %loop.1, label %latch.1
loop.1:
  %next.1 = fadd float %sum.1, %y
  br label %latch.1
latch.1:
  %new.1 = phi float [ %next.1, %loop.1 ], [ %sum.1, %test.1 ]
  %i.next.1 = add i32 %i.1, 1
  %more.1 = icmp ult i32 %i.next.1, %n
  br i1 %more.1, label %test.1, label %after.1
after.1:
  %out.1 = phi float [ %out.0, %enter.1 ], [ %new.1, %latch.1 ]
  br label %enter.2
enter.2:
  %on.2 = icmp eq i32 %choice, 2
  %any.2 = call i1 @__ndweave_group_any(i1 %on.2)
  br i1 %any.2, label %test.2, label %after.2
test.2:
  %sum.2 = phi float [ %out.1, %enter.2 ], [ %new.2, %latch.2 ]
  %i.2 = phi i32 [ 0, %enter.2 ], [ %i.next.2, %latch.2 ]
  br i1 %on.2, label %loop.2, label %latch.2
loop.2:
  %next.2 = fadd float %sum.2, %y
  br label %latch.2
latch.2:
  %new.2 = phi float [ %next.2, %loop.2 ], [ %sum.2, %test.2 ]
  %i.next.2 = add i32 %i.2, 1
  %more.2 = icmp ult i32 %i.next.2, %n
  br i1 %more.2, label %test.2, label %after.2
after.2:
  %out.2 = phi float [ %out.1, %enter.2 ], [ %new.2, %latch.2 ]
  br label %enter.3
enter.3:
  %on.3 = icmp eq i32 %choice, 3
  %any.3 = call i1 @__ndweave_group_any(i1 %on.3)
  br i1 %any.3, label %test.3, label %after.3
test.3:
  %sum.3 = phi float [ %out.2, %enter.3 ], [ %new.3, %latch.3 ]
  %i.3 = phi i32 [ 0, %enter.3 ], [ %i.next.3, %latch.3 ]
  br i1 %on.3, label %loop.3, label %latch.3
loop.3:
  %next.3 = fadd float %sum.3, %y
  br label %latch.3
latch.3:
  %new.3 = phi float [ %next.3, %loop.3 ], [ %sum.3, %test.3 ]
  %i.next.3 = add i32 %i.3, 1
  %more.3 = icmp ult i32 %i.next.3, %n
  br i1 %more.3, label %test.3, label %after.3
after.3:
  %out.3 = phi float [ %out.2, %enter.3 ], [ %new.3, %latch.3 ]
  br label %end
end:
  %at = getelementptr float, ptr %p, i32 %l
  store float %out.3, ptr %at
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i1 @__ndweave_group_any(i1) convergent nounwind willreturn memory(none)

;--- barrier.ll
; Not where the whole group meets: its ends of ids are 0 and 255.
; CHECK: %l = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
; CHECK: store i32 255, ptr %p
; CHECK-NOT: strip
; CHECK: attributes
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="256,1,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
  %last = call i32 @__ndweave_last_id(i32 0)
  store i32 %last, ptr %p
  call void @__ndweave_barrier()
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k.next, %loop ]
  %x = phi i32 [ %l, %start ], [ %x.next, %loop ]
  %x.next = mul i32 %x, %x
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @__ndweave_last_id(i32) memory(none)
declare void @__ndweave_barrier()

;--- no_loop.ll
; Nor where there is nothing to run in lockstep.
; CHECK: %l = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
; CHECK-NOT: strip
; CHECK: attributes
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="256,1,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 256) i32 @__ndweave_local_id(i32 0)
  store i32 %l, ptr %p
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- prime.ll
; Nor where a strip would be of one work-item: 67 has no other divisor.
; CHECK: %l = call range(i32 0, 67) i32 @__ndweave_local_id(i32 0)
; CHECK-NOT: strip
; CHECK: attributes
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="67,1,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 67) i32 @__ndweave_local_id(i32 0)
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k.next, %loop ]
  %x = phi i32 [ %l, %start ], [ %x.next, %loop ]
  %x.next = mul i32 %x, %x
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
