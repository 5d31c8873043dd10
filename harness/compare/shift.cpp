#include "compare/shift.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "measure/statistics.hpp"

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

/// P(X <= k) for X the number of heads in n throws of a fair coin.
double coin_probability(std::size_t n, std::size_t k) {
    const double all = static_cast<double>(n);
    double sum = 0;
    for (std::size_t i = 0; i <= k; ++i) {
        const double heads = static_cast<double>(i);
        sum += std::exp(std::lgamma(all + 1) - std::lgamma(heads + 1) - std::lgamma(all - heads + 1) -
                        all * std::log(2.0));
    }
    return std::min(1.0, sum);
}

}  // namespace

shift paired_shift(const std::vector<double>& differences) {
    std::vector<double> sorted = differences;
    std::sort(sorted.begin(), sorted.end());
    const auto up =
        static_cast<std::size_t>(std::count_if(sorted.begin(), sorted.end(), [](double d) { return d > 0; }));
    const auto down =
        static_cast<std::size_t>(std::count_if(sorted.begin(), sorted.end(), [](double d) { return d < 0; }));
    const double p = std::min(1.0, 2 * coin_probability(up + down, std::min(up, down)));
    // The widest cut that leaves 2.5 % at most on either side.
    std::size_t cut = 0;
    while (2 * (cut + 1) < sorted.size() && coin_probability(sorted.size(), cut) <= 0.025) ++cut;
    const std::size_t first = cut == 0 ? 0 : cut - 1;
    return {median(sorted), sorted[first], sorted[sorted.size() - 1 - first], p};
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
