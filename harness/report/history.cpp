#include "report/history.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>
#include <tuple>

#include "statistics/change_points.hpp"
#include "statistics/normal.hpp"
#include "statistics/shift.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

/// Not std::hypot, which is a symbol of glibc 2.35: packages are for 2.34.
double root_of_squares(double a, double b) { return std::sqrt(a * a + b * b); }

constexpr double false_changes = 0.01;    // rate of, in series of noise
constexpr double least_change = 0.05;     // smaller ones are nobody's concern
constexpr double least_deviation = 1e-4;  // of equal figures, whose digits are rounded
constexpr double z95 = 1.959964;

std::string text_member(const json& line, const char* name, const std::string& where, bool needed) {
    if (!line.contains(name) && !needed) return "";
    if (!line.contains(name) || !line[name].is_string())
        throw std::runtime_error(where + ": its \"" + name +
                                 "\" is no text; give a file that results/history.py wrote");
    return line[name];
}

std::optional<double> number_member(const json& line, const char* name, const std::string& where) {
    if (!line.contains(name) || line[name].is_null()) return std::nullopt;
    if (!line[name].is_number())
        throw std::runtime_error(where + ": its \"" + name +
                                 "\" is no number; give a file that results/history.py wrote");
    return line[name].get<double>();
}

/// What a record's file name says of how it was measured; figures of other conditions are other figures. Empty or "…:
/// ".
std::string condition_of(const std::string& file) {
    if (file.find("check-mode") != std::string::npos) return "check mode: ";
    if (file.find("other-state") != std::string::npos) return "another state of the machine: ";
    const std::size_t threads = file.find("-threads");
    if (threads == std::string::npos) return "";
    const std::size_t before = file.find_last_not_of("0123456789", threads - 1);
    const std::string number = file.substr(before + 1, threads - before - 1);
    return number + (number == "1" ? " thread: " : " threads: ");
}

std::optional<history_line> line_of(const json& line, const std::string& where) {
    if (!line.is_object()) throw std::runtime_error(where + ": no object; give a file that results/history.py wrote");
    history_line h;
    h.date = text_member(line, "date", where, true);
    h.machine = text_member(line, "machine", where, true);
    h.what = condition_of(text_member(line, "file", where, false)) + text_member(line, "what", where, true);
    h.unit = text_member(line, "unit", where, true);
    h.commit = text_member(line, "commit", where, false);
    h.low = number_member(line, "low", where);
    h.high = number_member(line, "high", where);
    h.samples = static_cast<std::size_t>(std::max(0.0, number_member(line, "n", where).value_or(0)));
    for (const char* statistic : {"median", "best", "value"}) {
        const std::optional<double> value = number_member(line, statistic, where);
        if (!value) continue;
        if (!(*value > 0)) return std::nullopt;
        h.statistic = statistic;
        h.value = *value;
        if (!h.low || !h.high || !(*h.low > 0)) h.low = h.high = std::nullopt;
        return h;
    }
    return std::nullopt;
}

auto series_key(const history_line& h) { return std::tie(h.machine, h.what, h.unit, h.statistic); }

/// The history has five digits.
bool is_same(const history_line& a, const history_line& b) {
    return a.date == b.date && series_key(a) == series_key(b) && std::abs(std::log(a.value / b.value)) < 1e-4;
}

std::vector<double> logarithms(const history_series& series) {
    std::vector<double> values;
    for (const history_line& h : series.lines) values.push_back(std::log(h.value));
    return values;
}

/// What runs of a machine differ: of all its series together, since most have few runs.
std::map<std::string, double> deviations(const std::vector<history_series>& all) {
    std::map<std::string, std::vector<std::vector<double>>> of_machine;
    for (const history_series& s : all) of_machine[s.lines.front().machine].push_back(logarithms(s));
    std::map<std::string, double> found;
    for (const auto& [machine, values] : of_machine)
        found[machine] = std::max(least_deviation, deviation_of_neighbours(values));
    return found;
}

/// Of a figure without an interval, or from fewer than five samples, 10 % are left open.
double own_deviation(const history_line& h) {
    constexpr std::size_t least_samples = 5;
    const bool known = h.low && (h.samples == 0 || h.samples >= least_samples);
    return (known ? std::abs(std::log(*h.high / *h.low)) / 2 : std::log(1.1)) / z95;
}

void find_changes(history_series& series, double between_runs) {
    std::vector<noisy_value> values;
    for (const history_line& h : series.lines)
        values.push_back({std::log(h.value), root_of_squares(between_runs, own_deviation(h))});
    const auto level = [&](std::size_t from, std::size_t to) {
        double sum = 0;
        for (std::size_t i = from; i < to; ++i) sum += values[i].value;
        return sum / static_cast<double>(to - from);
    };
    std::size_t from = 0;
    const std::vector<std::size_t> found = change_points(values, false_changes);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::size_t to = i + 1 < found.size() ? found[i + 1] : values.size();
        if (std::abs(level(found[i], to) - level(from, found[i])) < std::log1p(least_change)) continue;
        series.changes.push_back(found[i]);
        from = found[i];
    }
    if (values.size() < 2) return;
    const noisy_value &last = values.back(), &before = values[values.size() - 2];
    const double difference = last.value - before.value, spread = root_of_squares(last.deviation, before.deviation);
    series.last = {std::exp(difference), std::exp(difference - z95 * spread), std::exp(difference + z95 * spread),
                   two_sided_probability(difference / spread)};
}

