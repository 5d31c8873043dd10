#include "statistics/normal.hpp"

#include <cmath>

namespace ndweave::harness {

double two_sided_probability(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

double two_sided_quantile(double p) {
    double low = 0, high = 40;  // beyond, the probability is no number any more
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (two_sided_probability(middle) > p ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace ndweave::harness
