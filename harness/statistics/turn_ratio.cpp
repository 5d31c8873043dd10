#include "statistics/turn_ratio.hpp"

#include <algorithm>
#include <cmath>

#include "statistics/shift.hpp"

namespace ndweave::harness {

bool turn_ratio::is_settled() const {
    constexpr double alike = 1.02;
    return low > 1 || high < 1 || (low > 1 / alike && high < alike);
}

turn_ratio ratio_of_turns(const std::vector<double>& seconds, const std::vector<double>& of_other) {
    std::vector<double> differences;
    for (std::size_t turn = 0; turn < std::min(seconds.size(), of_other.size()); ++turn)
        differences.push_back(std::log(seconds[turn] / of_other[turn]));
    const shift s = paired_shift(differences);
    return {std::exp(s.estimate), std::exp(s.low), std::exp(s.high)};
}

}  // namespace ndweave::harness
