; Masks of accesses to eight bytes get an AND with eight lanes that LLVM does not know to be true.
; RUN: %opt -passes=clear-upper-mask-bits %s | FileCheck %s

; CHECK-LABEL: define <8 x i8> @bytes(
; CHECK: [[MINUS:%.*]] = call i32 asm "", "=r,0"(i32 -1)
; CHECK-NEXT: [[BITS:%.*]] = trunc i32 [[MINUS]] to i8
; CHECK-NEXT: [[ALL:%.*]] = bitcast i8 [[BITS]] to <8 x i1>
; CHECK: [[STORED:%.*]] = and <8 x i1> %m, [[ALL]]
; CHECK-NEXT: call void @llvm.masked.store.v8i8.p0(<8 x i8> %x, ptr %p, i32 1, <8 x i1> [[STORED]])
; CHECK: [[LOADED:%.*]] = and <8 x i1> %l, [[ALL]]
; CHECK-NEXT: call <8 x i8> @llvm.masked.load.v8i8.p0(ptr %p, i32 1, <8 x i1> [[LOADED]], <8 x i8> %x)
define <8 x i8> @bytes(<8 x i8> %x, ptr %p, <8 x i1> %m, <8 x i1> %l) {
  call void @llvm.masked.store.v8i8.p0(<8 x i8> %x, ptr %p, i32 1, <8 x i1> %m)
  %y = call <8 x i8> @llvm.masked.load.v8i8.p0(ptr %p, i32 1, <8 x i1> %l, <8 x i8> %x)
  ret <8 x i8> %y
}

; The hardest case: the accesses stand in blocks of which none comes before the other. The lanes are made once, where
; both can use them, behind the variables on the stack.
; CHECK-LABEL: define void @blocks(
; CHECK: %v = alloca
; CHECK-NEXT: call i32 asm "", "=r,0"(i32 -1)
; CHECK: [[ALL:%.*]] = bitcast i8 {{.*}} to <8 x i1>
; CHECK: br i1 %c
; CHECK-NOT: asm
; CHECK: and <8 x i1> %m, [[ALL]]
; CHECK-NOT: asm
; CHECK: and <8 x i1> %m, [[ALL]]
define void @blocks(i1 %c, <8 x i8> %x, <8 x i1> %m) {
  %v = alloca <8 x i8>
  br i1 %c, label %a, label %b
a:
  call void @llvm.masked.store.v8i8.p0(<8 x i8> %x, ptr %v, i32 1, <8 x i1> %m)
  ret void
b:
  call void @llvm.masked.store.v8i8.p0(<8 x i8> %x, ptr %v, i32 1, <8 x i1> %m)
  ret void
}

; Other sizes and other numbers of eight lanes are instructions of their own; a constant mask is not spilled.
; CHECK-LABEL: define void @others(
; CHECK-NEXT: call void @llvm.masked.store.v16i8.p0(<16 x i8> %x, ptr %p, i32 1, <16 x i1> %m)
; CHECK-NEXT: call void @llvm.masked.store.v8i32.p0(<8 x i32> %y, ptr %p, i32 4, <8 x i1> %n)
; CHECK-NEXT: call void @llvm.masked.store.v8i8.p0(<8 x i8> %z, ptr %p, i32 1, <8 x i1> <i1 true, {{.*}}>)
; CHECK-NEXT: store <8 x i8> %z, ptr %p
; CHECK-NEXT: ret void
define void @others(<16 x i8> %x, <8 x i32> %y, <8 x i8> %z, ptr %p, <16 x i1> %m, <8 x i1> %n) {
  call void @llvm.masked.store.v16i8.p0(<16 x i8> %x, ptr %p, i32 1, <16 x i1> %m)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %y, ptr %p, i32 4, <8 x i1> %n)
  call void @llvm.masked.store.v8i8.p0(<8 x i8> %z, ptr %p, i32 1,
                                       <8 x i1> <i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 1>)
  store <8 x i8> %z, ptr %p
  ret void
}
