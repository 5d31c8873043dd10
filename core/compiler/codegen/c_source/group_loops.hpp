/// Loops over the work-items of a group, for devices that would make such loops themselves: processors.
///
///     a; barrier; b     ==>     for (item) a; for (item) b        in groups of one work-item of the device
///
/// PoCL makes them of the control flow that it sees, and is wrong about branches, loops and values that differ between
/// work-items (docs/decisions/094). These are the ones that the processor's own kernels have (work_item_loops.hpp).
#pragma once

#include "compiler/codegen/c_source/emission.hpp"

namespace ndweave::compiler::c_source_detail {

/// Pre: an nd-range kernel, cleaned up. Throws std::logic_error where the kernel cannot be run so.
void form_group_loops(emission&);

/// Whether the work-items that the loop runs are independent of each other: a vectorizer need not look.
bool is_parallel(const llvm::Loop&);

}  // namespace ndweave::compiler::c_source_detail
