; On the host C's own way to fail stays as it is, and does no more to memory than a trap.
; RUN: %opt -passes=remove-exceptions %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %functor) #0 {
  %n = load i32, ptr %functor
; CHECK: switch i32 %n
  switch i32 %n, label %end [
    i32 1, label %assertion
    i32 2, label %abortion
    i32 3, label %terminate
  ]
; CHECK: assertion:
; CHECK-NEXT: call void @__assert_fail(ptr @text, ptr @text, i32 7, ptr @text)
; CHECK-NEXT: unreachable
assertion:
  call void @__assert_fail(ptr @text, ptr @text, i32 7, ptr @text)
  unreachable
; CHECK: abortion:
; CHECK-NEXT: call void @abort()
; CHECK-NEXT: unreachable
abortion:
  call void @abort()
  unreachable
; CHECK: terminate:
; CHECK-NEXT: call void @llvm.trap()
terminate:
  call void @_ZSt9terminatev()
  unreachable
end:
  ret void
}

; CHECK: declare void @__assert_fail(ptr, ptr, i32, ptr) [[END:#[0-9]+]]
declare void @__assert_fail(ptr, ptr, i32, ptr)
; CHECK: declare void @abort() [[END]]
declare void @abort()
declare void @_ZSt9terminatev()
; CHECK: attributes [[END]] = { cold noreturn nounwind memory(argmem: read, inaccessiblemem: readwrite) }

@text = private constant [2 x i8] c"x\00"

attributes #0 = { "ndweave-kernel"="basic" "ndweave-local-range"="1" "ndweave-target"="host" }
