/// How far one set of numbers lies from another, by ranks: no distribution is assumed and outliers weigh little.
#pragma once

#include <vector>

namespace ndweave::harness {

/// Location shift with its 95 % interval and the two-sided probability of one at least as large by chance.
struct shift {
    double estimate = 0;
    double low = 0;
    double high = 0;
    double p = 1;
};

/// Of paired differences, at least one: the sign test and the median with its interval from order statistics. A round
/// in which a neighbour took one of the cores from one side is off by a factor, and then counts as one vote like any
/// other.
shift paired_shift(const std::vector<double>& differences);

/// Of `to` against `from`: the Mann-Whitney test (normal approximation with continuity correction) and Hodges-Lehmann's
/// estimate over all differences. Both sets hold at least one value.
shift unpaired_shift(const std::vector<double>& from, const std::vector<double>& to);

/// Holm's correction (1979) for several tests: adjusted probabilities, in the same order.
std::vector<double> holm(const std::vector<double>& p);

}  // namespace ndweave::harness
