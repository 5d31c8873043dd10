; Of what is one lane of a sub-group: a loop that no lane enters is passed by.
; RUN: %opt -passes=mask-loops %s | FileCheck %s

; CHECK: mask.enter:
; CHECK-NEXT: [[ON:%.*]] = phi i1 [ true, %before ], [ false, %{{.*}} ]
; CHECK-NEXT: [[SOME:%.*]] = call i1 @__ndweave_group_any(i1 [[ON]])
; CHECK-NEXT: br i1 [[SOME]], label %[[BEGIN:.*]], label %[[AFTER:.*]]
; CHECK: [[BEGIN]]:
; CHECK-NEXT: br label %[[TEST:.*]]
; CHECK: [[TEST]]:
; CHECK: [[ANY:%.*]] = call i1 @__ndweave_group_any(
; CHECK-NEXT: br i1 [[ANY]], label %[[TEST]], label %[[AFTER]]
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" "ndweave-sub-group-size"="16" "ndweave-lanes"="16,1,1" {
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

