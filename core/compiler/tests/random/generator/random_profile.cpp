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

}  // namespace

/// A third of the kinds is left out, some others come four times as often.
random_profile::random_profile(std::mt19937_64& random) {
    static constexpr unsigned factors[] = {0, 0, 1, 1, 2, 4};
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        const unsigned usual = usual_weight(static_cast<statement>(kind));
        weights_[kind] = kind == 0 ? usual : usual * factors[random() % std::size(factors)];
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
