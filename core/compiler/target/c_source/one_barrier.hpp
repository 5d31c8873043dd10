/// A kernel whose work-items all meet at both ends of one loop, for compilers that take barriers under conditions for
/// what they are not.
///
///     a;                                  a; if (u) { b; next = 0 } else { d; next = 1 }
///     if (u) { b; barrier; c }      ==>   for (;;) {
///     d                                       barrier
///                                             switch (next) { case 0: c; d; next = 1; break; }
///                                             barrier
///                                             if (next == 1) return
///                                         }
///
/// PoCL makes loops over the work-items of what lies between barriers. It knows that from the control flow of one
/// work-item: a barrier that does not stand on every way is behind a branch that all work-items take alike. It copies
/// what follows such a barrier, and goes wrong, or crashes, where copies, loops and joins of other branches meet. With
/// one barrier only, at the loop's end, PoCL's compiler finds ways past the switch, for states that it knows: a loop of
/// two entries; with one at its beginning only it makes nested loops of the ways back.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

/// Whether some way through the kernel, or through a turn of the loop around it, leaves out a barrier that others meet.
bool has_conditional_barrier(llvm::Function& kernel);

/// Pre: a barrier; all work-items of a group meet the same ones. Post: two barriers, in a loop, and no other loop or
/// branch around them. What follows several barriers is there several times.
void meet_in_one_barrier(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
