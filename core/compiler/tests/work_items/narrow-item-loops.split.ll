; Where those that fail a guard do something as well, and those that pass it access members of structures, a work-item loop
; becomes two, one without the other's part.
; RUN: %opt -passes=narrow-item-loops %s | FileCheck %s

; The hardest case: what the loop carries, and what counts beside the id, go on from the first loop to the second.
; CHECK-LABEL: define i32 @kernel
; CHECK: [[LEAST:%.*]] = call i32 @llvm.umin.i32(i32 %{{.*}}, i32 256)
; CHECK: [[MIDDLE:%.*]] = select i1 %{{.*}}, i32 [[LEAST]], i32 0
; CHECK: [[FIRST:%.*]] = icmp ult i32 0, [[MIDDLE]]
; CHECK-NEXT: br i1 [[FIRST]], label %{{.*}}, label %between
; CHECK: {{^}}items:
; CHECK: %l = phi i32 [ 0, %{{.*}} ], [ %l.next, %done ]
; CHECK-NOT: br i1
; CHECK: load i32, ptr %y
; CHECK-NOT: br i1
; CHECK: store i32 %ab
; CHECK: %again = icmp ult i32 %l.next, [[MIDDLE]]
; CHECK-NEXT: br i1 %again, label %items, label %{{.*}}
; CHECK: {{^}}between:
; CHECK: [[SUM:%.*]] = phi i32 [ 0, %entry ], [ %{{.*}}, %{{.*}} ]
; CHECK: [[SECOND:%.*]] = icmp ult i32 [[MIDDLE]], 256
; CHECK-NEXT: br i1 [[SECOND]], label %[[BEFORE:.*]], label %exit
; CHECK: [[BEFORE]]:
; CHECK: [[STEPS:%.*]] = mul i32 [[MIDDLE]], 3
; CHECK: [[PLACE:%.*]] = add i32 5, [[STEPS]]
; CHECK: {{^}}items.rest:
; CHECK: %l.rest = phi i32 [ [[MIDDLE]], %[[BEFORE]] ],
; CHECK: %sum.rest = phi i32 [ [[SUM]], %[[BEFORE]] ],
; CHECK: %place.rest = phi i32 [ [[PLACE]], %[[BEFORE]] ],
; CHECK-NOT: load
; CHECK: store i32 7
; CHECK: icmp ult i32 %l.next.rest, 256
define i32 @kernel(ptr %v, ptr %t, i32 %k) "ndweave-kernel"="nd-range" "ndweave-local-range"="256" {
entry:
  br label %items
items:
  %l = phi i32 [ 0, %entry ], [ %l.next, %done ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %done ]
  %place = phi i32 [ 5, %entry ], [ %place.next, %done ]
  %inside = icmp ult i32 %l, %k
  br i1 %inside, label %some, label %done
some:
  %wide = zext i32 %l to i64
  %x = getelementptr { i32, i32 }, ptr %v, i64 %wide
  %y = getelementptr { i32, i32 }, ptr %v, i64 %wide, i32 1
  %a = load i32, ptr %x
  %b = load i32, ptr %y
  %ab = add i32 %a, %b
  br label %done
done:
  %value = phi i32 [ %ab, %some ], [ 7, %items ]
  %sum.next = add i32 %sum, %value
  %p = getelementptr i32, ptr %t, i32 %place
  store i32 %value, ptr %p
  %place.next = add i32 %place, 3
  %l.next = add nuw nsw i32 %l, 1
  %again = icmp ult i32 %l.next, 256
  br i1 %again, label %items, label %exit
exit:
  %last = phi i32 [ %sum.next, %done ]
  ret i32 %last
}

; Members that lie one beside the other need no second loop: vectors have masks for them.
; CHECK-LABEL: define void @beside
; CHECK: br i1 {{.*}}, label %some, label %done
; CHECK-NOT: between
define void @beside(ptr %v, ptr %t, i32 %k) "ndweave-kernel"="nd-range" "ndweave-local-range"="256" {
entry:
  br label %items
items:
  %l = phi i32 [ 0, %entry ], [ %l.next, %done ]
  %wide = zext i32 %l to i64
  %inside = icmp ult i32 %l, %k
  br i1 %inside, label %some, label %done
some:
  %x = getelementptr i32, ptr %v, i64 %wide
  %a = load i32, ptr %x
  br label %done
done:
  %value = phi i32 [ %a, %some ], [ 7, %items ]
  %p = getelementptr i32, ptr %t, i64 %wide
  store i32 %value, ptr %p
  %l.next = add nuw nsw i32 %l, 1
  %again = icmp ult i32 %l.next, 256
  br i1 %again, label %items, label %exit
exit:
  ret void
}
