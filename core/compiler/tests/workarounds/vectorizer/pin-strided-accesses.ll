; Strided accesses of parallel loops that LLVM 19 would move past accesses to the same memory get a hidden address.
; RUN: %opt -passes=pin-strided-accesses %s | FileCheck %s

; %b may be what the second load reads. LLVM would load both at the first one's place.
; CHECK-LABEL: define void @loads(
; CHECK: %x = load i32, ptr %p0,
; CHECK: store i32 %x, ptr %b,
; CHECK: [[PINNED:%.*]] = freeze ptr %p1
; CHECK: %z = load i32, ptr [[PINNED]],
define void @loads(ptr %a, ptr %b, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %even = shl nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds i32, ptr %a, i64 %even
  %x = load i32, ptr %p0, !llvm.access.group !0
  store i32 %x, ptr %b, !llvm.access.group !0
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %z = load i32, ptr %p1, !llvm.access.group !0
  %po = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %z, ptr %po, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop, !llvm.loop !1
exit:
  ret void
}

; Stores would go to the last one's place: here the first one moves, past a load that may read it.
; CHECK-LABEL: define void @stores(
; CHECK: [[PINNED:%.*]] = freeze ptr %p0
; CHECK: store i32 1, ptr [[PINNED]],
; CHECK: load i32, ptr %b,
; CHECK: store i32 %x, ptr %p1,
define void @stores(ptr %a, ptr %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %even = shl nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds i32, ptr %a, i64 %even
  store i32 1, ptr %p0, !llvm.access.group !0
  %x = load i32, ptr %b, !llvm.access.group !0
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  store i32 %x, ptr %p1, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop, !llvm.loop !2
exit:
  ret void
}

; The hardest case: an index that wraps around in fewer bits than a pointer's, without any other access to pass.
; CHECK-LABEL: define void @wraps_around(
; CHECK: [[PINNED:%.*]] = freeze ptr %p
; CHECK: %x = load i32, ptr [[PINNED]],
; CHECK: store i32 %x, ptr %po,
define void @wraps_around(ptr noalias %a, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %seven = mul i64 %i, 7
  %index = and i64 %seven, 255
  %p = getelementptr inbounds i32, ptr %a, i64 %index
  %x = load i32, ptr %p, !llvm.access.group !0
  %po = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %x, ptr %po, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop, !llvm.loop !3
exit:
  ret void
}

; Nothing is passed where what stands between is known to be other memory: these stay a group.
; CHECK-LABEL: define void @other_memory(
; CHECK-NOT: freeze
; CHECK: ret void
define void @other_memory(ptr %a, ptr noalias %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %even = shl nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds i32, ptr %a, i64 %even
  %x = load i32, ptr %p0, !llvm.access.group !0
  %pb = getelementptr inbounds i32, ptr %b, i64 %even
  store i32 %x, ptr %pb, !llvm.access.group !0
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %z = load i32, ptr %p1, !llvm.access.group !0
  %pb1 = getelementptr inbounds i8, ptr %pb, i64 4
  store i32 %z, ptr %pb1, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop, !llvm.loop !4
exit:
  ret void
}

; Neighbours without gaps are no strided accesses; and in a loop that is not parallel LLVM looks at dependences itself.
; CHECK-LABEL: define void @others(
; CHECK-NOT: freeze
; CHECK: ret void
define void @others(ptr %a, ptr %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p0 = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p0, !llvm.access.group !0
  store i32 %x, ptr %b, !llvm.access.group !0
  %p1 = getelementptr inbounds i8, ptr %p0, i64 4
  %z = load i32, ptr %p1, !llvm.access.group !0
  store i32 %z, ptr %b, !llvm.access.group !0
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %serial, label %loop, !llvm.loop !5
serial:
  %j = phi i64 [ 0, %loop ], [ %next.j, %serial ]
  %even = shl nuw nsw i64 %j, 1
  %q0 = getelementptr inbounds i32, ptr %a, i64 %even
  %y = load i32, ptr %q0
  store i32 %y, ptr %b
  %q1 = getelementptr inbounds i8, ptr %q0, i64 4
  %w = load i32, ptr %q1
  store i32 %w, ptr %b
  %next.j = add nuw nsw i64 %j, 1
  %done.j = icmp eq i64 %next.j, 64
  br i1 %done.j, label %exit, label %serial
exit:
  ret void
}

!0 = distinct !{}
!1 = distinct !{!1, !6}
!2 = distinct !{!2, !6}
!3 = distinct !{!3, !6}
!4 = distinct !{!4, !6}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.parallel_accesses", !0}
