/// The largest of several numbers that chance spreads.
#pragma once

namespace ndweave::harness {

/// Expected largest of `n` > 0 independent numbers of the standard normal distribution: 0 of one, 0.564 of two, 3.85
/// of 10,000 (David and Nagaraja, Order Statistics, 2003, section 3.1).
double expected_largest(int n);

}  // namespace ndweave::harness
