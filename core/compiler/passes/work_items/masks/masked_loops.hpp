/// Turns loops that work-items leave at different times, or that only some of them enter, into loops that the whole
/// group runs in lockstep, each work-item's part under a mask; place_implicit_barriers then makes the work-item loop
/// the inner one.
///
///     if (guard)                         active = guard
///         do body while (c)      ==>     do {
///     rest                                   if (active) { body; active = c }
///                                        } while (group_any(active))
///                                        rest
///
/// Several exits, and what lies between the guard and the loop, are told apart behind the loop by a number. What counts
/// alike for all counts on for all, so that addresses stay side by side (uniform_steps). A loop whose index set can be
/// split (index_sets) is masked only for its rest.
/// Pre: normal form of simplify_kernel, a prologue; every explicit barrier is reached by the whole group. Post: the
/// same form. Loops with barriers, atomics, calls or gathers stay as they are.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

/// Notes at the kernel (note_of, kernel_attributes.hpp) the loops that it changed, and those of them with a part that
/// runs without a mask.
void mask_divergent_loops(llvm::Function& kernel);

constexpr const char *masked_loops = "ndweave-masked-loops", *split_loops = "ndweave-split-loops";

}  // namespace ndweave::compiler
