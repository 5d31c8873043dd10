#include "statistics/shift.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "statistics/median.hpp"

namespace ndweave::harness {

namespace {

constexpr double z95 = 1.959964;

double two_sided(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

/// Median and interval of the candidates (Walsh averages or differences), `spread` being the standard deviation of the
/// rank statistic that counts them.
shift from_candidates(std::vector<double> candidates, double spread, double p) {
    std::sort(candidates.begin(), candidates.end());
    const double count = static_cast<double>(candidates.size());
    const double cut = std::max(0.0, std::floor(count / 2 - z95 * spread));
    const auto k = static_cast<std::size_t>(cut);
    return {median(candidates), candidates[k], candidates[candidates.size() - 1 - k], p};
}

/// E-value of "tails is more likely than heads" after k heads in n throws: the likelihood ratio to a fair coin,
/// averaged over all such coins, which is the sum of C(n+1, j) / ((n+1) C(n, k)) over j > k.
double e_value(std::size_t n, std::size_t k) {
    const double throws = static_cast<double>(n);
    double sum = 0, term = 1 / static_cast<double>(k + 1);
    for (std::size_t j = k + 1; j <= n + 1; ++j) {
        const double place = static_cast<double>(j);
        sum += term;
        term *= (throws + 1 - place) / (place + 1);
    }
    return sum;
}

/// E-value of "the differences lie above `value`", or below it where `sign` is -1; equal ones count in favour.
double e_value_beyond(const std::vector<double>& differences, double value, int sign) {
    std::vector<double> distances;
    for (const double d : differences) distances.push_back(sign * (d - value));
    std::sort(distances.begin(), distances.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    const std::size_t half = (distances.size() + 1) / 2;
    const auto against = [&](std::size_t nearest) {
        return static_cast<std::size_t>(std::count_if(distances.begin(),
                                                      distances.begin() + static_cast<std::ptrdiff_t>(nearest),
                                                      [](double d) { return d < 0; }));
    };
    return (e_value(distances.size(), against(distances.size())) + e_value(half, against(half))) / 2;
}

double p_value(std::vector<double> differences) {
    std::erase(differences, 0.0);
    return std::min(1.0, 2 / (e_value_beyond(differences, 0, 1) + e_value_beyond(differences, 0, -1)));
}

}  // namespace

shift paired_shift(const std::vector<double>& differences) {
    constexpr double enough = 2 / 0.05;  // e-value that leaves 2.5 % on one side
    std::vector<double> sorted = differences;
    std::sort(sorted.begin(), sorted.end());
    shift result;
    result.estimate = median(sorted);
    result.p = p_value(sorted);
    const auto excluded = [&](int sign) {
        return [&, sign](double d) { return e_value_beyond(sorted, d, sign) >= enough; };
    };
    const auto low = std::find_if_not(sorted.begin(), sorted.end(), excluded(1));
    const auto high = std::find_if_not(sorted.rbegin(), sorted.rend(), excluded(-1));
    result.low = low == sorted.begin() ? -std::numeric_limits<double>::infinity() : *std::prev(low);
    result.high = high == sorted.rbegin() ? std::numeric_limits<double>::infinity() : *std::prev(high);
    return result;
}

shift unpaired_shift(const std::vector<double>& from, const std::vector<double>& to) {
    std::vector<double> differences;
    double above = 0;
    for (const double b : to) {
        for (const double a : from) {
            differences.push_back(b - a);
            above += b > a ? 1 : b == a ? 0.5 : 0;
        }
    }
    const double n = static_cast<double>(from.size()), m = static_cast<double>(to.size());
    const double spread = std::sqrt(n * m * (n + m + 1) / 12);
    const double z = std::max(0.0, std::abs(above - n * m / 2) - 0.5) / spread;
    return from_candidates(std::move(differences), spread, two_sided(z));
}

std::vector<double> holm(const std::vector<double>& p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<double> adjusted(p.size());
    double largest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        largest = std::max(largest, std::min(1.0, p[order[i]] * static_cast<double>(p.size() - i)));
        adjusted[order[i]] = largest;
    }
    return adjusted;
}

}  // namespace ndweave::harness
