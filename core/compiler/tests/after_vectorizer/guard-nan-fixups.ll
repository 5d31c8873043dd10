; What is computed for lanes that hold a NaN only stands behind a branch.
; RUN: %opt -passes=guard-nan-fixups %s | FileCheck %s

; Both parts are repaired where both are NaN and a third condition holds. The tests alone decide, as bits of a number.
; CHECK-LABEL: define void @repair
define void @repair(ptr %p, <8 x float> %x, <8 x float> %y, <8 x i1> %c) {
; CHECK-DAG: [[T:%.*]] = freeze <8 x i1> %t
; CHECK-DAG: [[U:%.*]] = freeze <8 x i1> %u
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> {{.*}} to i8
; CHECK: [[ANY:%.*]] = icmp ne i8 [[BITS]], 0
; CHECK: br i1 [[ANY]], label %[[REPAIR:.*]], label %[[REST:[^,]*]]
; CHECK: {{^}}[[REPAIR]]:
; CHECK-COUNT-9: fmul
; CHECK: [[Z:%.*]] = select <8 x i1> %m, <8 x float> %r, <8 x float> %x
; CHECK: [[W:%.*]] = select <8 x i1> %m, <8 x float> %r, <8 x float> %y
; CHECK: {{^}}[[REST]]:
; CHECK-DAG: phi <8 x float> [ %x, %{{.*}} ], [ [[Z]], %[[REPAIR]] ]
; CHECK-DAG: phi <8 x float> [ %y, %{{.*}} ], [ [[W]], %[[REPAIR]] ]
  %t = fcmp uno <8 x float> %x, zeroinitializer
  %u = fcmp uno <8 x float> %y, zeroinitializer
  %r1 = fmul <8 x float> %x, %y
  %r2 = fmul <8 x float> %r1, %y
  %r3 = fmul <8 x float> %r2, %y
  %r4 = fmul <8 x float> %r3, %y
  %r5 = fmul <8 x float> %r4, %y
  %r6 = fmul <8 x float> %r5, %y
  %r7 = fmul <8 x float> %r6, %y
  %r8 = fmul <8 x float> %r7, %y
  %r = fmul <8 x float> %r8, %y
  %both = and <8 x i1> %t, %u
  %m = and <8 x i1> %both, %c
  %z = select <8 x i1> %m, <8 x float> %r, <8 x float> %x
  %w = select <8 x i1> %m, <8 x float> %r, <8 x float> %y
  store volatile <8 x float> %z, ptr %p
  store volatile <8 x float> %w, ptr %p
  ret void
}

; The hardest case: a second choice that repairs what the first one gives. Without a NaN both are %x.
; CHECK-LABEL: define void @in_a_row
define void @in_a_row(ptr %p, <8 x float> %x, <8 x float> %y, <8 x i1> %c) {
; CHECK: br i1
; CHECK: [[Z:%.*]] = select <8 x i1> %m, <8 x float> %r, <8 x float> %x
; CHECK: [[W:%.*]] = select <8 x i1> %n, <8 x float> %y, <8 x float> [[Z]]
; CHECK-DAG: phi <8 x float> [ %x, %{{.*}} ], [ [[W]], %{{.*}} ]
  %t = fcmp uno <8 x float> %x, zeroinitializer
  %r1 = fmul <8 x float> %x, %y
  %r2 = fmul <8 x float> %r1, %y
  %r3 = fmul <8 x float> %r2, %y
  %r4 = fmul <8 x float> %r3, %y
  %r5 = fmul <8 x float> %r4, %y
  %r6 = fmul <8 x float> %r5, %y
  %r7 = fmul <8 x float> %r6, %y
  %r8 = fmul <8 x float> %r7, %y
  %r = fmul <8 x float> %r8, %y
  %d = xor <8 x i1> %c, splat (i1 true)
  %m = and <8 x i1> %t, %c
  %n = and <8 x i1> %t, %d
  %z = select <8 x i1> %m, <8 x float> %r, <8 x float> %x
  %w = select <8 x i1> %n, <8 x float> %y, <8 x float> %z
  store volatile <8 x float> %w, ptr %p
  ret void
}

; Another comparison than that with a NaN may hold often.
; CHECK-LABEL: define void @less
define void @less(ptr %p, <8 x float> %x, <8 x float> %y) {
; CHECK-NOT: br i1
; CHECK: ret void
  %t = fcmp olt <8 x float> %x, %y
  %r1 = fmul <8 x float> %x, %y
  %r2 = fmul <8 x float> %r1, %y
  %r3 = fmul <8 x float> %r2, %y
  %r4 = fmul <8 x float> %r3, %y
  %r5 = fmul <8 x float> %r4, %y
  %r6 = fmul <8 x float> %r5, %y
  %r7 = fmul <8 x float> %r6, %y
  %r8 = fmul <8 x float> %r7, %y
  %r = fmul <8 x float> %r8, %y
  %z = select <8 x i1> %t, <8 x float> %r, <8 x float> %x
  store volatile <8 x float> %z, ptr %p
  ret void
}

; The operations are needed without a NaN, too.
; CHECK-LABEL: define void @needed
define void @needed(ptr %p, <8 x float> %x, <8 x float> %y) {
; CHECK-NOT: br i1
; CHECK: ret void
  %t = fcmp uno <8 x float> %x, zeroinitializer
  %r1 = fmul <8 x float> %x, %y
  %r2 = fmul <8 x float> %r1, %y
  %r3 = fmul <8 x float> %r2, %y
  %r4 = fmul <8 x float> %r3, %y
  %r5 = fmul <8 x float> %r4, %y
  %r6 = fmul <8 x float> %r5, %y
  %r7 = fmul <8 x float> %r6, %y
  %r8 = fmul <8 x float> %r7, %y
  %r = fmul <8 x float> %r8, %y
  %z = select <8 x i1> %t, <8 x float> %r, <8 x float> %x
  store volatile <8 x float> %z, ptr %p
  store volatile <8 x float> %r, ptr %p
  ret void
}
