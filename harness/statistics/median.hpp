/// Robust statistics of samples.
#pragma once

#include <vector>

namespace ndweave::harness {

struct interval {
    double low = 0;
    double high = 0;
};

/// Of a set that is not empty.
double median(std::vector<double> values);

/// Median absolute deviation from the median, unscaled.
double median_deviation(const std::vector<double>& values);

/// 95 % confidence interval of the median by percentile bootstrap (Efron 1979), 1000 resamples from a fixed seed, so
/// that the same samples always give the same interval. Sets of one give a point.
interval bootstrap_median(const std::vector<double>& values);

/// Consecutive samples gathered into at most `blocks` blocks, each represented by its median: neighbouring samples of
/// one process are correlated, blocks much less so.
std::vector<double> block_medians(const std::vector<double>& values, std::size_t blocks);

}  // namespace ndweave::harness
