/// Keeps a compiler that makes vectors of work-items from reading beyond an array that is indexed modulo its length.
///
///     a[(7 * id) & 127]     ==>     a[((7 * id) & 127) ^ unknown zero]
///
/// LLVM up to 21 takes the address for one that counts in steps of 7, loads all that lies between with whole vectors,
/// and may lose the check that the index does not wrap around (issue 156849, interleave groups): PoCL reads a[133]
/// where a[5] is meant. An index that is not seen to count is gathered instead.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

void hide_wrapping_indices(llvm::Function& kernel);

/// The same for loops of the kernel itself (keep_wrap_checks).
void hide_wrapping_counters(llvm::Function& kernel);

}  // namespace ndweave::compiler::c_source_detail
