/// Where the level of a series changes.
#pragma once

#include <cstddef>
#include <vector>

namespace ndweave::harness {

/// A value, and the standard deviation > 0 that chance gives it.
struct noisy_value {
    double value = 0;
    double deviation = 1;
};

/// Indices of the first value of each new level, in order. The levels are those of the least sum of squares, each
/// weighed by its deviation, plus a penalty for every change (optimal partitioning, Jackson et al. 2005, pruned as in
/// PELT, Killick, Fearnhead and Eckley 2012). The penalty is such that of series that are noise alone a share of at
/// most about `level` gets any change, whatever their length (Bonferroni, over the places where one could be). 0 <
/// level < 1.
std::vector<std::size_t> change_points(const std::vector<noisy_value>& series, double level);

/// Standard deviation of values around a level that rarely changes, from the differences of neighbours within each
/// series: their median, so that less than half of them may be changes. 0 where no series has two values.
double deviation_of_neighbours(const std::vector<std::vector<double>>& series);

}  // namespace ndweave::harness
