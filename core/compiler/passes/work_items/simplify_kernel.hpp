/// The clean-up before the split: what is folded, unrolled or moved now need not be kept across barriers.
///
/// Pre: ids are canonical. Post: loops are in rotated, simplified and closed SSA form; there are no switches; every
/// block reaches the one `ret`, except inside infinite loops; `unreachable` is gone (a block that traps goes on to its
/// sibling, which it never reaches).
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

void simplify_kernel(llvm::Function& kernel);

/// Simplified loops in closed SSA form again, after a change of control flow.
void restore_normal_form(llvm::Function& kernel);

}  // namespace ndweave::compiler
