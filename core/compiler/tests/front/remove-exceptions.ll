; Removes what C++ code does for errors that a kernel cannot handle.
; RUN: %opt -passes=remove-exceptions %s | FileCheck %s

; CHECK-LABEL: define void @invokes(
; CHECK-NOT: personality
define void @invokes(ptr %f) personality ptr @__gxx_personality_v0 {
; CHECK: call void @work()
; CHECK-NEXT: br label %next
; CHECK: next:
; CHECK-NEXT: ret void
; CHECK-NOT: landingpad
; CHECK-NOT: resume
  invoke void @work() to label %next unwind label %pad
next:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; Of UBSan's handlers, those that only report are gone, and the code goes on.
; CHECK-LABEL: define void @reports(
define void @reports(ptr %p) {
; CHECK-NEXT: store i32 1, ptr %p
; CHECK-NEXT: ret void
  call void @__ubsan_handle_add_overflow(ptr null, i64 1, i64 2)
  store i32 1, ptr %p
  ret void
}

; The hardest case: a handler that goes on and one that ends the block, with what follows it; and a value that an invoke makes, on
; whose unwinding edge a block lies that is reached by another edge as well.
; CHECK-LABEL: define i32 @several(
define i32 @several(ptr %p) personality ptr @__gxx_personality_v0 {
; CHECK: [[V:%.*]] = call i32 @number()
; CHECK: [[POSITIVE:%.*]] = icmp sgt i32 [[V]], 0
; CHECK: br i1 [[POSITIVE]], label %[[GOOD:.*]], label %[[BAD:.*]]
  %v = invoke i32 @number() to label %next unwind label %pad
next:
  %positive = icmp sgt i32 %v, 0
  br i1 %positive, label %shared, label %bad
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  br label %shared
shared:
; CHECK: [[GOOD]]:
; CHECK-NOT: landingpad
  %r = phi i32 [ %v, %next ], [ 7, %pad ]
  ret i32 %r
bad:
; CHECK: [[BAD]]:
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
; CHECK-NEXT: }
  call void @__ubsan_handle_add_overflow(ptr null, i64 1, i64 2)
  call void @__ubsan_handle_add_overflow_abort(ptr null, i64 1, i64 2)
  store i32 1, ptr %p
  ret i32 0
}

declare void @work()
declare i32 @number()
declare i32 @__gxx_personality_v0(...)
declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
declare void @__ubsan_handle_add_overflow_abort(ptr, i64, i64)
