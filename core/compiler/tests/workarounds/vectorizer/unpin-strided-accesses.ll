; Addresses that pin-strided-accesses has frozen can be seen through again, where they are only accessed.
; RUN: %opt -passes=unpin-strided-accesses %s | FileCheck %s

; An access to a poisoned address is as bad as one to any other.
; CHECK-LABEL: define <4 x i32> @gathered(
; CHECK-NOT: freeze
; CHECK: %at = getelementptr i32, ptr %a, <4 x i64> %index
; CHECK: %x = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %at,
; CHECK: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %x, <4 x ptr> %at,
define <4 x i32> @gathered(ptr %a, <4 x i64> %index, <4 x i1> %m) {
  %at = getelementptr i32, ptr %a, <4 x i64> %index
  %pinned = freeze <4 x ptr> %at
  %x = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %pinned, i32 4, <4 x i1> %m, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %x, <4 x ptr> %pinned, i32 4, <4 x i1> %m)
  ret <4 x i32> %x
}

; CHECK-LABEL: define i32 @scalar(
; CHECK-NEXT: %x = load i32, ptr %p
; CHECK-NEXT: store i32 7, ptr %p
; CHECK-NEXT: ret i32 %x
define i32 @scalar(ptr %p) {
  %pinned = freeze ptr %p
  %x = load i32, ptr %pinned
  store i32 7, ptr %pinned
  ret i32 %x
}

; The hardest case: a pointer that is stored, or scattered, is a value, which may not become poison.
; CHECK-LABEL: define void @stored(
; CHECK: %frozen = freeze ptr %p
; CHECK: store ptr %frozen, ptr %to
; CHECK: %lanes = freeze <4 x ptr> %v
; CHECK: call void @llvm.masked.scatter.v4p0.v4p0(<4 x ptr> %lanes, <4 x ptr> %at,
define void @stored(ptr %p, ptr %to, <4 x ptr> %v, <4 x ptr> %at, <4 x i1> %m) {
  %frozen = freeze ptr %p
  %x = load i32, ptr %frozen
  store ptr %frozen, ptr %to
  %lanes = freeze <4 x ptr> %v
  call void @llvm.masked.scatter.v4p0.v4p0(<4 x ptr> %lanes, <4 x ptr> %at, i32 8, <4 x i1> %m)
  ret void
}

; Nor what a gather passes on where its mask is false.
; CHECK-LABEL: define <4 x ptr> @passed_on(
; CHECK: %lanes = freeze <4 x ptr> %v
; CHECK: call <4 x ptr> @llvm.masked.gather.v4p0.v4p0(<4 x ptr> %at, i32 8, <4 x i1> %m, <4 x ptr> %lanes)
define <4 x ptr> @passed_on(<4 x ptr> %v, <4 x ptr> %at, <4 x i1> %m) {
  %lanes = freeze <4 x ptr> %v
  %r = call <4 x ptr> @llvm.masked.gather.v4p0.v4p0(<4 x ptr> %at, i32 8, <4 x i1> %m, <4 x ptr> %lanes)
  ret <4 x ptr> %r
}

; Neither may a number, nor what is compared.
; CHECK-LABEL: define i1 @values(
; CHECK-NEXT: %p.frozen = freeze ptr %p
; CHECK-NEXT: %n.frozen = freeze i64 %n
; CHECK-NEXT: %at = getelementptr i8, ptr %q, i64 %n.frozen
; CHECK-NEXT: %r = icmp eq ptr %p.frozen, %at
define i1 @values(ptr %p, ptr %q, i64 %n) {
  %p.frozen = freeze ptr %p
  %n.frozen = freeze i64 %n
  %at = getelementptr i8, ptr %q, i64 %n.frozen
  %r = icmp eq ptr %p.frozen, %at
  ret i1 %r
}
