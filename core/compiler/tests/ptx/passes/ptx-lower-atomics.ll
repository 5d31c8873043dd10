; Atomic operations as PTX's instructions of their order and scope.
; RUN: %opt -passes=ptx-lower-atomics %s | FileCheck %s

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: [[A:%.*]] = call i32 asm sideeffect "atom.release.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p, i32 1)
; The hardest case: a sequential operation is one behind a fence, and a subtraction adds.
; CHECK-NEXT: call void asm sideeffect "fence.sc.cta;", "~{memory}"()
; CHECK-NEXT: [[M:%.*]] = sub i32 0, [[A]]
; CHECK-NEXT: [[B:%.*]] = call i32 asm sideeffect "atom.acq_rel.cta.shared.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(3) %s, i32 [[M]])
; CHECK-NEXT: [[C:%.*]] = call i32 asm sideeffect "atom.acq_rel.gpu.cas.b32 $0, [$1], $2, $3;", "=r,l,r,r,~{memory}"(ptr %q, i32 1, i32 [[B]])
; CHECK: icmp eq i32 [[C]], 1
; Bytes are in registers of 16 bits.
; CHECK: [[L:%.*]] = call i16 asm sideeffect "ld.acquire.sys.global.b8 $0, [$1];", "=h,l,~{memory}"(ptr addrspace(1) %p)
; CHECK-NEXT: [[BYTE:%.*]] = trunc i16 [[L]] to i8
; CHECK-NEXT: call void asm sideeffect "fence.sc.sys;", "~{memory}"()
; CHECK-NEXT: [[WIDE:%.*]] = zext i8 [[BYTE]] to i16
; CHECK-NEXT: call void asm sideeffect "st.relaxed.sys.global.b8 [$0], $1;", "l,h,~{memory}"(ptr addrspace(1) %p, i16 [[WIDE]])
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.cta;", "~{memory}"()
; CHECK-NEXT: call float asm sideeffect "atom.acquire.gpu.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}"(ptr addrspace(1) %p, float 1.000000e+00)
; What LLVM emits as it is, and what is not atomic, stay.
; CHECK-NEXT: %r = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic
; CHECK-NEXT: %v = load volatile i32, ptr %q
define void @kernel(ptr addrspace(1) %p, ptr addrspace(3) %s, ptr %q) "ndweave-kernel"="basic" {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 release
  %b = atomicrmw sub ptr addrspace(3) %s, i32 %a syncscope("workgroup") seq_cst
  %c = cmpxchg ptr %q, i32 1, i32 %b syncscope("agent") acq_rel monotonic
  %same = extractvalue { i32, i1 } %c, 1
  %l = load atomic i8, ptr addrspace(1) %p acquire, align 1
  store atomic i8 %l, ptr addrspace(1) %p seq_cst, align 1
  fence syncscope("workgroup") acq_rel
  %f = atomicrmw fadd ptr addrspace(1) %p, float 1.0 syncscope("agent") acquire
  %r = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic
  %v = load volatile i32, ptr %q
  ret void
}
