; The clean-up before a kernel is split at its barriers: values instead of memory, no switches, loops in normal form.
; RUN: %opt -passes=simplify-kernel %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK-NOT: alloca
; CHECK-NOT: switch
define void @kernel(ptr %f, i32 %n) "ndweave-kernel"="nd-range" {
  %v = alloca i32
  store i32 %n, ptr %v
  %out = load ptr, ptr %f
; A switch becomes comparisons.
; CHECK: icmp {{.*}}i32 %n, {{[0-9]+}}
  %w = load i32, ptr %v
  switch i32 %w, label %end [
    i32 1, label %one
    i32 5, label %five
    i32 90, label %ninety
  ]
one:
  store i32 10, ptr %out
  br label %end
five:
  call void @__ndweave_barrier()
  br label %end
ninety:
  store volatile i32 12, ptr %out
  br label %end
end:
; CHECK: {{^}}end:
; CHECK: br i1 {{%.*}}, label %[[IN:.*]], label %[[AFTER:.*]]
; A loop is tested behind its body, is entered from one block, and its result leaves it through one of its own.
; CHECK: {{^}}[[IN]]:
; CHECK-NEXT: br label %[[LOOP:.*]]
; CHECK: {{^}}[[LOOP]]:
; CHECK: phi i32
; CHECK: call void @__ndweave_barrier()
; CHECK: [[X:%.*]] = load volatile i32
; CHECK: br i1 {{.*}}, label %[[LOOP]], label %[[EXIT:.*]]
; CHECK: {{^}}[[EXIT]]:
; CHECK-NEXT: [[LEFT:%.*]] = phi i32 [ [[X]], %[[LOOP]] ]
; CHECK-NEXT: br label %[[AFTER]]
; CHECK: {{^}}[[AFTER]]:
; CHECK-NEXT: phi i32
; CHECK: ret void
  br label %test
test:
  %i = phi i32 [ 0, %end ], [ %next, %body ]
  %last = phi i32 [ 7, %end ], [ %x, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %after
body:
  call void @__ndweave_barrier()
  %x = load volatile i32, ptr %out
  %next = add i32 %i, 1
  br label %test
after:
  store volatile i32 %last, ptr %out
  ret void
}

; Only the kernel is cleaned up.
; CHECK-LABEL: define i32 @other(
; CHECK-NEXT: alloca i32
define i32 @other() {
  %v = alloca i32
  store i32 1, ptr %v
  %w = load i32, ptr %v
  ret i32 %w
}

declare void @__ndweave_barrier() convergent