/// Place of a word in a list, which gets it where it is new.
std::size_t place_in(json& words, std::map<std::string, std::size_t>& places, const std::string& word) {
    const auto [at, is_new] = places.emplace(word, words.size());
    if (is_new) words.push_back(word);
    return at->second;
}

/// Five digits, as the history has them.
json rounded(std::optional<double> value) {
    if (!value) return nullptr;
    char text[32];
    std::snprintf(text, sizeof text, "%.5g", *value);
    return std::atof(text);
}

}  // namespace

std::vector<history_line> read_history(const std::string& path) {
    std::istringstream text(read_file(path, max_json_bytes));
    std::vector<history_line> found;
    std::string line;
    for (int number = 1; std::getline(text, line); ++number) {
        if (line.empty()) continue;
        const std::string where = path + ":" + std::to_string(number);
        if (const auto h = line_of(parse_json(line, where), where)) found.push_back(*h);
    }
    return found;
}

std::vector<history_line> lines_of_records(const std::vector<named_results>& runs) {
    const std::map<std::string, std::string> kinds = machine_kinds(runs);
    std::vector<history_line> found;
    for (const named_results& run : runs) {
        const json code = run.found.context.value("code", json::object());
        for (const record& row : run.found.rows) {
            if (!row.fom || !row.statistics || !(row.fom->value > 0)) continue;
            history_line h;
            h.date = run.found.context.value("date", "").substr(0, 10);
            h.machine = kinds.at(host_of(run.found, row));
            h.commit = code.value("commit", "").substr(0, 7) + (code.value("dirty", false) ? "-dirty" : "");
            h.what = row.name;
            h.unit = row.fom->unit;
            h.samples = row.statistics->count;
            h.statistic = from_best(row) && h.samples == 1 ? "best" : "median";
            h.value = row.fom->value;
            // Of a rate from the best time: the rate from the median of the same samples.
            const bool is_rate = row.fom->better == direction::higher;
            const sample_statistics& s = *row.statistics;
            const auto figure = [&](double seconds) {
                return is_rate ? row.fom->value * row_seconds(row) / seconds : seconds;
            };
            if (from_best(row) && h.samples > 1) h.value = figure(s.median);
            if (h.samples > 1) std::tie(h.low, h.high) = std::minmax({figure(s.low), figure(s.high)});
            found.push_back(h);
        }
    }
    return found;
}

std::vector<history_series> series_of(std::vector<history_line> history, const std::vector<history_line>& of_records) {
    const std::size_t known = history.size();
    for (const history_line& h : of_records) {
        const auto end = history.begin() + static_cast<std::ptrdiff_t>(known);
        if (std::none_of(history.begin(), end, [&](const history_line& other) { return is_same(h, other); }))
            history.push_back(h);
    }
    std::stable_sort(history.begin(), history.end(), [](const auto& a, const auto& b) { return a.date < b.date; });

    std::vector<history_series> all;
    std::map<std::tuple<std::string, std::string, std::string, std::string>, std::size_t> places;
    for (const history_line& h : history) {
        const auto [at, is_new] = places.emplace(series_key(h), all.size());
        if (is_new) all.emplace_back();
        all[at->second].lines.push_back(h);
    }
    const std::map<std::string, double> between_runs = deviations(all);
    for (history_series& s : all) find_changes(s, between_runs.at(s.lines.front().machine));

    std::vector<double> p;
    for (const history_series& s : all) {
        if (s.last) p.push_back(s.last->p);
    }
    const std::vector<double> corrected = holm(p);
    std::size_t next = 0;
    for (history_series& s : all) {
        if (s.last) s.last->p = corrected[next++];
    }
    return all;
}

json history_columns(const std::vector<history_series>& all) {
    json machines = json::array(), dates = json::array(), commits = json::array(), list = json::array();
    std::map<std::string, std::size_t> machine_places, date_places, commit_places;
    for (const history_series& s : all) {
        const history_line& first = s.lines.front();
        json date = json::array(), commit = json::array(), value = json::array(), low = json::array(),
             high = json::array(), samples = json::array();
        for (const history_line& h : s.lines) {
            date.push_back(place_in(dates, date_places, h.date));
            commit.push_back(place_in(commits, commit_places, h.commit));
            value.push_back(rounded(h.value));
            low.push_back(rounded(h.low));
            high.push_back(rounded(h.high));
            samples.push_back(h.samples);
        }
        json last = json::array();
        if (s.last) last = {rounded(s.last->ratio), rounded(s.last->low), rounded(s.last->high), rounded(s.last->p)};
        list.push_back(json::array({place_in(machines, machine_places, first.machine), first.what, first.unit,
                                    first.statistic, date, commit, value, low, high, samples, s.changes, last}));
    }
    return {{"machines", machines},
            {"dates", dates},
            {"commits", commits},
            {"members",
             {"machine", "what", "unit", "statistic", "dates", "commits", "values", "low", "high", "samples", "changes",
              "last"}},
            {"series", list}};
}

}  // namespace ndweave::harness
