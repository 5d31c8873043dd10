#include "statistics/change_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "statistics/median.hpp"
#include "statistics/normal.hpp"

namespace ndweave::harness {

namespace {

/// Sums over the values before each place, from which the cost of any part follows.
class part_costs {
public:
    explicit part_costs(const std::vector<noisy_value>& series) : sums_(1) {
        // Distances from the first value: squares of large values would cancel.
        for (const noisy_value& v : series) {
            const double weight = 1 / (v.deviation * v.deviation), distance = v.value - series.front().value;
            const sums& last = sums_.back();
            sums_.push_back(
                {last.weight + weight, last.first + weight * distance, last.second + weight * distance * distance});
        }
    }

    /// Weighed squares of [from, to) around their mean.
    double operator()(std::size_t from, std::size_t to) const {
        const sums &a = sums_[from], &b = sums_[to];
        const double first = b.first - a.first;
        return std::max(0.0, b.second - a.second - first * first / (b.weight - a.weight));
    }

private:
    struct sums {
        double weight = 0, first = 0, second = 0;
    };
    std::vector<sums> sums_;
};

}  // namespace

std::vector<std::size_t> change_points(const std::vector<noisy_value>& series, double level) {
    const std::size_t n = series.size();
    if (n < 2) return {};
    const part_costs cost(series);
    const double z = two_sided_quantile(level / static_cast<double>(n - 1)), penalty = z * z;

    std::vector<double> least(n + 1, std::numeric_limits<double>::infinity());  // of the values before each place
    std::vector<std::size_t> last(n + 1, 0);                                    // where the last level of them begins
    least[0] = -penalty;                                                        // the first level is no change
    std::vector<std::size_t> candidates;
    for (std::size_t to = 1; to <= n; ++to) {
        candidates.push_back(to - 1);
        for (const std::size_t from : candidates) {
            const double whole = least[from] + cost(from, to) + penalty;
            if (whole < least[to]) least[to] = whole, last[to] = from;
        }
        // What costs more without its next change never becomes the best.
        std::erase_if(candidates, [&](std::size_t from) { return least[from] + cost(from, to) > least[to]; });
    }

    std::vector<std::size_t> found;
    for (std::size_t at = last[n]; at > 0; at = last[at]) found.push_back(at);
    std::reverse(found.begin(), found.end());
    return found;
}

double deviation_of_neighbours(const std::vector<std::vector<double>>& series) {
    std::vector<double> distances;
    for (const std::vector<double>& values : series) {
        for (std::size_t i = 1; i < values.size(); ++i) distances.push_back(std::abs(values[i] - values[i - 1]));
    }
    if (distances.empty()) return 0;
    // Half of all differences of two normal numbers lie within 0.6745 of their deviation, √2 of one's.
    return median(distances) / two_sided_quantile(0.5) / std::sqrt(2.0);
}

}  // namespace ndweave::harness
