/// How two rows that took turns compare.
#pragma once

#include <vector>

namespace ndweave::harness {

/// How many times as long one took as the other: the median over turns, with its 95 % interval.
struct turn_ratio {
    double estimate = 1, low = 0, high = 0;

    /// Whether it is known which is faster, or that they differ by less than 2 %.
    bool is_settled() const;
};

/// Seconds of each turn of either. What one has more of is left out; pre: neither is empty. With few turns the interval
/// is from 0 to infinity.
turn_ratio ratio_of_turns(const std::vector<double>& seconds, const std::vector<double>& of_other);

}  // namespace ndweave::harness
