/// Counters of 64 bits of which only the lower 32 count become ones of 32 bits, as the program wrote them.
///
///     i = phi [begin], [next]                              i = phi [trunc begin], [low]
///     at = ashr (shl i, 32), 32                ==>         at = sext i
///     next = add at, step;  low = trunc next               low = add i, trunc step;  next = add at, step
///
/// LLVM's instcombine makes the left of `int i += size_t`. Pre: a prologue (group_invariants).
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

/// Whether the kernel has counters of 32 bits with a step that is the same for the group, and no flag about wrapping.
bool narrow_counters(llvm::Function& kernel);

}  // namespace ndweave::compiler
