; Calls that end a program are traps in a kernel.
; RUN: %opt -passes=remove-exceptions %s | FileCheck %s

; What the library does instead of returning is a trap.
; CHECK-LABEL: define i32 @errors(
define i32 @errors(i32 %n) {
; CHECK: switch i32 %n, label %end
  switch i32 %n, label %end [
    i32 1, label %range
    i32 2, label %assertion
    i32 3, label %terminate
  ]
; CHECK: range:
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
range:
  call void @_ZSt20__throw_out_of_rangePKc(ptr null)
  unreachable
; CHECK: assertion:
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
assertion:
  call void @__assert_fail(ptr null, ptr null, i32 1, ptr null)
  unreachable
; CHECK: terminate:
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
terminate:
  call void @_ZSt9terminatev()
  unreachable
end:
  ret i32 0
}

; A throw of the program's own stays, for the check that refuses it; so does what only sounds like an error.
; CHECK-LABEL: define void @throws(
define void @throws(ptr %e) {
; CHECK-NEXT: call void @abort_if_asked()
; CHECK-NEXT: call void @__cxa_throw(ptr %e, ptr null, ptr null)
; CHECK-NEXT: unreachable
  call void @abort_if_asked()
  call void @__cxa_throw(ptr %e, ptr null, ptr null)
  unreachable
}

; The second of two in a row goes with the first.
; CHECK-LABEL: define void @twice(
define void @twice() {
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
; CHECK-NEXT: }
  call void @_ZSt9terminatev()
  call void @_ZSt9terminatev()
  ret void
}

declare void @_ZSt20__throw_out_of_rangePKc(ptr)
declare void @__assert_fail(ptr, ptr, i32, ptr)
declare void @_ZSt9terminatev()
declare void @abort_if_asked()
declare void @__cxa_throw(ptr, ptr, ptr)
