#include "report/turn_speed.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "statistics/median.hpp"

namespace ndweave::harness {

namespace {

/// Seconds of each turn. Warm-ups are left out of the first one, as far as it has other samples.
std::vector<double> seconds_of_turns(const record& row) {
    std::vector<double> found;
    if (!row.turns || !row.samples || !has_figure(row)) return found;
    std::size_t begin = 0;
    for (const std::size_t count : *row.turns) {
        const std::size_t end = std::min(begin + count, row.samples->size());
        std::size_t first = std::max(begin, row.warmups.value_or(0));
        if (first >= end) first = begin;
        const std::vector<double> turn(row.samples->begin() + static_cast<std::ptrdiff_t>(first),
                                       row.samples->begin() + static_cast<std::ptrdiff_t>(end));
        if (turn.empty()) break;
        found.push_back(from_best(row) ? *std::ranges::min_element(turn) : median(turn));
        begin = end;
    }
    return found;
}

}  // namespace

std::optional<turn_ratio> speed_beside(const record& row, const record& other) {
    const std::vector<double> own = seconds_of_turns(row), others = seconds_of_turns(other);
    if (own.empty() || others.empty()) return std::nullopt;
    return ratio_of_turns(others, own);
}

std::string describe(const turn_ratio& r) {
    constexpr double precise = 0.1;
    const auto number = [](double ratio) {
        char text[32];
        std::snprintf(text, sizeof text, "%.*f", ratio < 10 ? 2 : 1, ratio);
        return std::string(text);
    };
    const std::string mark = r.low <= 1 && r.high >= 1 ? "~" : "";
    const double spread = std::max(r.high / r.estimate - 1, 1 - r.low / r.estimate);
    if (!std::isfinite(spread)) return mark + number(r.estimate) + " ±?";
    if (spread > precise) return mark + number(r.low) + " to " + number(r.high);
    char text[32];
    std::snprintf(text, sizeof text, " ±%.0f %%", std::ceil(100 * spread));
    return mark + number(r.estimate) + text;
}

}  // namespace ndweave::harness
