/// What a random kernel is mostly made of: how often each kind of statement is drawn. Kernels of one profile would all
/// be alike; each draws its own.
#pragma once

#include <array>
#include <cstddef>
#include <random>

#include "scopes.hpp"

namespace ndweave::compiler::testing {

enum class statement {
    assign,
    assign_uniform,
    assign_real,
    assign_typed,
    write_private,
    write_own,
    update_atomically,
    update_own,
    use_record,
    use_planes,
    stream,
    read_clamped,
    call_function,
    leave,
    assign_by_sub_group,
    act_in_sub_group,
    act_together,
    call_group_function,
    branch_together,
    branch,
    choose,
    loop_together,
    loop,
    strided_loop,
    pointer_loop,
    walk_private,
    unequal_trips,
    equal_trips,
    arms,
    search,
    guarded_division,
    read_again,
    edges,
    branch_by_sub_group,
    loop_by_sub_group,
    skip_parts,
    rows_by_sub_groups
};

class random_profile {
public:
    random_profile(std::mt19937_64& random, bool has_barriers);

    statement draw(std::mt19937_64& random) const;

    /// Kernels without barriers have no sub-groups.
    sub_group_use sub_groups() const { return sub_groups_; }

private:
    static constexpr std::size_t kinds = static_cast<std::size_t>(statement::rows_by_sub_groups) + 1;

    const sub_group_use sub_groups_;
    std::array<unsigned, kinds> weights_;
    unsigned sum_ = 0;
};

}  // namespace ndweave::compiler::testing
