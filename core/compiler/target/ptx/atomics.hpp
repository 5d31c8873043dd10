/// Atomic operations of every memory order.
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler::ptx {

/// Before: `atomicrmw add ptr %p, i32 1 release`, whose order LLVM 19's NVPTX drops silently, `fence acquire` and
///         `load atomic acquire`, which it cannot select.
/// After:  the same operations relaxed, between fences: a fence before what releases, one after what acquires, a
///         sequential one before every seq_cst operation (the mapping of the PTX memory model paper, Lustig et al.
///         2019).
void lower_atomic_orders(llvm::Function& kernel);

}  // namespace ndweave::compiler::ptx
