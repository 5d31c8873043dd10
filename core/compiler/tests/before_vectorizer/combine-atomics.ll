; Atomic updates of one place by all iterations of a loop become one behind it.
; RUN: %opt -passes=combine-atomics %s | FileCheck %s

; for (i = 0; i < n; ++i) if (hit[i]) atomic_add(&count, 1)
; CHECK-LABEL: define void @count
define void @count(ptr %hit, ptr noalias %count, i64 %n) {
; CHECK: loop:
; CHECK: [[SUM:%.*]] = phi i32 [ 0, %entry ], [ [[NEXT:%.*]], %next ]
; CHECK: add:
; CHECK-NEXT: [[MORE:%.*]] = add i32 [[SUM]], 1
; CHECK: next:
; CHECK: [[NEXT]] = phi i32
; CHECK: exit:
; CHECK: [[ALL:%.*]] = freeze i32
; CHECK: [[ANY:%.*]] = icmp ne i32 [[ALL]], 0
; CHECK: br i1 [[ANY]]
; CHECK: atomicrmw add ptr %count, i32 [[ALL]] syncscope("device") monotonic, align 4
; CHECK-NOT: atomicrmw
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %at = getelementptr i8, ptr %hit, i64 %i
  %h = load i8, ptr %at
  %c = icmp ne i8 %h, 0
  br i1 %c, label %add, label %next
add:
  %old = atomicrmw add ptr %count, i32 1 syncscope("device") monotonic
  br label %next
next:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Minimum and maximum at two places, from an inner loop out of an outer one: one update each.
; CHECK-LABEL: define void @nest
define void @nest(ptr noalias %least, ptr noalias %most, i32 %n) {
; CHECK: inner:
; CHECK-DAG: call i32 @llvm.smin.i32(
; CHECK-DAG: call i32 @llvm.umax.i32(
; CHECK: exit:
; CHECK-COUNT-2: atomicrmw
; CHECK-NOT: atomicrmw
entry:
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o.next, %outer.next ]
  br label %inner
inner:
  %i = phi i32 [ 0, %outer ], [ %i.next, %inner ]
  %x = xor i32 %i, %o
  %1 = atomicrmw min ptr %least, i32 %x monotonic
  %2 = atomicrmw umax ptr %most, i32 %x monotonic
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, %n
  br i1 %i.more, label %inner, label %outer.next
outer.next:
  %o.next = add i32 %o, 1
  %o.more = icmp ult i32 %o.next, %n
  br i1 %o.more, label %outer, label %exit
exit:
  ret void
}

; A minimum of numbers begins with NaN, which it ignores.
; CHECK-LABEL: define void @real
define void @real(ptr %x, ptr noalias %least, i64 %n) {
; CHECK: phi double [ 0x7FF8000000000000, %entry ]
; CHECK: call double @llvm.minnum.f64(
; CHECK: exit:
; CHECK: fcmp ord double
; CHECK: atomicrmw fmin ptr %least
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %at = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %at
  %old = atomicrmw fmin ptr %least, double %v monotonic
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; What the loop also reads, updates otherwise or moves stays, and sums of numbers.
; CHECK-LABEL: define i32 @others
define i32 @others(ptr noalias %a, ptr noalias %b, ptr noalias %c, ptr noalias %f, i32 %n) {
; CHECK: loop:
; CHECK: atomicrmw add ptr %a
; CHECK: load i32, ptr %a
; CHECK: atomicrmw add ptr %b
; CHECK: atomicrmw or ptr %b
; CHECK: atomicrmw add ptr %c.i
; CHECK: atomicrmw fadd ptr %f
; CHECK: exit:
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s.next, %loop ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  %read = load i32, ptr %a
  %2 = atomicrmw add ptr %b, i32 1 monotonic
  %3 = atomicrmw or ptr %b, i32 1 monotonic
  %c.i = getelementptr i32, ptr %c, i32 %i
  %4 = atomicrmw add ptr %c.i, i32 1 monotonic
  %5 = atomicrmw fadd ptr %f, float 1.0 monotonic
  %s.next = add i32 %s, %read
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %s.next
}

; The hardest case: the loop may wait for who looks at the counter. Nor where it orders, uses what an update finds, or is volatile.
; CHECK-LABEL: define void @orders
define void @orders(ptr noalias %a, ptr noalias %b, i32 %n) {
; CHECK: loop:
; CHECK: atomicrmw add ptr %a
; CHECK: exit:
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  %2 = atomicrmw add ptr %b, i32 1 release
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @waits
define void @waits(ptr noalias %a, ptr noalias %b, i32 %n) {
; CHECK: loop:
; CHECK: atomicrmw add ptr %a
; CHECK: exit:
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  %seen = load atomic i32, ptr %b monotonic, align 4
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %seen, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @uses
define void @uses(ptr noalias %a, ptr noalias %b, i32 %n) {
; CHECK: loop:
; CHECK: atomicrmw add ptr %a
; CHECK: exit:
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  %old = atomicrmw add ptr %b, i32 1 monotonic
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %old, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @volatile
define void @volatile(ptr noalias %a, ptr noalias %b, i32 %n) {
; CHECK: loop:
; CHECK: atomicrmw add ptr %a
; CHECK: exit:
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  %old = load volatile i32, ptr %b
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %old, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @exchanges
define void @exchanges(ptr noalias %a, ptr noalias %b, i32 %n) {
; CHECK: loop:
; CHECK: atomicrmw add ptr %a
; CHECK: exit:
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  %pair = cmpxchg ptr %b, i32 0, i32 1 monotonic monotonic
  %i.next = add i32 %i, 1
  %more = extractvalue { i32, i1 } %pair, 1
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A loop that retries an exchange waits for nobody: what stands beside it is combined.
; CHECK-LABEL: define void @retry
define void @retry(ptr noalias %a, ptr noalias %b, i32 %n) {
; CHECK: loop:
; CHECK-NOT: atomicrmw
; CHECK: exit:
; CHECK: atomicrmw add ptr %a
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  br label %try
try:
  %old = load atomic i32, ptr %b monotonic, align 4
  %full = icmp sgt i32 %old, 16
  br i1 %full, label %restart, label %increment
restart:
  %pair.0 = cmpxchg ptr %b, i32 %old, i32 0 monotonic monotonic
  %made.0 = extractvalue { i32, i1 } %pair.0, 1
  br i1 %made.0, label %next, label %again
increment:
  %old.next = add i32 %old, 1
  %pair.1 = cmpxchg ptr %b, i32 %old, i32 %old.next monotonic monotonic
  %made.1 = extractvalue { i32, i1 } %pair.1, 1
  br i1 %made.1, label %next, label %again
again:
  br label %try
next:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; What an exchange that failed has found is what the next one expects.
; CHECK-LABEL: define void @retry_with_found
define void @retry_with_found(ptr noalias %a, ptr noalias %b, i32 %n) {
; CHECK: loop:
; CHECK-NOT: atomicrmw
; CHECK: exit:
; CHECK: atomicrmw add ptr %a
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  br label %try
try:
  %old = phi i32 [ 0, %loop ], [ %found, %try ]
  %double = mul i32 %old, 2
  %pair = cmpxchg ptr %b, i32 %old, i32 %double monotonic monotonic
  %found = extractvalue { i32, i1 } %pair, 0
  %made = extractvalue { i32, i1 } %pair, 1
  br i1 %made, label %next, label %try
next:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A lock: who holds it may wait for the update.
; CHECK-LABEL: define void @lock
define void @lock(ptr noalias %a, ptr noalias %b, i32 %n) {
; CHECK: loop:
; CHECK: atomicrmw add ptr %a
; CHECK: exit:
; CHECK-NOT: atomicrmw
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  br label %try
try:
  %pair = cmpxchg ptr %b, i32 0, i32 1 monotonic monotonic
  %made = extractvalue { i32, i1 } %pair, 1
  br i1 %made, label %next, label %try
next:
  store atomic i32 0, ptr %b monotonic, align 4
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A loop that repeats until somebody has written, and then exchanges.
; CHECK-LABEL: define void @wait
define void @wait(ptr noalias %a, ptr noalias %b, i32 %n) {
; CHECK: loop:
; CHECK: atomicrmw add ptr %a
; CHECK: exit:
; CHECK-NOT: atomicrmw
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  br label %try
try:
  %old = load atomic i32, ptr %b monotonic, align 4
  %empty = icmp eq i32 %old, 0
  br i1 %empty, label %try, label %take
take:
  %pair = cmpxchg ptr %b, i32 %old, i32 0 monotonic monotonic
  %made = extractvalue { i32, i1 } %pair, 1
  br i1 %made, label %next, label %try
next:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; An exchange that is made and asked for again: the loop waits for another number.
; CHECK-LABEL: define void @wait_for_odd
define void @wait_for_odd(ptr noalias %a, ptr noalias %b, i32 %n) {
; CHECK: loop:
; CHECK: atomicrmw add ptr %a
; CHECK: exit:
; CHECK-NOT: atomicrmw
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  br label %try
try:
  %old = load atomic i32, ptr %b monotonic, align 4
  %pair = cmpxchg ptr %b, i32 %old, i32 %old monotonic monotonic
  %made = extractvalue { i32, i1 } %pair, 1
  %odd = trunc i32 %old to i1
  %done = and i1 %made, %odd
  br i1 %done, label %next, label %try
next:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; What the loop has taken is used behind it: another loop may wait by it.
; CHECK-LABEL: define void @ticket
define void @ticket(ptr noalias %a, ptr noalias %b, ptr noalias %c, i32 %n) {
; CHECK: loop:
; CHECK: atomicrmw add ptr %a
; CHECK: exit:
; CHECK-NOT: atomicrmw
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %1 = atomicrmw add ptr %a, i32 1 monotonic
  br label %try
try:
  %old = load atomic i32, ptr %b monotonic, align 4
  %old.next = add i32 %old, 1
  %pair = cmpxchg ptr %b, i32 %old, i32 %old.next monotonic monotonic
  %made = extractvalue { i32, i1 } %pair, 1
  br i1 %made, label %next, label %try
next:
  %at = getelementptr i32, ptr %c, i32 %old
  store i32 %i, ptr %at
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
