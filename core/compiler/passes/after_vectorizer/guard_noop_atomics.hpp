/// Atomic updates that change nothing.
///
///     atomicrmw add ptr %p, i32 %x monotonic      ==>      if (%x != 0) atomicrmw add ptr %p, i32 %x monotonic
///
/// where nobody asks for the old value. A locked addition takes about 20 cycles, and many times as many where other
/// processors hold the line: work-groups that add their own histogram to everybody's, or counts of what holds rarely,
/// mostly add nothing. A relaxed update orders nothing else, so that one by zero cannot be told from none.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler::host {

/// To run after the optimisations. Returns how many branches it made.
unsigned guard_noop_atomics(llvm::Module& module);

}  // namespace ndweave::compiler::host
