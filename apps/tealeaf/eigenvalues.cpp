#include "eigenvalues.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ndweave::apps::tealeaf {

int eigenvalues_below(const std::vector<double>& diagonal, const std::vector<double>& below_diagonal, double x) {
    int below = 0;
    double pivot = 1;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
        const double e = i ? below_diagonal[i - 1] : 0;
        pivot = diagonal[i] - x - (i ? e * e / pivot : 0);
        if (pivot == 0)
            pivot = std::numeric_limits<double>::min();  // keeps the sequence defined; the count stays right
        below += pivot < 0;
    }
    return below;
}

double eigenvalue(const std::vector<double>& diagonal, const std::vector<double>& below_diagonal, int k) {
    double low = std::numeric_limits<double>::max(), high = -low;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
        const double radius =
            (i ? std::fabs(below_diagonal[i - 1]) : 0) + (i + 1 < diagonal.size() ? std::fabs(below_diagonal[i]) : 0);
        low = std::min(low, diagonal[i] - radius);
        high = std::max(high, diagonal[i] + radius);
    }
    while (high - low > 1e-12 * std::max(std::fabs(low), std::fabs(high))) {
        const double middle = 0.5 * (low + high);
        if (middle == low || middle == high) break;
        (eigenvalues_below(diagonal, below_diagonal, middle) > k ? high : low) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace ndweave::apps::tealeaf
