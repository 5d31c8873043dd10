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

/// P(W <= w) for the signed-rank statistic of n pairs without ties, by counting subsets of 1..n with each sum.
double signed_rank_probability(int n, double w) {
    const int most = n * (n + 1) / 2;
    std::vector<double> ways(static_cast<std::size_t>(most) + 1, 0.0);
    ways[0] = 1;
    for (int rank = 1; rank <= n; ++rank) {
        for (int sum = most; sum >= rank; --sum) {
            ways[static_cast<std::size_t>(sum)] += ways[static_cast<std::size_t>(sum - rank)];
        }
    }
    const auto last = ways.begin() + static_cast<std::ptrdiff_t>(std::floor(w)) + 1;
    return std::accumulate(ways.begin(), last, 0.0) / std::pow(2.0, n);
}

/// Ranks from 1, equal values sharing the mean of theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0, last; first < order.size(); first = last) {
        last = first;
        while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
        for (std::size_t i = first; i < last; ++i) ranks[order[i]] = static_cast<double>(first + last + 1) / 2;
    }
    return ranks;
}

double signed_rank_p(const std::vector<double>& differences) {
    std::vector<double> sizes;
    std::vector<bool> positive;
    for (const double d : differences) {
        if (d == 0) continue;
        sizes.push_back(std::abs(d));
        positive.push_back(d > 0);
    }
    if (sizes.empty()) return 1;
    const std::vector<double> ranks = ranks_of(sizes);
    double up = 0, down = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) (positive[i] ? up : down) += ranks[i];
    const double n = static_cast<double>(ranks.size());
    if (ranks.size() <= 25) {
        return std::min(1.0, 2 * signed_rank_probability(static_cast<int>(n), std::min(up, down)));
    }
    return two_sided((std::abs(up - down) / 2 - 0.5) / std::sqrt(n * (n + 1) * (2 * n + 1) / 24));
}

}  // namespace

shift paired_shift(const std::vector<double>& differences) {
    std::vector<double> walsh;
    for (std::size_t i = 0; i < differences.size(); ++i) {
        for (std::size_t j = i; j < differences.size(); ++j) walsh.push_back((differences[i] + differences[j]) / 2);
    }
    const double n = static_cast<double>(differences.size());
    return from_candidates(std::move(walsh), std::sqrt(n * (n + 1) * (2 * n + 1) / 24), signed_rank_p(differences));
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
