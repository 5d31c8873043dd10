; A return gets a block of its own, whose address a variable has that counts as used. Blocks of functions that may be
; inlined, and those that a function begins with, stay as they are.
; RUN: %opt -passes=ptx-hold-returns %s | FileCheck %s

; CHECK: @[[HELD:ndweave.held.return]] = internal constant ptr blockaddress(@stores, %[[RETURN:.*]])
; CHECK: @llvm.compiler.used = {{.*}}[1 x ptr] [ptr @[[HELD]]]

; CHECK-LABEL: define void @stores(
; CHECK: store i32 1, ptr %p
; CHECK-NEXT: br label %[[RETURN]]
; CHECK: [[RETURN]]:
; CHECK-NEXT: ret void
define void @stores(ptr %p, i1 %some) {
  br i1 %some, label %more, label %end
more:
  store i32 2, ptr %p
  br label %end
end:
  store i32 1, ptr %p
  ret void
}

; CHECK-LABEL: define void @short(
; CHECK: store i32 1, ptr %p
; CHECK-NEXT: ret void
define void @short(ptr %p) {
  store i32 1, ptr %p
  ret void
}

; CHECK-LABEL: define internal void @inlined(
; CHECK: store i32 1, ptr %p
; CHECK-NEXT: ret void
define internal void @inlined(ptr %p, i1 %some) {
  br i1 %some, label %end, label %end
end:
  store i32 1, ptr %p
  ret void
}

; CHECK-LABEL: define void @calls(
define void @calls(ptr %p, i1 %some) {
  call void @inlined(ptr %p, i1 %some)
  ret void
}
