#include "report/html.hpp"

#include <algorithm>
#include <map>

#include "page_assets.hpp"
#include "report/page_rows.hpp"

namespace ndweave::harness {

namespace {

constexpr const char* context_members[] = {"date", "host_name", "hw_id", "env_id", "code"};
constexpr const char* shared_members[] = {"hardware", "environment"};  // the same in most runs: each is there once

json data_of(const std::vector<named_results>& runs, std::vector<history_line> history) {
    json list = json::array(), shared = json::array();
    std::map<std::string, std::size_t> places;
    for (const named_results& run : runs) {
        json entry = {{"file", run.file}, {"rows", run.found.rows.size()}};
        for (const char* member : context_members) {
            if (run.found.context.contains(member)) entry[member] = run.found.context[member];
        }
        for (const char* member : shared_members) {
            if (!run.found.context.contains(member)) continue;
            const json& facts = run.found.context[member];
            const auto [at, is_new] = places.emplace(dump_line(facts), shared.size());
            if (is_new) shared.push_back(facts);
            entry[member] = at->second;
        }
        if (json drift = drift_of(run.found); !drift.empty()) entry["drift"] = std::move(drift);
        if (json speeds = turn_speeds(run.found); !speeds.empty()) entry["turn_speeds"] = std::move(speeds);
        list.push_back(std::move(entry));
    }
    return {{"runs", list},
            {"facts", shared},
            {"rows", row_columns(runs)},
            {"history", history_columns(series_of(std::move(history), lines_of_records(runs)))}};
}

void replace_once(std::string& text, const std::string& place, const std::string& with) {
    text.replace(text.find(place), place.size(), with);
}

}  // namespace

std::string script_safe(const json& value) {
    std::string safe;
    for (const char c : dump_line(value)) safe += c == '<' ? "\\u003c" : std::string(1, c);
    return safe;
}

std::string to_html(std::vector<named_results> runs, std::vector<history_line> history) {
    const auto when = [](const named_results& run) { return std::pair(run.found.context.value("date", ""), run.file); };
    std::sort(runs.begin(), runs.end(), [&](const auto& a, const auto& b) { return when(a) < when(b); });
    std::string script;
    for (const char* module : assets::script) script += module;
    std::string page = assets::page;
    replace_once(page, "@STYLE@", assets::style);
    replace_once(page, "@SCRIPT@", script);
    replace_once(page, "@DATA@", script_safe(data_of(runs, std::move(history))));
    return page;
}

}  // namespace ndweave::harness
