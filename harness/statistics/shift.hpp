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

/// Of paired differences, at least one, in the order in which they were measured or any other. Valid under
/// optional stopping: p and interval hold at whatever round one stops (p is the reciprocal of an e-value, Vovk and Wang
/// 2021: a sign test against every bias of the coin at once, after Robbins 1970). Half of the e-value comes from the
/// half of the differences nearest to the value tested: a round in which one side had one core less is an outlier, in
/// either direction. The estimate is the median; the interval is unbounded where there are too few differences.
shift paired_shift(const std::vector<double>& differences);

/// Of `to` against `from`: the Mann-Whitney test (normal approximation with continuity correction) and Hodges-Lehmann's
/// estimate over all differences. Both sets hold at least one value.
shift unpaired_shift(const std::vector<double>& from, const std::vector<double>& to);

/// Holm's correction (1979) for several tests: adjusted probabilities, in the same order.
std::vector<double> holm(const std::vector<double>& p);

}  // namespace ndweave::harness
