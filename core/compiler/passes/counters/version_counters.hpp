/// Counters that might wrap around become ones that do not, in a copy of their loop that runs where they cannot.
///
///     int i = l                               s = (int)step, safe = s >= 0 && n <= INT_MAX - s         in the prologue
///     do body while ((i += step) < n)  ==>    if (safe) do body while ((i += s nsw) < n)
///                                             else      do body while ((i += step) < n)
///
/// Programs count with `int i += range`, where the range is a `size_t`: the sum is made in 64 bits and cut to 32, which
/// is defined for every value, so that neither addresses in 64 bits nor neighbours of neighbouring work-items follow
/// from the counter. Step and bound are the same for the group, and so is what decides. Also of counters that are
/// extended for the comparison, and of unsigned ones.
///
/// Only loops without synchronisation, and not too large to have twice. Pre: a prologue (group_invariants). Post: the
/// same, loops in the normal form of simplify_kernel where anything was changed.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

void version_counters(llvm::Function& kernel);

}  // namespace ndweave::compiler
