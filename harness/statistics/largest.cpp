#include "statistics/largest.hpp"

#include <cmath>

namespace ndweave::harness {

double expected_largest(int n) {
    // For a variable with distribution F: ∫ (1 - F) over what is above 0 less ∫ F over what is below.
    constexpr double step = 1.0 / 64, most = 8;
    double sum = 0;
    for (double x = step / 2; x < most; x += step) {
        const double above = std::erfc(x / std::sqrt(2.0)) / 2;  // of one number, beyond x
        sum += -std::expm1(n * std::log1p(-above)) - std::pow(above, n);
    }
    return step * sum;
}

}  // namespace ndweave::harness
