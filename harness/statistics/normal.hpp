/// The standard normal distribution.
#pragma once

namespace ndweave::harness {

/// Probability of a deviation from 0 of at least |z|, to either side.
double two_sided_probability(double z);

/// The z > 0 with that probability, 0 < p < 1.
double two_sided_quantile(double p);

}  // namespace ndweave::harness
