/// Traps, where those who take the text cannot have them.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

/// A kernel with barriers has no trap, and no path to one: PoCL 3.1 takes a barrier that some path to the kernel's end
/// leaves out for one under a condition, and has all work-items go the first one's way from there: wrong where that
/// path is never taken but other branches differ.
void drop_traps(llvm::Function& kernel);

/// A trap ends the work-item: in a loop over work-items the others run.
void end_items_at_traps(llvm::Function& kernel);

/// The last case of a `switch` is its default, where that cannot be reached: text has no such default, and PoCL would
/// take it for a path to the kernel's end.
void drop_unreachable_defaults(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
