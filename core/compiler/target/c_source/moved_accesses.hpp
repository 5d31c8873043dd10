/// Keeps a compiler that makes vectors of work-items from moving an access past others of the same work-item.
///
///     x = p[2 * id]; p[2 * id + k] = y; z = p[2 * id + 1]     ==>     .. z = (p + unknown zero)[2 * id + 1]
///
/// PoCL says of its loops over work-items that their iterations are independent (llvm.loop.parallel_accesses). LLVM
/// then looks at no dependences within one either, and gathers strided loads at the first of them, strided stores at
/// the last (interleave groups; workarounds/pin_strided_accesses): z would be read before y is written. Private arrays
/// are strided, since each work-item has its own. Where rows of work-items are short, their loop is unrolled, and an
/// access is moved to where the work-item beside it makes its own.
///
/// An address that is not seen to be strided is gathered instead: the zero is none that a compiler knows, and looks
/// different in each work-item.
#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace ndweave::compiler::c_source_detail {

/// `local_range`: extents of the group, 0 where they are not known.
void pin_moved_accesses(llvm::Function& kernel, const std::uint32_t (&local_range)[3]);

}  // namespace ndweave::compiler::c_source_detail
