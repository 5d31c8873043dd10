; A work-item loop runs only over the work-items that pass its guard; the guard goes.
; RUN: %opt -passes=narrow-item-loops %s | FileCheck %s

; CHECK-LABEL: define void @kernel
define void @kernel(ptr %s, i32 %k, i32 %shift, i1 %x) "ndweave-kernel"="nd-range" "ndweave-local-range"="256" {
entry:
  br label %below
; if (l < k): the loop ends at min(k, 256), and is skipped where that is 0.
; CHECK: [[LEAST:%.*]] = call i32 @llvm.umin.i32(i32 {{.*}}, i32 256)
; CHECK: [[END:%.*]] = select i1 {{.*}}, i32 [[LEAST]], i32 0
; CHECK: br i1 {{.*}}, label %{{.*}}, label %{{.*}}
; CHECK: {{^}}below:
; CHECK-NOT: br i1
; CHECK: store i32 1,
; CHECK: icmp ult i32 %l.below.next, [[END]]
below:
  %l.below = phi i32 [ 0, %entry ], [ %l.below.next, %below.done ]
  %if.below = icmp ult i32 %l.below, %k
  br i1 %if.below, label %below.some, label %below.done
below.some:
  %p.below = getelementptr i32, ptr %s, i32 %l.below
  store i32 1, ptr %p.below
  br label %below.done
below.done:
  %l.below.next = add nuw nsw i32 %l.below, 1
  %again.below = icmp ult i32 %l.below.next, 256
  br i1 %again.below, label %below, label %one
; if (x && l == 7): one iteration; the other part of the condition stays.
; CHECK: {{^}}one:
; CHECK: %l.one = phi i32 {{.*}}[ 7, %
; CHECK: br i1 {{.*}}, label %one.some, label %one.done
; CHECK: icmp ult i32 %l.one.next, 8
one:
  %l.one = phi i32 [ 0, %below.done ], [ %l.one.next, %one.done ]
  %v.one = load i32, ptr %s
  %x.one = icmp eq i32 %v.one, 0
  %is.one = icmp eq i32 %l.one, 7
  %if.one = and i1 %x.one, %is.one
  br i1 %if.one, label %one.some, label %one.done
one.some:
  %p.one = getelementptr i32, ptr %s, i32 %l.one
  store i32 2, ptr %p.one
  br label %one.done
one.done:
  %l.one.next = add nuw nsw i32 %l.one, 1
  %again.one = icmp ult i32 %l.one.next, 256
  br i1 %again.one, label %one, label %wraps
; The hardest case: l + shift may wrap around, when those that pass are not in one piece.
; CHECK: {{^}}wraps:
; CHECK: icmp ult i32 {{.*}}, %k
; CHECK: br i1 {{.*}}, label %wraps.some, label %wraps.done
; CHECK: icmp ult i32 %l.wraps.next, 256
wraps:
  %l.wraps = phi i32 [ 0, %one.done ], [ %l.wraps.next, %wraps.done ]
  %j.wraps = add i32 %l.wraps, %shift
  %if.wraps = icmp ult i32 %j.wraps, %k
  br i1 %if.wraps, label %wraps.some, label %wraps.done
wraps.some:
  %p.wraps = getelementptr i32, ptr %s, i32 %l.wraps
  store i32 3, ptr %p.wraps
  br label %wraps.done
wraps.done:
  %l.wraps.next = add nuw nsw i32 %l.wraps, 1
  %again.wraps = icmp ult i32 %l.wraps.next, 256
  br i1 %again.wraps, label %wraps, label %both
; The others do something as well.
; CHECK: {{^}}both:
; CHECK: br i1 {{.*}}, label %both.some, label %both.other
; CHECK: icmp ult i32 %l.both.next, 256
both:
  %l.both = phi i32 [ 0, %wraps.done ], [ %l.both.next, %both.done ]
  %if.both = icmp ult i32 %l.both, %k
  br i1 %if.both, label %both.some, label %both.other
both.some:
  %p.both = getelementptr i32, ptr %s, i32 %l.both
  store i32 4, ptr %p.both
  br label %both.done
both.other:
  %q.both = getelementptr i32, ptr %s, i32 %l.both
  store i32 5, ptr %q.both
  br label %both.done
both.done:
  %l.both.next = add nuw nsw i32 %l.both, 1
  %again.both = icmp ult i32 %l.both.next, 256
  br i1 %again.both, label %both, label %exit
exit:
  ret void
}
