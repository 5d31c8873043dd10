; Loops that work-items leave at different times become loops of the whole group, each work-item's part under a mask.
; RUN: split-file %s %t
; RUN: %opt -passes=mask-loops %t/guarded.ll | FileCheck %t/guarded.ll
; RUN: %opt -passes=mask-loops %t/addresses.ll | FileCheck %t/addresses.ll
; RUN: %opt -passes=mask-loops %t/together.ll | FileCheck %t/together.ll
; RUN: %opt -passes=mask-loops %t/nested.ll | FileCheck %t/nested.ll
; RUN: %opt -passes=mask-loops %t/shared.ll | FileCheck %t/shared.ll
; RUN: %opt -passes=mask-loops %t/exits.ll | FileCheck %t/exits.ll
; RUN: %opt -passes=mask-loops %t/split.ll | FileCheck %t/split.ll
; RUN: %opt -passes=mask-loops %t/others.ll | FileCheck %t/others.ll
; RUN: %opt -passes=mask-loops %t/windows.ll | FileCheck %t/windows.ll
; RUN: sed 's/mul i32 %l, 184/mul i32 %l, 1/' %t/windows.ll | %opt -passes=mask-loops | FileCheck %t/windows.ll --check-prefix=NEAR
; RUN: %opt -passes=mask-loops %t/divergent_barrier.ll | FileCheck %t/divergent_barrier.ll

;--- guarded.ll
; Who does not pass the guard walks along, switched off from the beginning.
; CHECK: start:
; CHECK: br i1 %guard, label %before, label %[[SKIP:.*]]
; CHECK: before:
; CHECK-NEXT: br label %[[ENTER:.*]]
; CHECK: [[ENTER]]:
; CHECK-NEXT: [[ON:%.*]] = phi i1 [ true, %before ], [ false, %[[SKIP]] ]
; A loop that nobody enters is passed by.
; CHECK-NEXT: [[SOME:%.*]] = call i1 @__ndweave_group_any(i1 [[ON]])
; CHECK-NEXT: br i1 [[SOME]], label %[[BEGIN:.*]], label %[[AFTER:.*]]
; CHECK: [[BEGIN]]:
; CHECK-NEXT: br label %[[TEST:.*]]
; CHECK: [[TEST]]:
; CHECK-DAG: [[WAY:%way[^ ]*]] = phi i32 [ [[WAY2:%way[^ ]*]], %[[LATCH:mask.latch]] ], [ 0, %[[BEGIN]] ]
; CHECK-DAG: [[ACTIVE:%.*]] = phi i1 [ [[ACTIVE2:%.*]], %[[LATCH]] ], [ [[ON]], %[[BEGIN]] ]
; CHECK-DAG: [[X:%.*]] = phi i32 [ [[X2:%.*]], %[[LATCH]] ], [ %l, %[[BEGIN]] ]
; What counts alike for all counts on for all, without flags: the last iteration that is counted is nobody's. What is
; computed of it is computed for all.
; CHECK-DAG: [[K:%.*]] = phi i32 [ [[K2:%.*]], %[[LATCH]] ], [ 0, %[[BEGIN]] ]
; CHECK: %ak = getelementptr i32, ptr %p, i32 [[K]]
; CHECK: br i1 [[ACTIVE]], label %loop, label %[[LATCH]]
; What a work-item carries stays as it was when it was switched off.
; CHECK: [[LATCH]]:
; CHECK-DAG: [[WAY2]] = phi i32 [ [[WAY]], %loop ], [ 1, %[[OFF:.*]] ], [ [[WAY]], %[[TEST]] ]
; CHECK-DAG: [[ACTIVE2]] = phi i1 [ [[ACTIVE]], %loop ], [ false, %[[OFF]] ], [ [[ACTIVE]], %[[TEST]] ]
; CHECK-DAG: [[X2]] = phi i32 [ %x.next, %loop ], [ %x.next, %[[OFF]] ], [ [[X]], %[[TEST]] ]
; CHECK: [[K2]] = add i32 [[K]], 1
; CHECK-NEXT: [[ANY:%.*]] = call i1 @__ndweave_group_any(i1 [[ACTIVE2]])
; CHECK-NEXT: br i1 [[ANY]], label %[[TEST]], label %{{.*}}
; Behind the loop, each goes where it would have gone: past what the guard guards, or not.
; CHECK: [[AFTER]]:
; CHECK: [[PAST:%.*]] = icmp eq i32 {{.*}}, 0
; CHECK-NEXT: br i1 [[PAST]], label %end, label %[[ON_WAY:.*]]
; CHECK: [[SKIP]]:
; CHECK-NEXT: br label %[[ENTER]]
; CHECK: [[ON_WAY]]:
; CHECK-NEXT: br label %done
; CHECK: loop:
; CHECK: %x.next = mul i32 [[X]], [[X]]
; CHECK: store i32 %x.next, ptr %ak
; CHECK: br i1 %again, label %[[LATCH]], label %[[OFF]]
; CHECK: attributes #0 = {{{.*}} "ndweave-masked-loops"="1" }
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %guard = icmp ult i32 %l, 60
  br i1 %guard, label %before, label %end
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %k.next, %loop ]
  %x = phi i32 [ %l, %before ], [ %x.next, %loop ]
  %x.next = mul i32 %x, %x
  %ak = getelementptr i32, ptr %p, i32 %k
  store i32 %x.next, ptr %ak
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %x.next, 1000
  br i1 %again, label %loop, label %done
