#include "measure/make_record.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "statistics/median.hpp"

namespace ndweave::harness {

namespace {

record identity(const measurement& m, const std::string& kernel) {
    record r;
    r.name = m.key() + "/" + kernel;
    r.app = m.app;
    r.kernel = kernel;
    r.backend = m.backend;
    r.strategy = m.strategy;
    r.size = m.size;
    r.params = m.params;
    if (m.ranks > 1) r.ranks = m.ranks;
    return r;
}

std::string reason_of_failure(const apps::verification& v) {
    std::ostringstream text;
    text << std::setprecision(10) << "failed verification: " << v.metric << ": " << v.value << ", expected "
         << v.expected << ", tolerance " << v.tolerance;
    return text.str();
}

sample_statistics statistics_of(const std::vector<double>& samples) {
    const interval confidence = bootstrap_median(samples);
    return {
        samples.size(), median(samples), median_deviation(samples), *std::min_element(samples.begin(), samples.end()),
        confidence.low, confidence.high};
}

/// Figure of merit from the samples' statistic. The interval is the median's: a best time has none.
figure_of_merit figure_of(const apps::figure& f, const sample_statistics& s) {
    const auto value = [&](double seconds) { return f.work > 0 ? f.work / seconds : seconds; };
    figure_of_merit fom;
    fom.unit = f.unit;
    fom.better = f.higher_is_better ? direction::higher : direction::lower;
    fom.statistic = f.from;
    if (f.from == apps::statistic::best) {
        fom.value = value(s.best);
    } else {
        fom.value = value(s.median);
        std::tie(fom.low, fom.high) = std::minmax({value(s.low), value(s.high)});
    }
    return fom;
}

event_times event_times_of(const apps::result& r) {
    return {r.event_scope, median(r.event_samples), *std::min_element(r.event_samples.begin(), r.event_samples.end()),
            r.event_samples};
}

void add_times(record& row, const apps::result& r) {
    const auto skipped = std::min<std::size_t>(static_cast<std::size_t>(r.warmups), r.samples.size() - 1);
    const std::vector<double> counted(r.samples.begin() + static_cast<std::ptrdiff_t>(skipped), r.samples.end());
    row.statistics = statistics_of(counted);
    row.fom = figure_of(r.fom, *row.statistics);
    row.samples = r.samples;
    row.warmups = skipped;
    row.timing_scope = r.timing_scope;
    row.jit = {r.first_seconds > 0 ? r.first_seconds : not_a_number, row.statistics->median};
    if (!r.event_samples.empty()) row.device_events = event_times_of(r);
    row.bytes = r.bytes;
    row.flops = r.flops;
    if (r.flops > 0) row.precision = r.precision;
}

bool usable(const apps::result& r) {
    return !r.samples.empty() &&
           std::all_of(r.samples.begin(), r.samples.end(), [](double s) { return std::isfinite(s) && s > 0; });
}

}  // namespace

record measured_record(const measurement& m, const apps::result& r) {
    const bool failed = r.check.checked && !r.check.passed;  // needs no time
    if (!failed && !usable(r)) return failed_record(m, status::error, r.kernel + ": the app gave no usable time");
    record row = identity(m, r.kernel);
    row.outcome = failed ? status::invalid : r.check.checked ? status::ok : status::unverified;
    row.verification = r.check;
    row.notes = r.notes;
    if (failed) {
        row.reason = reason_of_failure(r.check);
    } else {
        add_times(row, r);
    }
    return row;
}

record failed_record(const measurement& m, status outcome, const std::string& reason) {
    record row = identity(m, "all");
    row.outcome = outcome;
    row.reason = reason;
    return row;
}

}  // namespace ndweave::harness
