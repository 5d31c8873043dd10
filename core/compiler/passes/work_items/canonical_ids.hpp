/// Every index that differs between the work-items of a group becomes arithmetic on local ids.
///
///     %g = call i64 @__ndweave_global_id(i32 0)   ==>   %g = group_id(0) * local_range[0] + zext(local_id(0))
///     %n = call i32 @__ndweave_sub_group_id()     ==>   %n = linear_id / sub_group_size
///     %z = call i32 @__ndweave_local_id(i32 2)    ==>   0, where the group has one work-item along axis 2
///
/// Where the function is that of one lane of a sub-group, local ids count its lanes (lane_ids.hpp):
///
///     %l = call i32 @__ndweave_local_id(i32 0)    ==>   %l = sub_group_number * sub_group_size + local_id(0)
///
/// Pre: a group's shape (group_shape.hpp) and a sub-group size. Post: `global_id`, `sub_group_id`,
/// `sub_group_local_id`, `local_range` are gone; each `local_id` has a constant axis, a range attribute, no side
/// effects, and an extent above one.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Support/Error.h>

namespace ndweave::compiler {

/// Fails where an axis is no constant.
llvm::Error make_ids_canonical(llvm::Function& kernel);

}  // namespace ndweave::compiler
