/// Atomic operations of every memory order and scope, in three steps of which the second is LLVM's atomic-expand: what
/// PTX has no instruction for becomes a loop around `atom.cas`.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::ptx {

/// Atomic operations on private memory become plain ones: nobody else sees it.
void lower_private_atomics(llvm::Function& kernel);

/// Before: `atomicrmw add ptr addrspace(1) %p, i32 1 release`. LLVM 19's NVPTX drops the order and the scope of
///         read-modify-writes silently, and cannot select ordered loads, stores and fences.
/// After:  `atom.release.sys.global.add.u32` and its like (PTX ISA, "atom", "ld", "st", "fence") as inline assembly. A
///         seq_cst operation is the acquiring or releasing one behind a `fence.sc` (the mapping of the PTX memory model
///         paper, Lustig et al. 2019).
/// Relaxed read-modify-writes of device scope stay LLVM's own: they are what it emits.
void lower_atomics(llvm::Function& kernel);

}  // namespace ndweave::compiler::ptx
