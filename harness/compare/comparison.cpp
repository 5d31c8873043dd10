#include "compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "statistics/median.hpp"

namespace ndweave::harness {

namespace {

constexpr double significance = 0.05;
constexpr double power_factor = (1.959964 + 0.841621) / 1.959964;  // 80 % power over the interval's half width

/// A row's samples without its warm-ups. Records may be hand-made: values that are not times are dropped.
std::vector<double> counted_samples(const record& row) {
    std::vector<double> samples = row.samples.value_or(std::vector<double>());
    std::erase_if(samples, [](double s) { return !(s > 0); });
    const std::size_t warmups = std::min(row.warmups.value_or(0), samples.size());
    samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(warmups));
    return samples;
}

bool measured(const record& row) { return !counted_samples(row).empty() && row_seconds(row) > 0; }

struct side {
    std::vector<record> rows;
    const record* any() const { return rows.empty() ? nullptr : &rows.front(); }
    /// The row of median speed: what people are shown.
    const record* typical() const {
        std::vector<const record*> order;
        for (const record& row : rows) order.push_back(&row);
        std::sort(order.begin(), order.end(),
                  [](const record* a, const record* b) { return row_seconds(*a) < row_seconds(*b); });
        return order.empty() ? nullptr : order[(order.size() - 1) / 2];
    }
    bool good() const { return !rows.empty() && std::all_of(rows.begin(), rows.end(), measured); }
};

using pairs = std::map<std::string, std::pair<side, side>>;

void collect(pairs& all, const std::vector<record>& rows, bool next) {
    for (const record& row : rows) {
        auto& both = all[pair_key(row)];
        (next ? both.second : both.first).rows.push_back(row);
    }
}

/// Logarithms of a row's times in at most 20 blocks of 5 samples or more.
void add_blocks(std::vector<double>& logs, const record& row) {
    const std::vector<double> samples = counted_samples(row);
    const std::size_t blocks = samples.size() < 15 ? samples.size() : std::min<std::size_t>(20, samples.size() / 5);
    for (std::size_t b = 0; b < blocks; ++b) {
        const auto first = samples.begin() + static_cast<std::ptrdiff_t>(b * samples.size() / blocks);
        const auto last = samples.begin() + static_cast<std::ptrdiff_t>((b + 1) * samples.size() / blocks);
        logs.push_back(
            std::log(from_best(row) ? *std::min_element(first, last) : median(std::vector<double>(first, last))));
    }
}

/// The lower decile: other load on the machine only ever adds time, and rarely to every sample of a short kernel.
double undisturbed_seconds(const record& row) {
    std::vector<double> samples = counted_samples(row);
    const auto place = samples.begin() + static_cast<std::ptrdiff_t>((samples.size() - 1) / 10);
    std::nth_element(samples.begin(), place, samples.end());
    return *place;
}

std::vector<double> observations(const side& s, bool whole_rows) {
    std::vector<double> logs;
    for (const record& row : s.rows) {
        if (whole_rows) {
            logs.push_back(std::log(row_seconds(row)));
        } else {
            add_blocks(logs, row);
        }
    }
    return logs;
}

/// Status and reason of the first row that cannot be compared.
std::string state(const side& s) {
    const record& row = *std::find_if_not(s.rows.begin(), s.rows.end(), measured);
    const std::string why = row.reason.value_or("");
    return std::string(to_string(row.outcome)) + ": " + (why.empty() ? "it holds no sample that counts" : why);
}

/// Why a pair cannot be compared; empty: it can.
std::string obstacle(comparison& c, const side& base, const side& next) {
    c.found = verdict::unclear;
    if (base.rows.empty() || next.rows.empty()) {
        c.found = verdict::missing;
        return base.rows.empty() ? "only in the new records" : "only in the base records";
    }
    if (!next.good()) {
        c.found = base.good() ? verdict::broken : verdict::unclear;
        return "the new side is " + state(next);
    }
    if (!base.good()) return "the base is " + state(base);
    const std::string base_scope = base.any()->timing_scope.value_or(""), scope = next.any()->timing_scope.value_or("");
    if (base_scope != scope) return "the timing scopes differ: " + base_scope + " and " + scope;
    return "";
}

void fill(comparison& c, const shift& s) {
    c.tested = true;
    c.ratio = std::exp(s.estimate);
    c.low = std::exp(s.low);
    c.high = std::exp(s.high);
    c.p = s.p;
    c.detectable = std::expm1((s.high - s.low) / 2 * power_factor);
}

/// Corrects for the number of pairs and decides.
void decide(std::vector<comparison>& all, const std::vector<std::size_t>& tested, double threshold) {
    std::vector<double> p;
    for (const std::size_t i : tested) p.push_back(all[i].p);
    const std::vector<double> adjusted = holm(p);
    for (std::size_t k = 0; k < tested.size(); ++k) {
        comparison& c = all[tested[k]];
        c.p = adjusted[k];
        const bool clear = c.p < significance;
        if (clear && c.ratio >= 1 + threshold) {
            c.found = verdict::slower;
        } else if (clear && c.ratio <= 1 / (1 + threshold)) {
            c.found = verdict::faster;
        } else if (c.high < 1 + threshold && c.low > 1 / (1 + threshold)) {
            c.found = verdict::same;
        } else {
            c.note = std::isfinite(c.detectable)
                         ? "too noisy: a change of " + std::to_string(static_cast<int>(std::ceil(100 * c.detectable))) +
                               " % would have been seen"
                         : "too noisy: no change would have been seen";
        }
    }
}

comparison start(const std::string& key, const side& base, const side& next) {
    comparison c;
    c.key = key;
    c.name = base.any() != nullptr ? base.any()->name : next.any()->name;
    if (const record* row = base.typical(); row != nullptr) c.base_fom = row->fom;
    if (const record* row = next.typical(); row != nullptr) c.new_fom = row->fom;
    return c;
}

/// Compares every pair: `shift_of` gives the shift of the logarithms, and is called only for pairs that can be
/// compared.
template <class ShiftOf>
std::vector<comparison> compare_pairs(const pairs& all, double threshold, const ShiftOf& shift_of) {
    std::vector<comparison> result;
    std::vector<std::size_t> tested;
    for (const auto& [key, both] : all) {
        comparison c = start(key, both.first, both.second);
        c.note = obstacle(c, both.first, both.second);
        if (c.note.empty()) {
            fill(c, shift_of(both.first, both.second));
            tested.push_back(result.size());
        }
        result.push_back(std::move(c));
    }
    decide(result, tested, threshold);
    return result;
}

}  // namespace