done:
  %last = phi i32 [ %x.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %l
  store i32 %last, ptr %at
  br label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- addresses.ll
; What is computed of ids on the way from the guard to the loop is computed by all: in a variable that only some have
; set, an address would not tell where work-items lie side by side. Not so what is loaded there, nor what may trap.
; CHECK: start:
; CHECK-NEXT: %l = call i32 @__ndweave_local_id(i32 0)
; CHECK-NEXT: %guard = icmp ult i32 %l, 60
; CHECK-NEXT: %j = add nsw i32 %l, 5
; CHECK-NEXT: %pj = getelementptr i32, ptr %p, i32 %j
; CHECK: %row = getelementptr i32, ptr %pj, i32 %n
; CHECK-NEXT: br i1 %guard, label %first, label
; CHECK: first:
; CHECK-NEXT: %x = load i32, ptr %pj
; CHECK-NEXT: %quotient = udiv i32 %l, %n
; CHECK: getelementptr i32, ptr %row, i32
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %guard = icmp ult i32 %l, 60
  br i1 %guard, label %first, label %end
first:
  %j = add nsw i32 %l, 5
  %pj = getelementptr i32, ptr %p, i32 %j
  %x = load i32, ptr %pj
  %quotient = udiv i32 %l, %n
  %any = icmp ugt i32 %n, 3
  br i1 %any, label %before, label %end
before:
  %row = getelementptr i32, ptr %pj, i32 %n
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %k.next, %loop ]
  %sum = phi i32 [ %x, %before ], [ %sum.next, %loop ]
  %at = getelementptr i32, ptr %row, i32 %k
  %y = load i32, ptr %at
  %sum.next = add i32 %sum, %y
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %sum.next, %quotient
  br i1 %again, label %loop, label %done
done:
  %last = phi i32 [ %sum.next, %loop ]
  store i32 %last, ptr %pj
  br label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- together.ll
