/// Every index that differs between the work-items of a group becomes arithmetic on local ids.
///
///     %g = call i64 @__ndweave_global_id(i32 0)   ==>   %g = group_id(0) * local_range[0] + zext(local_id(0))
///     %n = call i32 @__ndweave_sub_group_id()     ==>   %n = linear_id / sub_group_size
///     %z = call i32 @__ndweave_local_id(i32 2)    ==>   0, where the group has one work-item along axis 2
///
/// Pre: none. Post: `global_id`, `sub_group_id`, `sub_group_local_id`, `local_range` are gone; each `local_id` has a
/// constant axis, a range attribute, no side effects, and an extent above one.
#pragma once

#include "compiler/passes/work_item_loops.hpp"

namespace ndweave::compiler {

llvm::Error make_ids_canonical(llvm::Function& kernel, const work_item_loop_options& options);

}  // namespace ndweave::compiler
