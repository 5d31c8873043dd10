/// Atomic operations of every memory order and scope.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/codegen/ptx/pass_runner.hpp"

namespace ndweave::compiler::ptx {

/// Before: `atomicrmw add ptr addrspace(1) %p, i32 1 release`. LLVM 19's NVPTX drops the order and the scope of
///         read-modify-writes silently, and cannot select ordered loads, stores and fences.
/// After:  `atom.release.sys.global.add.u32` and its like (PTX ISA, "atom", "ld", "st", "fence") as inline assembly. A
///         seq_cst operation is the acquiring or releasing one behind a `fence.sc` (the mapping of the PTX memory model
///         paper, Lustig et al. 2019). What PTX has no instruction for becomes a loop around `atom.cas`. Atomic
///         operations on private memory become plain ones.
/// Relaxed read-modify-writes of device scope stay LLVM's own: they are what it emits.
void lower_atomics(llvm::Function& kernel, pass_runner& passes);

}  // namespace ndweave::compiler::ptx
