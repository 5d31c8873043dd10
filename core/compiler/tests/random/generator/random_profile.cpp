#include "random_profile.hpp"

namespace ndweave::compiler::testing {

namespace {

/// How often a kind comes on average, in a hundred or so.
unsigned usual_weight(statement kind) {
    switch (kind) {
        case statement::assign:
            return 16;
        case statement::write_private:
        case statement::act_together:
        case statement::branch:
        case statement::loop:
        case statement::arms:
            return 6;
        case statement::branch_together:
        case statement::loop_together:
        case statement::strided_loop:
        case statement::call_group_function:
        case statement::act_in_sub_group:
        case statement::branch_by_sub_group:
        case statement::loop_by_sub_group:
        case statement::search:
        case statement::choose:
        case statement::use_record:
        case statement::use_planes:
            return 4;
        case statement::stream:
        case statement::unequal_trips:
        case statement::equal_trips:
        case statement::read_again:
            return 1;
        default:
            return 2;
    }
}

/// The least use of sub-groups in which there are such statements.
sub_group_use least_use(statement kind) {
    switch (kind) {
        case statement::act_in_sub_group:
            return sub_group_use::by_work_group;
        case statement::assign_by_sub_group:
        case statement::branch_by_sub_group:
        case statement::loop_by_sub_group:
        case statement::skip_parts:
        case statement::rows_by_sub_groups:
            return sub_group_use::by_sub_group;
        default:
            return sub_group_use::none;
    }
}

/// In a hundred kernels with barriers, which are half of all. With `unseen` at 0 there are none whose sub-group
/// operations stand where only the kernel's author knows that the whole sub-group is.
constexpr unsigned by_work_group = 25, by_sub_group = 40, unseen = 10;

sub_group_use any_sub_group_use(std::mt19937_64& random) {
    const auto drawn = static_cast<unsigned>(random() % 100);
    return drawn < by_work_group                           ? sub_group_use::by_work_group
           : drawn < by_work_group + by_sub_group          ? sub_group_use::by_sub_group
           : drawn < by_work_group + by_sub_group + unseen ? sub_group_use::unseen
                                                           : sub_group_use::none;
}

}  // namespace

/// A third of the kinds is left out, some others come four times as often. Of sub-groups a kernel has none or many.
random_profile::random_profile(std::mt19937_64& random, bool has_barriers)
    : sub_groups_(has_barriers ? any_sub_group_use(random) : sub_group_use::none) {
    static constexpr unsigned factors[] = {0, 0, 1, 1, 2, 4}, of_sub_groups[] = {2, 4, 4, 8};
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        const auto what = static_cast<statement>(kind);
        const sub_group_use least = least_use(what);
        const unsigned factor = kind == 0                      ? 1
                                : least == sub_group_use::none ? factors[random() % std::size(factors)]
                                : sub_groups_ >= least         ? of_sub_groups[random() % std::size(of_sub_groups)]
                                                               : 0;
        weights_[kind] = usual_weight(what) * factor;
        sum_ += weights_[kind];
    }
}

statement random_profile::draw(std::mt19937_64& random) const {
    auto left = static_cast<unsigned>(random() % sum_);
    std::size_t kind = 0;
    while (left >= weights_[kind]) left -= weights_[kind++];
    return static_cast<statement>(kind);
}

}  // namespace ndweave::compiler::testing