std::string pair_key(const record& row) {
    std::string key;
    for (const auto& part : {row.app, row.kernel, row.size, row.backend, row.strategy, row.origin.hw_id}) {
        key += part + "\x1f";
    }
    return key + dump_line(row.params);
}

std::vector<comparison> compare_files(const std::vector<record>& base, const std::vector<record>& next,
                                      double threshold) {
    pairs all;
    collect(all, base, false);
    collect(all, next, true);
    return compare_pairs(all, threshold, [](const side& a, const side& b) {
        const bool whole_rows = std::min(a.rows.size(), b.rows.size()) >= 5;
        return unpaired_shift(observations(a, whole_rows), observations(b, whole_rows));
    });
}

std::vector<comparison> compare_rounds(const std::vector<std::vector<record>>& base,
                                       const std::vector<std::vector<record>>& next, double threshold) {
    pairs all;
    for (const auto& rows : base) collect(all, rows, false);
    for (const auto& rows : next) collect(all, rows, true);
    return compare_pairs(all, threshold, [](const side& a, const side& b) {
        std::vector<double> differences;
        for (std::size_t i = 0; i < std::min(a.rows.size(), b.rows.size()); ++i) {
            differences.push_back(std::log(undisturbed_seconds(b.rows[i]) / undisturbed_seconds(a.rows[i])));
        }
        return paired_shift(differences);
    });
}

}  // namespace ndweave::harness
