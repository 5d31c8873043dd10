; Every work-item gets its own copy of the private arrays.
; RUN: split-file %s %t
; RUN: %opt -passes=private-memory %t/item_by_item.ll | FileCheck %t/item_by_item.ll
; RUN: %opt -passes=private-memory %t/element_by_element.ll | FileCheck %t/element_by_element.ll
; RUN: %opt -passes=private-memory %t/aligned.ll | FileCheck %t/aligned.ll
; RUN: %opt -passes=private-memory %t/phi.ll | FileCheck %t/phi.ll
; RUN: %opt -passes=private-memory %t/large.ll | FileCheck %t/large.ll

;--- item_by_item.ll
; CHECK: define void @kernel({{.*}} !ndweave.storage ![[SLOTS:[0-9]+]]
; CHECK: [[ALL:%.*]] = alloca [64 x [4 x float]], align 64, !ndweave.storage
; CHECK-NOT: alloca
; What is the group's already stays.
; CHECK: %any = alloca i32, align 4, !ndweave.any
; CHECK-NEXT: %exchange = alloca [64 x i32], align 64, !ndweave.storage
; CHECK-NEXT: br label %start
; CHECK: start:
; CHECK: [[ITEM:%.*]] = call i32 @__ndweave_linear_id()
; CHECK: [[I:%.*]] = zext i32 [[ITEM]] to i64
; CHECK: [[OWN:%.*]] = getelementptr inbounds [4 x float], ptr [[ALL]], i64 [[I]]
; CHECK-NEXT: %ak = getelementptr [4 x float], ptr [[OWN]], i32 0, i32 %k
; CHECK-NEXT: store float 1.000000e+00, ptr %ak
; An address is worked out where it is used: it need not live across a barrier.
; CHECK: end:
; CHECK: [[OWN2:%.*]] = getelementptr inbounds [4 x float], ptr [[ALL]], i64 %{{.*}}
; CHECK-NEXT: store ptr [[OWN2]], ptr %p
; CHECK-NEXT: store i32 0, ptr %any
; CHECK-NEXT: store i32 0, ptr %exchange
; CHECK: ![[SLOTS]] = !{![[BEFORE:[0-9]+]], ![[SLOT:[0-9]+]]}
; CHECK: ![[BEFORE]] = !{!"exchange", i64 256, !"stack"}
; CHECK: ![[SLOT]] = !{!"a", i64 1024, !"stack"}
define void @kernel(ptr %p, i32 %k) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" !ndweave.storage !1 {
entry:
  %any = alloca i32, !ndweave.any !0
  %exchange = alloca [64 x i32], align 64, !ndweave.storage !0
  %a = alloca [4 x float]
  br label %start
start:
  %ak = getelementptr [4 x float], ptr %a, i32 0, i32 %k
  store float 1.0, ptr %ak
  br label %end
end:
  store ptr %a, ptr %p
  store i32 0, ptr %any
  store i32 0, ptr %exchange
  ret void
}
!0 = !{}
!1 = !{!2}
!2 = !{!"exchange", i64 256, !"stack"}

;--- element_by_element.ll
; Two floats for 128 work-items, 144 apart (private-layout): the copies lie over each other, an element apart.
; CHECK: [[ALL:%.*]] = alloca [144 x [8 x i8]], align 64, !ndweave.storage
; CHECK: [[ITEM:%.*]] = call i32 @__ndweave_linear_id()
; CHECK: [[I:%.*]] = zext i32 [[ITEM]] to i64
; CHECK: [[OWN:%.*]] = getelementptr inbounds [4 x i8], ptr [[ALL]], i64 [[I]]
; CHECK-NEXT: %a1 = getelementptr i8, ptr [[OWN]], i64 576
; CHECK: !{!"a", i64 1152, !"stack"}
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="16,8,1" {
entry:
  %a = alloca [1152 x i8], align 1, !ndweave.elements !0
  br label %start
start:
  %a1 = getelementptr i8, ptr %a, i64 576
  store float 1.0, ptr %a1
  ret void
}
!0 = !{i64 4, i64 144}

;--- aligned.ll
; Compilers align arrays more than their elements, to fill them by vectors: so is each copy, the second one as the first.
; CHECK: [[ALL:%.*]] = alloca [64 x [32 x i8]], align 64, !ndweave.storage
; CHECK: [[OWN:%.*]] = getelementptr inbounds [32 x i8], ptr [[ALL]], i64
; CHECK-NEXT: store <4 x float> zeroinitializer, ptr [[OWN]], align 16
; CHECK: !{!"a", i64 2048, !"stack"}
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %a = alloca [5 x float], align 16
  br label %start
start:
  store <4 x float> zeroinitializer, ptr %a, align 16
  store ptr %a, ptr %p
  ret void
}

;--- phi.ll
; The hardest case: a PHI's address is worked out where it comes from, once for two ways from one block.
; CHECK: start:
; CHECK-COUNT-1: call i32 @__ndweave_linear_id()
; CHECK-NOT: call
; CHECK: [[OWN:%.*]] = getelementptr inbounds i32, ptr %{{.*}}, i64
; CHECK-NEXT: switch i32 %n, label %other
; CHECK: other:
; CHECK: [[OWN2:%.*]] = getelementptr inbounds i32, ptr
; CHECK-NEXT: br label %join
; CHECK: join:
; CHECK-NEXT: phi ptr [ [[OWN]], %start ], [ [[OWN]], %start ], [ [[OWN2]], %other ]
define void @kernel(i32 %n) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %a = alloca i32
  br label %start
start:
  switch i32 %n, label %other [
    i32 1, label %join
    i32 2, label %join
  ]
other:
  br label %join
join:
  %q = phi ptr [ %a, %start ], [ %a, %start ], [ %a, %other ]
  store i32 0, ptr %q
  ret void
}

;--- large.ll
; What is too much for the stack comes from the worker's arena, one behind the other.
; CHECK: entry:
; CHECK-NOT: alloca
; CHECK: [[FIRST:%.*]] = call ptr @__ndweave_arena(i64 0)
; CHECK: [[SECOND:%.*]] = call ptr @__ndweave_arena(i64 65536)
; CHECK: getelementptr inbounds [256 x i32], ptr [[FIRST]], i64
; CHECK: getelementptr inbounds [300 x i64], ptr [[SECOND]], i64
; CHECK-DAG: !{!"a", i64 65536, !"arena"}
; CHECK-DAG: !{!"b", i64 153600, !"arena"}
define void @kernel(ptr %p) "ndweave-kernel"="nd-range" "ndweave-group"="64,1,1" {
entry:
  %a = alloca [256 x i32]
  %b = alloca i64, i32 300
  br label %start
start:
  store ptr %a, ptr %p
  store ptr %b, ptr %p
  ret void
}
