/// Atomic updates that change nothing.
///
///     atomicrmw add ptr %p, i32 %x monotonic      ==>      if (%x != 0) atomicrmw add ptr %p, i32 %x monotonic
///
///     atomicrmw min ptr %p, i32 %x monotonic      ==>      if (*%p > %x) atomicrmw min ptr %p, i32 %x monotonic
///
/// where nobody asks for the old value. A locked addition takes about 20 cycles, and many times as many where other
/// processors hold the line: work-groups that add their own histogram to everybody's, or counts of what holds rarely,
/// mostly add nothing, and a minimum that was found is seldom improved, for which x86 has a loop of exchanges. A
/// relaxed update orders nothing else, so that one by zero cannot be told from none, nor one that follows what was read
/// at once and leaves it.
#pragma once

#include <llvm/IR/Module.h>

namespace ndweave::compiler::host {

/// To run after the optimisations. Returns how many branches it made.
unsigned guard_noop_atomics(llvm::Module& module);

}  // namespace ndweave::compiler::host