; Those who pass the guard leave the loop together: nobody is switched off in it, and its condition is asked once. What
; all of them load from one address is loaded once as well: somebody takes part. But not behind a store, nor where the
; loop's body need not come to it.
; CHECK: mask.enter:
; CHECK-NEXT: [[WAY:%.*]] = phi i32
; CHECK-NEXT: [[ON:%.*]] = phi i1
; CHECK: br i1 {{.*}}, label %[[BEGIN:.*]], label %mask.after
; CHECK: mask.test:
; CHECK-NEXT: [[SUM:%.*]] = phi float [ [[SUM2:%.*]], %mask.latch ], [ 0.000000e+00, %[[BEGIN]] ]
; CHECK-NEXT: [[K:%.*]] = phi i32
; CHECK-NEXT: %bk = getelementptr float, ptr %b, i32 [[K]]
; CHECK-NEXT: %y = load float, ptr %bk
; CHECK-NEXT: %ck = getelementptr float, ptr %c, i32 [[K]]
; CHECK-NEXT: %k.next = add nuw i32 [[K]], 1
; CHECK-NEXT: %again = icmp ult i32 %k.next, %n
; CHECK-NEXT: br i1 [[ON]], label %loop, label %mask.latch
; CHECK: mask.latch:
; CHECK-NEXT: [[SUM2]] = phi float [ %sum.next, %more ], [ [[SUM]], %mask.test ]
; CHECK-NEXT: add i32 [[K]], 1
; CHECK-NEXT: br i1 %again, label %mask.test, label %
; CHECK: loop:
; CHECK: store float %x, ptr %al
; CHECK-NEXT: %z = load float, ptr %ck
; CHECK: br i1 %odd, label %sometimes, label %more
; CHECK: sometimes:
; CHECK-NEXT: load float, ptr %bk
define void @kernel(ptr noalias %a, ptr noalias %b, ptr noalias %c, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %al = getelementptr float, ptr %a, i32 %l
  %guard = icmp ult i32 %l, 60
  br i1 %guard, label %before, label %end
before:
  br label %loop
loop:
  %k = phi i32 [ 0, %before ], [ %k.next, %more ]
  %sum = phi float [ 0.0, %before ], [ %sum.next, %more ]
  %bk = getelementptr float, ptr %b, i32 %k
  %y = load float, ptr %bk
  %x = fmul float %sum, %y
  store float %x, ptr %al
  %ck = getelementptr float, ptr %c, i32 %k
  %z = load float, ptr %ck
  %xz = fadd float %x, %z
  %odd = fcmp ogt float %xz, 7.0
  br i1 %odd, label %sometimes, label %more
sometimes:
  %w = load float, ptr %bk
  br label %more
more:
  %other = phi float [ %w, %sometimes ], [ %xz, %loop ]
  %sum.next = fadd float %sum, %other
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %loop, label %done
done:
  %last = phi float [ %sum.next, %more ]
  store float %last, ptr %al
  br label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- nested.ll
; Of a loop in another one, all who take part in that come through uniform conditions: those decide for the group.
; CHECK: mask.test:
; CHECK: br i1 {{.*}}, label %outer, label %
; CHECK: [[INNER:mask.enter[0-9]+]]:
; CHECK-NOT: @__ndweave_group_any
; CHECK: br i1 %some, label %{{mask.test.*}}, label %{{mask.after.*}}
; CHECK: attributes #0 = {{{.*}} "ndweave-masked-loops"="2" }
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %some = icmp ugt i32 %n, 0
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %outer
outer:
  %x = phi i32 [ %l, %start ], [ %x.out, %latch ]
  br i1 %some, label %before, label %latch
before:
  br label %inner
inner:
  %k = phi i32 [ 0, %before ], [ %k.next, %inner ]
  %y = phi i32 [ %x, %before ], [ %y.next, %inner ]
  %y.next = mul i32 %y, %y
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %k.next, %n
  br i1 %again, label %inner, label %inner.done
inner.done:
  %y.last = phi i32 [ %y.next, %inner ]
  br label %latch
latch:
  %x.out = phi i32 [ %x, %outer ], [ %y.last, %inner.done ]
  %go.on = icmp ult i32 %x.out, 1000
  br i1 %go.on, label %outer, label %end
end:
  %last = phi i32 [ %x.out, %latch ]
  %at = getelementptr i32, ptr %p, i32 %l
  store i32 %last, ptr %at
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- shared.ll
; An address that goes on in steps is the group's, too. The load of an inner loop stays in that, whose next iteration may
; find what this one has stored, and so does a division that not every iteration comes to.
; CHECK: mask.test:
; CHECK: [[P:%.*]] = phi ptr
; CHECK-NEXT: %head = load i32, ptr [[P]]
; CHECK-NEXT: getelementptr
; CHECK-NEXT: br i1 {{.*}}, label %outer, label %
; CHECK: mask.latch:
; CHECK: getelementptr i32, ptr [[P]], i64 3
; CHECK: {{^}}mask.test{{[0-9]+}}:
; CHECK: %again.value = load i32, ptr %q
; CHECK: {{^}}inner:
; CHECK-NEXT: store i32 %sum, ptr %q
; CHECK: {{^}}sometimes:
; CHECK-NEXT: udiv i32 %n, %m
define void @kernel(ptr %from, ptr %q, i32 %n, i32 %m) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %outer
outer:
  %p = phi ptr [ %from, %start ], [ %p.next, %latch ]
  %x = phi i32 [ %l, %start ], [ %x.next, %latch ]
  %head = load i32, ptr %p
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %k.next, %inner ]
  %again.value = load i32, ptr %q
  %sum = add i32 %again.value, %k
  store i32 %sum, ptr %q
  %k.next = add nuw i32 %k, 1
  %again = icmp ult i32 %k.next, 5
  br i1 %again, label %inner, label %inner.done
