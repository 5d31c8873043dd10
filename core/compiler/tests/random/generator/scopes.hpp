/// Which work-items a random kernel's statements are for.
#pragma once

namespace ndweave::compiler::testing {

/// Who is at a place together, or agrees on a value: each work-item alone, all of a sub-group, or all of the group.
enum class scope { work_item, sub_group, work_group };

/// Where a random kernel has sub-group operations: where all of the group are; where all of a sub-group are; also where
/// they are, but the compiler can hardly see it.
enum class sub_group_use { none, by_work_group, by_sub_group, unseen };

}  // namespace ndweave::compiler::testing
