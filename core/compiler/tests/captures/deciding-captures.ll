; Notes the captured numbers that decide what code the kernel is.
; RUN: %opt -passes=deciding-captures %s | FileCheck %s

; Loop: its bounds are -r and r, 8 bytes at 16. The guard n at 24 is no decision, for the id takes part in it; nor is
; the weight at 28. The stride at 32 is one, and so is the divisor at 40, of 2 bytes. The switch at 42 is widened first.
; Parts of conditions count on their own: 44, not 48. Of 52, an address is made without a product; the load at 60
; reaches beyond the functor; that at 56 decides, with the loop's counter, when the loop is left early.
; CHECK: define void @kernel(ptr %functor) #[[KERNEL:[0-9]+]]
; CHECK: attributes #[[KERNEL]] = {{.*}}"ndweave-deciding-captures"="16:8,32:8,40:2,42:1,44:4,56:4"
define void @kernel(ptr %functor) "ndweave-kernel"="basic" "ndweave-local-range"="1" "ndweave-functor-size"="62" {
  %out = load ptr, ptr %functor
  %id = call i64 @__ndweave_global_id(i32 0)
  %r.at = getelementptr i8, ptr %functor, i64 16
  %r = load i64, ptr %r.at
  %n.at = getelementptr i8, ptr %functor, i64 24
  %n = load i32, ptr %n.at
  %w.at = getelementptr i8, ptr %functor, i64 28
  %w = load float, ptr %w.at
  %stride.at = getelementptr i8, ptr %functor, i64 32
  %stride = load i64, ptr %stride.at
  %m.at = getelementptr i8, ptr %functor, i64 40
  %m = load i16, ptr %m.at
  %mode.at = getelementptr i8, ptr %functor, i64 42
  %mode = load i8, ptr %mode.at
  %limit.at = getelementptr i8, ptr %functor, i64 44
  %limit = load float, ptr %limit.at
  %with.at = getelementptr i8, ptr %functor, i64 48
  %with = load i32, ptr %with.at
  %shift.at = getelementptr i8, ptr %functor, i64 52
  %shift = load i32, ptr %shift.at
  %most.at = getelementptr i8, ptr %functor, i64 56
  %most = load i32, ptr %most.at
  %beyond.at = getelementptr i8, ptr %functor, i64 60
  %beyond = load i32, ptr %beyond.at
  %id.narrow = trunc i64 %id to i32
  %inside = icmp slt i32 %id.narrow, %n
  br i1 %inside, label %work, label %exit

work:
  %first = sub i64 0, %r
  br label %loop

loop:
  %k = phi i64 [ %first, %work ], [ %k.next, %next ]
  %t = phi i32 [ 1, %work ], [ %t.next, %next ]
  %row = mul i64 %id, %stride
  %at = add i64 %row, %k
  %x.at = getelementptr float, ptr %out, i64 %at
  %x = load float, ptr %x.at
  %wx = fmul float %w, %x
  store volatile float %wx, ptr %x.at
  %t.next = shl i32 %t, 1
  %enough = icmp ugt i32 %t, %most
  br i1 %enough, label %behind, label %next

next:
  %k.next = add i64 %k, 1
  %again = icmp sle i64 %k.next, %r
  br i1 %again, label %loop, label %behind

behind:
  %quotient = udiv i16 7, %m
  %shifted = shl i32 %id.narrow, %shift
  %y.at = getelementptr i16, ptr %out, i32 %shifted
  store volatile i16 %quotient, ptr %y.at
  %is.small = fcmp olt float %limit, 2.0
  %is.with = icmp ult i32 %with, %id.narrow
  %both = and i1 %is.small, %is.with
  br i1 %both, label %choice, label %exit

choice:
  %mode.wide = zext i8 %mode to i32
  switch i32 %mode.wide, label %exit [ i32 1, label %one ]

one:
  %is.beyond = icmp eq i32 %beyond, 0
  br i1 %is.beyond, label %exit, label %two

two:
  store volatile i32 2, ptr %out
  br label %exit

exit:
  ret void
}

declare i64 @__ndweave_global_id(i32)
