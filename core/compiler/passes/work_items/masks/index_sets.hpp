/// Index-set splitting: a loop that work-items leave at different times runs without masks as long as nobody leaves.
///
///     if (l < n)                             i = l
///         i = l                              if (all: l < n)
///         do body; i += step        ==>          do body; i += step  while (all: i < n)         taken together
///         while (i < n)                      if (i < n) do body; i += step  while (i < n)       the rest, to be masked
///
/// Where the condition compares something uniform with a value that grows with the local ids, one comparison for the
/// first and one for the last of those that run in lockstep tell about all of them: both are uniform.
/// Pre: normal form of simplify_kernel, a prologue. Post: the same form; `loop` is the rest.
/// M. Griebl, P. Feautrier, C. Lengauer, "Index set splitting", Int. J. of Parallel Programming 28(6), 2000.
#pragma once

namespace llvm {
class Function;
class Loop;
}  // namespace llvm

namespace ndweave::compiler {

/// False, with nothing changed, where the loop is left elsewhere than at its end by work-items alone, where its guard
/// or its condition are not of that kind, or where it is too large to have twice.
bool split_index_set(llvm::Function& kernel, llvm::Loop& loop, const class uniformity& values);

}  // namespace ndweave::compiler