inner.done:
  %odd = icmp ugt i32 %x, 70
  br i1 %odd, label %sometimes, label %latch
sometimes:
  %quotient = udiv i32 %n, %m
  br label %latch
latch:
  %y = phi i32 [ %quotient, %sometimes ], [ %head, %inner.done ]
  %x.next = add i32 %x, %y
  %p.next = getelementptr inbounds i32, ptr %p, i64 3
  %go.on = icmp ult i32 %x.next, 1000
  br i1 %go.on, label %outer, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- exits.ll
; The hardest case: two exits, with a value each. A number tells them apart behind the loop.
; CHECK: [[TEST:mask.test.*]]:
; CHECK-DAG: [[WAY:%.*]] = phi i32 [ {{.*}} ], [ [[WAY2:%.*]], %[[LATCH:.*]] ]
; CHECK-DAG: [[X:%.*]] = phi i32 [ %l, %{{.*}} ], [ [[X2:%.*]], %[[LATCH]] ]
; CHECK: br i1 %{{.*}}, label %loop, label %[[LATCH]]
; CHECK: [[LATCH]]:
; CHECK-DAG: [[WAY2]] = phi i32 [ 0, %[[FEW:.*]] ], [ [[WAY]], %more ], [ 1, %[[MANY:.*]] ], [ [[WAY]], %[[TEST]] ]
; CHECK-DAG: phi i1 [ false, %[[FEW]] ], {{.*}}, [ false, %[[MANY]] ],
; CHECK-DAG: [[M:%.*]] = phi i32 {{.*}}, [ %x.next, %[[MANY]] ], [ [[M_BEFORE:%.*]], %[[TEST]] ]
; CHECK-DAG: [[F:%.*]] = phi i32 [ [[X]], %[[FEW]] ],{{.*}}, [ [[F_BEFORE:%.*]], %[[TEST]] ]
; CHECK: br i1 %{{.*}}, label %[[TEST]], label %[[AFTER:.*]]
; CHECK: [[AFTER]]:
; CHECK-DAG: [[WAY_END:%.*]] = phi i32 [ [[WAY2]], %[[LATCH]] ]
; CHECK-DAG: [[M_END:%.*]] = phi i32 [ [[M]], %[[LATCH]] ]
; CHECK-DAG: [[F_END:%.*]] = phi i32 [ [[F]], %[[LATCH]] ]
; CHECK: [[FIRST:%.*]] = icmp eq i32 [[WAY_END]], 0
; CHECK-NEXT: br i1 [[FIRST]], label %few, label %[[OTHER:.*]]
; CHECK: [[FEW]]:
; CHECK: [[MANY]]:
; CHECK: [[OTHER]]:
; CHECK-NEXT: br label %many
; CHECK: loop:
; CHECK: br i1 %small, label %[[FEW]], label %more
; CHECK: more:
; CHECK: br i1 %again, label %[[LATCH]], label %[[MANY]]
; CHECK: many:
; CHECK-NEXT: %h = add i32 [[M_END]], 1
; CHECK: %result = phi i32 [ [[F_END]], %few ], [ %h, %many ]
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %loop
loop:
  %x = phi i32 [ %l, %start ], [ %x.next, %more ]
  %small = icmp ult i32 %x, 5
  br i1 %small, label %few, label %more
more:
  %x.next = mul i32 %x, %x
  %again = icmp ult i32 %x.next, 1000
  br i1 %again, label %loop, label %many
few:
  %f = phi i32 [ %x, %loop ]
  br label %end
many:
  %m = phi i32 [ %x.next, %more ]
  %h = add i32 %m, 1
  br label %end
