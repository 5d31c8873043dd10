/// What ran all lanes of a sub-group becomes what a work-group's loops run once for each of its sub-groups.
///
///     n = sub_group_number()          n = local_id(0)
///     lanes = extent(0)         ==>   lanes = min(size, work-items - n * size)
///
/// The memory that lanes keep across barriers of the group is private memory of their sub-group. Pre: split_regions has
/// made the loops over lanes. Post: normal form of simplify_kernel, a prologue; the shape is that of a group of
/// sub-groups (group_shape.hpp), of which `local_id(0)` is the number.
#pragma once

namespace llvm {
class Function;
}

namespace ndweave::compiler {

void run_sub_groups_as_items(llvm::Function& kernel);

}  // namespace ndweave::compiler
