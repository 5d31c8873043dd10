/// Drops barriers of group algorithms where others keep their accesses to scratch memory apart.
#pragma once

#include <llvm/IR/Function.h>

namespace ndweave::compiler::ptx {

/// Before: `a[w] = x; barrier; r = a[...]; scratch barrier; b[w] = y; barrier; s = b[...]; scratch barrier;`
/// After:  the same without both scratch barriers: nothing writes to `a` before the second barrier, nothing to `b`
/// later.
///
/// An operation needs one barrier between its writes and its reads of the arrays (builtin_emitter::warp_scratch), and
/// one behind that, for the next operation with the same array. The latter orders nothing else
/// (__ndweave_scratch_barrier), and goes where no path without another kind of barrier leads from an access before it
/// to a conflicting one behind it. Barriers of other kinds stay: so two accesses with several scratch barriers between
/// them keep all of these.
void drop_scratch_barriers(llvm::Function& kernel);

}  // namespace ndweave::compiler::ptx
