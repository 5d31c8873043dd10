/// What a random kernel is mostly made of: how often each kind of statement is drawn. Kernels of one profile would all
/// be alike; each draws its own.
#pragma once

#include <array>
#include <cstddef>
#include <random>

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
    call_function,
    leave,
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
    edges
};

class random_profile {
public:
    explicit random_profile(std::mt19937_64& random);

    statement draw(std::mt19937_64& random) const;

private:
    static constexpr std::size_t kinds = static_cast<std::size_t>(statement::edges) + 1;

    std::array<unsigned, kinds> weights_;
    unsigned sum_ = 0;
};

}  // namespace ndweave::compiler::testing
