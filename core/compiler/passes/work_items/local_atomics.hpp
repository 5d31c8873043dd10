/// Atomic operations on local memory, where a work-group runs on one thread.
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler {

/// Before: `atomicrmw add ptr %local, i32 1 syncscope("workgroup") monotonic`, the bus locked for it
/// After:  a load, an addition and a store
/// Nobody but the work-items of the group can reach its local memory, and they run one after the other on one thread:
/// whatever order and scope are asked for, program order has them, also between what the operation releases and
/// acquires (SYCL 2020, 3.8.3). Other threads are only told by operations on global memory and by fences, which stay.
/// Pre: the kernel's work-item loops are formed, so that those with atomic operations are not annotated parallel; what
/// this makes joins no access group, and so the loops stay sequential.
void lower_local_atomics(llvm::Function& kernel);

}  // namespace ndweave::compiler
