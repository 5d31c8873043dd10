; Ends blocks after each barrier, after each question to the group and before the return.
; RUN: %opt -passes=split-at-barriers %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK: store i32 1, ptr %p
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: br label %[[AFTER:.*]]
; CHECK: [[AFTER]]:
; CHECK-NEXT: store i32 2, ptr %p
; CHECK-NEXT: [[ANY:%.*]] = call i1 @__ndweave_group_any(i1 %c)
; CHECK-NEXT: br label %[[ASKED:.*]]
; What used to be behind it in the block, a branch with its PHIs, is in the new block now.
; CHECK: [[ASKED]]:
; CHECK-NEXT: br i1 [[ANY]], label %then, label %end
; The hardest case: two barriers in a row, and one before a branch, each end a block of their own.
; CHECK: then:
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: br label %[[SECOND:.*]]
; CHECK: [[SECOND]]:
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: br label %[[LAST:.*]]
; CHECK: [[LAST]]:
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: %x = phi i32 [ 3, %[[ASKED]] ], [ 4, %[[LAST]] ]
; CHECK-NEXT: store i32 %x, ptr %p
; CHECK-NEXT: br label %[[RETURN:.*]]
; CHECK: [[RETURN]]:
; CHECK-NEXT: ret void
define void @kernel(ptr %p, i1 %c) "ndweave-kernel"="nd-range" {
  store i32 1, ptr %p
  call void @__ndweave_barrier()
  store i32 2, ptr %p
  %any = call i1 @__ndweave_group_any(i1 %c)
  br i1 %any, label %then, label %end
then:
  call void @__ndweave_barrier()
  call void @__ndweave_barrier()
  br label %end
end:
  %x = phi i32 [ 3, %0 ], [ 4, %then ]
  store i32 %x, ptr %p
  ret void
}

; Other calls end no block, and what is no kernel stays whole.
; CHECK-LABEL: define void @function(
; CHECK-NEXT: call void @__ndweave_fence()
; CHECK-NEXT: call void @__ndweave_barrier()
; CHECK-NEXT: ret void
define void @function() {
  call void @__ndweave_fence()
  call void @__ndweave_barrier()
  ret void
}

declare void @__ndweave_barrier()
declare void @__ndweave_fence()
declare i1 @__ndweave_group_any(i1)
