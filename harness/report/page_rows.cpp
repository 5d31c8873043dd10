#include "report/page_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "report/turn_speed.hpp"

namespace ndweave::harness {

namespace {

constexpr const char* paths[] = {"name",
                                 "app",
                                 "kernel",
                                 "backend",
                                 "strategy",
                                 "device",
                                 "size",
                                 "params",
                                 "ranks",
                                 "nodes",
                                 "devices",
                                 "hw_id",
                                 "env_id",
                                 "host_id",
                                 "kind",
                                 "status",
                                 "reason",
                                 "fom/value",
                                 "fom/unit",
                                 "fom/better",
                                 "fom/statistic",
                                 "statistics/count",
                                 "statistics/median",
                                 "statistics/mad",
                                 "statistics/best",
                                 "statistics/low",
                                 "statistics/high",
                                 "samples",
                                 "jit/cold_seconds",
                                 "timing_scope",
                                 "device_events/median",
                                 "device_events/scope",
                                 "bytes",
                                 "flops",
                                 "precision",
                                 "verification/metric",
                                 "verification/value",
                                 "verification/expected",
                                 "verification/tolerance",
                                 "notes/kokkos",
                                 "notes/cells",
                                 "notes/steps",
                                 "notes/link",
                                 "notes/from",
                                 "notes/to"};

constexpr std::size_t most_drawn = 150, most_warm = 20;  // dots of a lane of 475 pixels
constexpr double grain = 1e-4;                           // of the median: a tenth of a pixel, or less

/// At most `most` of the samples [from, to), evenly chosen.
void choose(std::vector<double>& chosen, const std::vector<double>& samples, std::size_t from, std::size_t to,
            std::size_t most) {
    const std::size_t stride = std::max<std::size_t>(1, (to - from + most - 1) / most);
    for (std::size_t i = from; i < to; i += stride) chosen.push_back(samples[i]);
}

json drawn_samples(const record& row) {
    if (!row.samples || !row.statistics || !(row.statistics->median > 0)) return nullptr;
    const std::vector<double>& all = *row.samples;
    const std::size_t warm = std::min(row.warmups.value_or(0), all.size());
    std::vector<double> chosen;
    choose(chosen, all, 0, warm, most_warm);
    const std::size_t chosen_warm = chosen.size();
    choose(chosen, all, warm, all.size(), most_drawn);
    if (all.size() - warm > most_drawn) {
        const auto [least, largest] = std::minmax_element(all.begin() + static_cast<std::ptrdiff_t>(warm), all.end());
        chosen.insert(chosen.end(), {*least, *largest});
    }
    if (chosen.empty()) return nullptr;
    const double least = *std::min_element(chosen.begin(), chosen.end()), unit = grain * row.statistics->median;
    json above = json::array();
    for (const double sample : chosen) above.push_back(std::llround((sample - least) / unit));
    return {{"least", least}, {"grain", unit}, {"above", above}, {"warm", chosen_warm}};
}

json page_row(const named_results& run, const record& row, const std::map<std::string, std::string>& kinds) {
    json found = to_json(row);
    found["host_id"] = host_of(run.found, row);  // records of an interrupted run have no context
    found["kind"] = kinds.at(host_of(run.found, row)) + (is_look_alike(row.origin.device) ? "-hip-look-alike" : "");
    found["samples"] = drawn_samples(row);
    return found;
}

json column_of(const std::vector<json>& values) {
    std::map<std::string, std::size_t> places;
    json of = json::array(), at = json::array();
    bool numbers = true;
    for (const json& value : values) {
        numbers = numbers && (value.is_number() || value.is_null());
        if (value.is_null()) {
            at.push_back(-1);
            continue;
        }
        const auto [place, is_new] = places.emplace(dump_line(value), of.size());
        if (is_new) of.push_back(value);
        at.push_back(place->second);
    }
    if (of.empty()) return nullptr;
    if (of.size() == 1 && std::find(at.begin(), at.end(), json(-1)) == at.end()) return {{"all", of[0]}};
    if (numbers) return values;
    return {{"of", of}, {"at", at}};
}

/// Lowest and highest of a number, [] where nothing was seen.
class seen_span {
public:
    void see(const json& state, const char* pointer) {
        const json::json_pointer place(pointer);
        if (!state.contains(place) || !state.at(place).is_number()) return;
        const double value = state.at(place).get<double>();
        low_ = any_ ? std::min(low_, value) : value;
        high_ = any_ ? std::max(high_, value) : value;
        any_ = true;
    }
    json written() const { return any_ ? json::array({low_, high_}) : json::array(); }

private:
    bool any_ = false;
    double low_ = 0, high_ = 0;
};

constexpr const char* drifting[][2] = {
    {"load", "/load/0"}, {"sm_mhz", "/gpu/sm_mhz"}, {"celsius", "/gpu/celsius"}, {"watts", "/gpu/watts"}};

}  // namespace

json row_columns(const std::vector<named_results>& runs) {
    const std::map<std::string, std::string> kinds = machine_kinds(runs);
    std::map<std::string, std::vector<json>> columns;
    std::size_t count = 0;
    for (const named_results& run : runs) {
        for (const record& row : run.found.rows) {
            const json found = page_row(run, row, kinds);
            ++count;
            for (const char* path : paths) {
                const json::json_pointer place("/" + std::string(path));
                columns[path].push_back(found.contains(place) ? found.at(place) : json());
            }
        }
    }
    json written = json::object();
    for (const char* path : paths) {
        if (count == 0) break;
        if (json column = column_of(columns[path]); !column.is_null()) written[path] = std::move(column);
    }
    return {{"count", count}, {"columns", written}};
}

json drift_of(const results& run) {
    std::map<std::string, seen_span> spans;
    std::set<std::string> held;
    for (const record& row : run.rows) {
        if (!row.machine) continue;
        const json states = to_json(*row.machine);
        for (const char* when : {"before", "after"}) {
            if (!states.contains(when)) continue;
            for (const auto& [name, pointer] : drifting) spans[name].see(states[when], pointer);
        }
        const json::json_pointer place("/after/gpu/throttled_by");
        if (!states.contains(place) || !states.at(place).is_array()) continue;
        for (const json& reason : states.at(place)) {
            if (reason.is_string()) held.insert(reason.get<std::string>());
        }
    }
    json written = json::object();
    for (const auto& [name, span] : spans) {
        if (json value = span.written(); !value.empty()) written[name] = std::move(value);
    }
    if (!held.empty()) written["throttled_by"] = held;
    return written;
}

json turn_speeds(const results& run) {
    json list = json::array();
    const auto number = [](double value) { return std::isfinite(value) ? json(value) : json(); };
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        for (std::size_t k = 0; k < run.rows.size(); ++k) {
            const record &row = run.rows[i], &other = run.rows[k];
            if (i == k || !row.turns || !other.turns || row.app != other.app || row.kernel != other.kernel ||
                row.size != other.size || row.params != other.params)
                continue;
            if (const auto speed = speed_beside(row, other))
                list.push_back({i, k, number(speed->estimate), number(speed->low), number(speed->high)});
        }
    }
    return list;
}

}  // namespace ndweave::harness
