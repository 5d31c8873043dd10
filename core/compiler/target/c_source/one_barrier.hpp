/// A kernel whose work-items all meet in one place, for compilers that take barriers under conditions for what they are
/// not.
///
///     a;                                  next = 0, which compilers do not know
///     if (u) { b; barrier; c }      ==>   for (;;) {
///     d                                       switch (next) {
///                                                 case 0: a; if (u) { b; next = 1 } else { d; next = 2 } break;
///                                                 case 1: c; d; next = 2; break;
///                                             }
///                                             barrier
///                                             if (next == 2) return
///                                         }
///
/// PoCL makes loops over the work-items of what lies between barriers. It knows that from the control flow of one
/// work-item: a barrier that does not stand on every way is behind a branch that all work-items take alike. It copies
/// what follows such a barrier, and goes wrong, or crashes, where copies, loops and joins of other branches meet.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

/// Whether some way through the kernel, or through a turn of the loop around it, leaves out a barrier that others meet.
bool has_conditional_barrier(llvm::Function& kernel);

/// Pre: a barrier; all work-items of a group meet the same ones. Post: one barrier, in a loop, and no other loop or
/// branch around it. What follows several barriers is there several times.
void meet_in_one_barrier(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
