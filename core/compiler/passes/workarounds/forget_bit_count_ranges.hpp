/// Counts of bits lose the range that InstCombine found for them, right after it.
///
///     if (x < 256) n = clz(x); …; m = clz(x)      (clz(x) is 24 to 32 in the first place only)
///
/// Works around https://github.com/llvm/llvm-project/issues/113997 and its like (111934, 112068, 112076, 112078; fixed
/// in LLVM 20): InstCombine 19 writes the range that holds where a call of `llvm.ctlz`, `cttz` or `ctpop` stands onto
/// the call, SimplifyCFG takes the call out of its branch, and GVN and InstCombine itself then use it where the range
/// does not hold, for another call of the same number.
///
/// Post: the next InstCombine finds the ranges that still hold anew; nothing else needs them. May go with LLVM 20.
#pragma once

namespace llvm {
class PassInstrumentationCallbacks;
}

namespace ndweave::compiler {

void forget_bit_count_ranges(llvm::PassInstrumentationCallbacks& between_passes);

}  // namespace ndweave::compiler