end:
  %result = phi i32 [ %f, %few ], [ %h, %many ]
  %at = getelementptr i32, ptr %p, i32 %l
  store i32 %result, ptr %at
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- split.ll
; How long a work-item stays grows with its id: as long as the first one stays, all do, and there is no mask. Both ends
; are asked for ids that run in lockstep, which divide-into-strips knows.
; CHECK: entry:
; CHECK-DAG: [[L_FIRST:%.*]] = call i32 @__ndweave_first_id(i32 0)
; CHECK-DAG: [[L_LAST:%.*]] = call i32 @__ndweave_last_id(i32 0)
; CHECK: start:
; CHECK: br label %[[TOGETHER:.*together.*]]
; CHECK: [[ANY:%.*]] = call i1 @__ndweave_group_any(
; CHECK-NEXT: br i1 [[ANY]], label %{{mask.test.*}}, label %{{mask.after.*}}
; CHECK: [[TOGETHER]]:
; CHECK: %[[NEXT:.*]] = add nuw nsw i32 %{{.*}}, 1
; CHECK-DAG: [[FIRST:%.*]] = add nuw nsw i32 [[L_FIRST]], 100
; CHECK-DAG: [[LAST:%.*]] = add nuw nsw i32 [[L_LAST]], 100
; CHECK: [[GROWS:%.*]] = icmp ule i32 [[FIRST]], [[LAST]]
; CHECK: [[STAYS:%.*]] = icmp ugt i32 [[FIRST]], %[[NEXT]]
; CHECK: [[ALL:%.*]] = and i1 [[GROWS]], [[STAYS]]
; CHECK-NEXT: br i1 [[ALL]], label %[[TOGETHER]], label %
; CHECK: attributes #0 = {{{.*}} "ndweave-masked-loops"="1" "ndweave-split-loops"="1" }
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call range(i32 0, 64) i32 @__ndweave_local_id(i32 0)
  %length = add nuw nsw i32 %l, 100
  br label %loop
loop:
  %k = phi i32 [ 0, %start ], [ %k.next, %loop ]
  %x = phi i32 [ %l, %start ], [ %x.next, %loop ]
  %ak = getelementptr i32, ptr %p, i32 %k
  %v = load i32, ptr %ak
  %x.next = mul i32 %x, %v
  %k.next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %k.next, %length
  br i1 %again, label %loop, label %done
done:
  %last = phi i32 [ %x.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %l
  store i32 %last, ptr %at
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- others.ll
; Left as they are: a loop that all leave together, one with an atomic operation, one whose addresses are read from
; memory, one that goes through memory from where a table says, one that writes rows of the work-items' own, one over bytes
; whose place is not known (of bytes there are no gathers), and one of a single work-item.
; CHECK-LABEL: define void @kernel(
; CHECK-NOT: {{^}}mask
; CHECK: attributes #0 = { "ndweave-group"="64,1,1" "ndweave-kernel"="nd-range" }
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  br label %together
together:
  %k = phi i32 [ 0, %start ], [ %k.next, %together ]
  %x = phi i32 [ %l, %start ], [ %x.next, %together ]
  %x.next = mul i32 %x, %x
  %k.next = add nuw i32 %k, 1
  %k.again = icmp ult i32 %k.next, %n
  br i1 %k.again, label %together, label %together.done
together.done:
  br label %atomic
atomic:
  %a = phi i32 [ %l, %together.done ], [ %a.next, %atomic ]
  %old = atomicrmw add ptr %p, i32 1 monotonic
  %a.next = mul i32 %a, %a
  %a.again = icmp ult i32 %a.next, 1000
  br i1 %a.again, label %atomic, label %atomic.done
atomic.done:
  br label %list
list:
  %node = phi i32 [ %l, %atomic.done ], [ %next, %list ]
  %address = getelementptr i32, ptr %p, i32 %node
  %next = load i32, ptr %address
  %list.again = icmp ne i32 %next, 0
  br i1 %list.again, label %list, label %list.done
list.done:
  %entry.l = getelementptr i32, ptr %p, i32 %l
  %from = load i32, ptr %entry.l
  %row = mul i32 %l, %n
  br label %text
text:
  %t = phi i32 [ 0, %list.done ], [ %t.next, %text ]
  %t.at = add i32 %from, %t
  %letter = getelementptr i8, ptr %p, i32 %t.at
  %t.value = load i8, ptr %letter
  %t.next = add nuw i32 %t, 1
  %text.again = icmp ne i8 %t.value, 0
  br i1 %text.again, label %text, label %text.done
text.done:
  br label %rows
rows:
  %r = phi i32 [ 0, %text.done ], [ %r.next, %rows ]
  %r.value = phi i32 [ %l, %text.done ], [ %r.value.next, %rows ]
  %r.at = add i32 %row, %r
  %cell = getelementptr i32, ptr %p, i32 %r.at
  store i32 %r.value, ptr %cell
  %r.value.next = mul i32 %r.value, %r.value
  %r.next = add nuw i32 %r, 1
  %rows.again = icmp ult i32 %r.value.next, 1000
  br i1 %rows.again, label %rows, label %rows.done
rows.done:
  %some.l = add i32 %l, %n
  %some.where = sext i32 %some.l to i64
  br label %bytes
bytes:
  %byte.k = phi i64 [ 0, %rows.done ], [ %byte.k.next, %bytes ]
  %byte.at = add i64 %some.where, %byte.k
  %byte = getelementptr i8, ptr %p, i64 %byte.at
  %byte.value = load i8, ptr %byte
  %byte.k.next = add nuw i64 %byte.k, 1
  %bytes.again = icmp ne i8 %byte.value, 0
  br i1 %bytes.again, label %bytes, label %bytes.done
bytes.done:
  %leader = icmp eq i32 %l, 0
  br i1 %leader, label %leader.before, label %end
leader.before:
  br label %leader.loop
leader.loop:
  %i = phi i32 [ 0, %leader.before ], [ %i.next, %leader.loop ]
  %y = phi i32 [ %l, %leader.before ], [ %y.next, %leader.loop ]
  %y.next = add i32 %y, 7
  %i.next = add nuw i32 %i, 1
  %i.again = icmp ult i32 %y.next, %n
  br i1 %i.again, label %leader.loop, label %leader.done
leader.done:
  br label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)

;--- windows.ll
; Each work-item has the loop to itself, in a window of the counter that lies far from its neighbours': few would take
; part at once. Windows that lie side by side are masked.
; CHECK-NOT: {{^}}mask
; CHECK: attributes #0 = { "ndweave-group"="64,1,1" "ndweave-kernel"="nd-range" }
; NEAR: mask.test:
; NEAR: attributes #0 = {{{.*}} "ndweave-masked-loops"="1"
define void @kernel(ptr %p, i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %row = mul i32 %l, 184
  %left = sub i32 %row, %n
  %first = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %right = add i32 %left, 368
  %last = call i32 @llvm.smin.i32(i32 %right, i32 31)
  %some = icmp slt i32 %first, %last
  br i1 %some, label %before, label %end
before:
  br label %loop
loop:
  %k = phi i32 [ %first, %before ], [ %k.next, %loop ]
  %sum = phi i32 [ 0, %before ], [ %sum.next, %loop ]
  %product = mul i32 %k, %k
  %sum.next = add i32 %sum, %product
  %k.next = add nsw i32 %k, 1
  %again = icmp slt i32 %k.next, %last
  br i1 %again, label %loop, label %done
done:
  %all = phi i32 [ %sum.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %l
  store i32 %all, ptr %at
  br label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

;--- divergent_barrier.ll
; Where work-items reach a barrier apart, nothing can be asked of the group: no loop of the kernel is masked.
; CHECK-LABEL: define void @kernel(
; CHECK-NOT: {{^}}mask
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  br label %start
start:
  %l = call i32 @__ndweave_local_id(i32 0)
  %some = icmp ult i32 %l, 3
  br i1 %some, label %then, label %before
then:
  call void @__ndweave_barrier()
  br label %before
before:
  br label %loop
loop:
  %x = phi i32 [ %l, %before ], [ %x.next, %loop ]
  %x.next = mul i32 %x, %x
  %again = icmp ult i32 %x.next, 1000
  br i1 %again, label %loop, label %end
end:
  ret void
}
declare i32 @__ndweave_local_id(i32) memory(none)
declare void @__ndweave_barrier()
