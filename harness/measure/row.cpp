#include "measure/row.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "statistics/median.hpp"

namespace ndweave::harness {

namespace {

/// JSON has no NaN and no infinity: null stands for them.
json number(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

json identity(const measurement& m, const row_origin& origin, const std::string& kernel) {
    const std::string name = m.key() + "/" + kernel;
    json row = {{"name", name},           {"run_name", name},        {"run_type", "iteration"},
                {"repetitions", 1},       {"repetition_index", 0},   {"threads", 1},
                {"app", m.app},           {"kernel", kernel},        {"backend", m.backend},
                {"strategy", m.strategy}, {"device", origin.device}, {"size", m.size},
                {"params", m.params},     {"hw_id", origin.hw_id},   {"env_id", origin.env_id}};
    if (!origin.driver.empty()) row["driver"] = origin.driver;
    return row;
}

json to_json(const apps::verification& v) {
    return {{"checked", v.checked},
            {"passed", v.passed},
            {"metric", v.metric},
            {"value", number(v.value)},
            {"expected", number(v.expected)},
            {"tolerance", number(v.tolerance)}};
}

std::string reason_of_failure(const apps::verification& v) {
    std::ostringstream text;
    text << std::setprecision(10) << "failed verification: " << v.metric << ": " << v.value << ", expected "
         << v.expected << ", tolerance " << v.tolerance;
    return text.str();
}

double number_of(const json& value) { return value.is_null() ? std::nan("") : value.get<double>(); }

/// Figure of merit from the samples' statistic. The interval is the median's: a best time has none.
json figure_of(const apps::figure& f, double centre, double best, interval confidence) {
    const auto value = [&](double s) { return f.work > 0 ? f.work / s : s; };
    const bool from_best = f.from == apps::statistic::best;
    const double ends[2] = {value(confidence.low), value(confidence.high)};
    return {{"value", number(value(from_best ? best : centre))},
            {"unit", f.unit},
            {"better", f.higher_is_better ? "higher" : "lower"},
            {"statistic", from_best ? "best" : "median"},
            {"low", from_best ? json(nullptr) : number(std::min(ends[0], ends[1]))},
            {"high", from_best ? json(nullptr) : number(std::max(ends[0], ends[1]))}};
}

void add_times(json& row, const apps::result& r) {
    const auto skipped = std::min<std::size_t>(static_cast<std::size_t>(r.warmups), r.samples.size() - 1);
    const std::vector<double> counted(r.samples.begin() + static_cast<std::ptrdiff_t>(skipped), r.samples.end());
    const double centre = median(counted);
    const double best = *std::min_element(counted.begin(), counted.end());
    const interval confidence = bootstrap_median(counted);
    row["iterations"] = counted.size();
    row["real_time"] = number(centre * 1e9);
    row["cpu_time"] = row["real_time"];  // only wall time is taken; Google Benchmark's tools want both
    row["time_unit"] = "ns";
    row["fom"] = figure_of(r.fom, centre, best, confidence);
    row["statistics"] = {
        {"count", counted.size()}, {"median", number(centre)},      {"mad", number(median_deviation(counted))},
        {"best", number(best)},    {"low", number(confidence.low)}, {"high", number(confidence.high)},
        {"confidence", 0.95}};
    row["samples"] = r.samples;
    row["warmups"] = skipped;
    row["timing_scope"] = r.timing_scope;
    row["jit"] = {{"cold_seconds", r.first_seconds > 0 ? number(r.first_seconds) : json(nullptr)},
                  {"warm_seconds", number(centre)}};
    if (!r.event_samples.empty()) {
        row["device_events"] = {{"scope", r.event_scope},
                                {"median", number(median(r.event_samples))},
                                {"best", number(*std::min_element(r.event_samples.begin(), r.event_samples.end()))},
                                {"samples", r.event_samples}};
    }
    row["bytes"] = number(r.bytes);
    row["flops"] = number(r.flops);
    if (r.flops > 0) row["precision"] = r.precision;
}

bool usable(const apps::result& r) {
    return !r.samples.empty() &&
           std::all_of(r.samples.begin(), r.samples.end(), [](double s) { return std::isfinite(s) && s > 0; });
}

}  // namespace

json measured_row(const measurement& m, const row_origin& origin, const apps::result& r) {
    if (!usable(r)) return failed_row(m, origin, "error", r.kernel + ": the app gave no usable time");
    json row = identity(m, origin, r.kernel);
    const bool failed = r.check.checked && !r.check.passed;
    row["status"] = failed ? "invalid" : r.check.checked ? "ok" : "unverified";
    row["verification"] = to_json(r.check);
    row["notes"] = r.notes;
    if (failed) {
        row["reason"] = reason_of_failure(r.check);
        row["error_occurred"] = true;
        row["error_message"] = row["reason"];
    } else {
        add_times(row, r);
    }
    return row;
}

json failed_row(const measurement& m, const row_origin& origin, const std::string& status, const std::string& reason) {
    json row = identity(m, origin, "all");
    row["status"] = status;
    row["reason"] = reason;
    row["error_occurred"] = true;
    row["error_message"] = reason;
    return row;
}

json to_json(const apps::result& r) {
    return {{"kernel", r.kernel},
            {"samples", r.samples},
            {"warmups", r.warmups},
            {"unit", r.fom.unit},
            {"higher_is_better", r.fom.higher_is_better},
            {"work", number(r.fom.work)},
            {"best", r.fom.from == apps::statistic::best},
            {"bytes", number(r.bytes)},
            {"flops", number(r.flops)},
            {"precision", r.precision},
            {"timing_scope", r.timing_scope},
            {"first_seconds", number(r.first_seconds)},
            {"event_samples", r.event_samples},
            {"event_scope", r.event_scope},
            {"verification", to_json(r.check)},
            {"notes", r.notes}};
}

apps::result result_from(const json& j) {
    apps::result r;
    r.kernel = j.at("kernel");
    for (const json& sample : j.at("samples")) r.samples.push_back(number_of(sample));
    r.warmups = j.at("warmups");
    r.fom = {j.at("unit"), j.at("higher_is_better"), number_of(j.at("work")),
             j.at("best").get<bool>() ? apps::statistic::best : apps::statistic::median};
    r.bytes = number_of(j.at("bytes"));
    r.flops = number_of(j.at("flops"));
    r.precision = j.at("precision");
    r.timing_scope = j.at("timing_scope");
    r.first_seconds = number_of(j.at("first_seconds"));
    for (const json& sample : j.at("event_samples")) r.event_samples.push_back(number_of(sample));
    r.event_scope = j.at("event_scope");
    const json& v = j.at("verification");
    r.check = {v.at("checked"),
               v.at("passed"),
               v.at("metric"),
               number_of(v.at("value")),
               number_of(v.at("expected")),
               number_of(v.at("tolerance"))};
    r.notes = j.at("notes").get<std::map<std::string, std::string>>();
    return r;
}

}  // namespace ndweave::harness
