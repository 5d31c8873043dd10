#include "report/html.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "page_assets.hpp"

namespace ndweave::harness {

namespace {

constexpr const char* row_members[] = {
    "name",          "app",   "kernel",     "backend",   "strategy",     "device", "size",
    "params",        "ranks", "nodes",      "devices",   "hw_id",        "env_id", "status",
    "reason",        "fom",   "statistics", "samples",   "warmups",      "jit",    "timing_scope",
    "device_events", "bytes", "flops",      "precision", "verification", "notes",  "machine"};
constexpr const char* context_members[] = {"date", "host_name", "hw_id", "env_id", "hardware", "environment", "code"};

constexpr const char* drifting_members[] = {"load", "gpu"};

template <std::size_t N>
json only(const json& from, const char* const (&members)[N]) {
    json picked = json::object();
    for (const char* member : members) {
        if (from.contains(member)) picked[member] = from[member];
    }
    return picked;
}

/// Five digits are enough to draw a dot; figures and statistics keep all digits.
void shorten_samples(json& row) {
    if (!row.contains("samples") || !row["samples"].is_array()) return;
    for (json& sample : row["samples"]) {
        if (!sample.is_number()) continue;
        char text[32];
        std::snprintf(text, sizeof text, "%.5g", sample.get<double>());
        sample = std::atof(text);
    }
}

/// Load and GPU, of all that drifts.
void shorten_machine(json& row) {
    for (const char* when : {"before", "after"}) {
        const json::json_pointer place("/machine/" + std::string(when));
        if (!row.contains(place) || !row.at(place).is_object()) continue;
        row[place] = only(row.at(place), drifting_members);
    }
}

json data_of(const std::vector<named_results>& runs) {
    json list = json::array();
    for (const named_results& run : runs) {
        json rows = json::array();
        for (const record& row : run.found.rows) {
            rows.push_back(only(to_json(row), row_members));
            shorten_samples(rows.back());
            shorten_machine(rows.back());
            // Records of an interrupted run have no context.
            rows.back()["host_id"] = run.found.context.value("hw_id", row.origin.hw_id);
        }
        list.push_back({{"file", run.file}, {"context", only(run.found.context, context_members)}, {"rows", rows}});
    }
    return {{"runs", list}};
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

std::string to_html(std::vector<named_results> runs) {
    const auto when = [](const named_results& run) { return std::pair(run.found.context.value("date", ""), run.file); };
    std::sort(runs.begin(), runs.end(), [&](const auto& a, const auto& b) { return when(a) < when(b); });
    std::string page = assets::page;
    replace_once(page, "@STYLE@", assets::style);
    replace_once(page, "@SCRIPT@", assets::script);
    replace_once(page, "@DATA@", script_safe(data_of(runs)));
    return page;
}

}  // namespace ndweave::harness
