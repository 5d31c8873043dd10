/// A record: what one measured row says. Members are named and written as `benchmarks[]` of schema.json has them.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app.hpp"
#include "record/members.hpp"

namespace ndweave::harness {

enum class status { ok, unverified, invalid, crashed, timeout, error, unavailable };
template <>
inline constexpr auto words<status> =
    std::array{"ok", "unverified", "invalid", "crashed", "timeout", "error", "unavailable"};

enum class direction { higher, lower };
template <>
inline constexpr auto words<direction> = std::array{"higher", "lower"};

template <>
inline constexpr auto words<apps::statistic> = std::array{"median", "best"};

using string_map = std::map<std::string, std::string>;

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The device and machine of a row.
struct record_origin {
    std::string device;  // name
    std::string hw_id;
    std::string env_id;
    std::optional<std::string> driver;  // of the device: its version, or the kernel compiler's
};

struct figure_of_merit {
    double value = not_a_number;
    std::string unit;
    direction better = direction::higher;
    apps::statistic statistic = apps::statistic::median;  // of the samples, that the value is made from
    double low = not_a_number, high = not_a_number;       // 95 % interval; a best time has none
};

/// Seconds, without the warm-ups.
struct sample_statistics {
    std::size_t count = 0;
    double median = 0, mad = 0, best = 0;
    double low = 0, high = 0;  // 95 % interval of the median
};

struct jit_times {
    double cold_seconds = not_a_number, warm_seconds = not_a_number;
};

/// Seconds by the device's own events.
struct event_times {
    std::optional<std::string> scope;  // "kernel" or "span"; older records do not say
    double median = not_a_number, best = not_a_number;
    std::vector<double> samples;
};

/// What perf_event_open counted, and why it did not count the rest.
struct event_counts {
    std::optional<std::uint64_t> instructions, task_clock_ns, page_faults;
    std::optional<string_map> not_counted;
};

/// Of the whole worker process.
struct process_use {
    double seconds = 0, cpu_seconds = 0;
    event_counts counts;
};

/// Facts that drift (machine/host.hpp).
struct machine_state {
    json before, after;
};

struct record {
    std::string name;  // app/column/size/params/kernel
    std::string app, kernel, backend, strategy, size;
    string_map params;
    std::optional<int> ranks, nodes, devices;  // of runs with several ranks: processes, machines, devices in all
    record_origin origin;
    status outcome = status::error;
    std::optional<apps::verification> verification;
    std::optional<string_map> notes;
    std::optional<std::string> reason;  // why there is no figure

    // Of rows with a figure: status ok and unverified.
    std::optional<figure_of_merit> fom;
    std::optional<sample_statistics> statistics;
    std::optional<std::vector<double>> samples;     // seconds, all that were taken
    std::optional<std::vector<std::size_t>> turns;  // samples of each turn, of a row that took turns with others
    std::optional<std::size_t> warmups;             // leading samples that the statistics leave out
    std::optional<std::string> timing_scope;        // "device" or "end_to_end"
    std::optional<jit_times> jit;
    std::optional<event_times> device_events;
    std::optional<double> bytes, flops;  // of a sample; 0: not declared
    std::optional<std::string> precision;

    std::optional<process_use> process;
    std::optional<machine_state> machine;

    // Of lines of a journal.
    std::optional<int> schema_version;
    std::optional<std::string> measurement;  // key of the measurement that the row is part of
    std::optional<std::size_t> rows;         // of that measurement
};

/// Whether the row was measured and its result was not found wrong.
inline bool has_figure(const record& r) { return r.outcome == status::ok || r.outcome == status::unverified; }

/// Whether the row's figure is made from its best time, not from the median.
inline bool from_best(const record& r) { return r.fom && r.fom->statistic == apps::statistic::best; }

/// Seconds that stand for the row; 0 where it has none.
inline double row_seconds(const record& r) {
    if (!r.statistics) return 0;
    return from_best(r) ? r.statistics->best : r.statistics->median;
}

void members(either_const<apps::verification> auto& v, auto& each) {
    each("checked", v.checked);
    each("passed", v.passed);
    each("metric", v.metric);
    each("value", v.value);
    each("expected", v.expected);
    each("tolerance", v.tolerance);
}

void members(either_const<figure_of_merit> auto& f, auto& each) {
    each("value", f.value);
    each("unit", f.unit);
    each("better", f.better);
    each("statistic", f.statistic);
    each("low", f.low);
    each("high", f.high);
}

void members(either_const<sample_statistics> auto& s, auto& each) {
    each("count", s.count);
    each("median", s.median);
    each("mad", s.mad);
    each("best", s.best);
    each("low", s.low);
    each("high", s.high);
    each.derived("confidence", 0.95);
}

void members(either_const<jit_times> auto& j, auto& each) {
    each("cold_seconds", j.cold_seconds);
    each("warm_seconds", j.warm_seconds);
}

void members(either_const<event_times> auto& e, auto& each) {
    each("scope", e.scope);
    each("median", e.median);
    each("best", e.best);
    each("samples", e.samples);
}

void members(either_const<event_counts> auto& c, auto& each) {
    each("instructions", c.instructions);
    each("task_clock_ns", c.task_clock_ns);
    each("page_faults", c.page_faults);
    each("not_counted", c.not_counted);
}

void members(either_const<process_use> auto& p, auto& each) {
    each("seconds", p.seconds);
    each("cpu_seconds", p.cpu_seconds);
    members(p.counts, each);
}

void members(either_const<machine_state> auto& m, auto& each) {
    each("before", m.before);
    each("after", m.after);
}

/// `value` where the row has times.
template <class T>
std::optional<T> with_times(const record& r, T value) {
    return r.statistics ? std::optional(value) : std::nullopt;
}

/// Derived members are what the tools of Google Benchmark want beside ours.
void members(either_const<record> auto& r, auto& each) {
    each("name", r.name);
    each.derived("run_name", r.name);
    each.derived("run_type", "iteration");
    each.derived("repetitions", 1);
    each.derived("repetition_index", 0);
    each.derived("threads", 1);
    each("app", r.app);
    each("kernel", r.kernel);
    each("backend", r.backend);
    each("strategy", r.strategy);
    each("device", r.origin.device);
    each("size", r.size);
    each("params", r.params);
    each("ranks", r.ranks);
    each("nodes", r.nodes);
    each("devices", r.devices);
    each("hw_id", r.origin.hw_id);
    each("env_id", r.origin.env_id);
    each("driver", r.origin.driver);
    each("status", r.outcome);
    each("verification", r.verification);
    each("notes", r.notes);
    each("reason", r.reason);
    each.derived("error_occurred", r.reason ? std::optional(true) : std::nullopt);
    each.derived("error_message", r.reason);
    const sample_statistics s = r.statistics.value_or(sample_statistics());
    each.derived("iterations", with_times(r, s.count));
    each.derived("real_time", with_times(r, s.median * 1e9));
    each.derived("cpu_time", with_times(r, s.median * 1e9));  // only wall time is taken
    each.derived("time_unit", with_times(r, "ns"));
    each("fom", r.fom);
    each("statistics", r.statistics);
    each("samples", r.samples);
    each("turns", r.turns);
    each("warmups", r.warmups);
    each("timing_scope", r.timing_scope);
    each("jit", r.jit);
    each("device_events", r.device_events);
    each("bytes", r.bytes);
    each("flops", r.flops);
    each("precision", r.precision);
    each("process", r.process);
    each("machine", r.machine);
    each("schema_version", r.schema_version);
    each("measurement", r.measurement);
    each("rows", r.rows);
}

}  // namespace ndweave::harness
