#include "report/csv.hpp"

namespace ndweave::harness {

namespace {

/// Column name and where its value is in a row.
struct column {
    const char* name;
    const char* pointer;
};

constexpr column columns[] = {
    {"app", "/app"},
    {"kernel", "/kernel"},
    {"backend", "/backend"},
    {"strategy", "/strategy"},
    {"device", "/device"},
    {"size", "/size"},
    {"params", "/params"},
    {"ranks", "/ranks"},
    {"nodes", "/nodes"},
    {"devices", "/devices"},
    {"status", "/status"},
    {"fom", "/fom/value"},
    {"fom_low", "/fom/low"},
    {"fom_high", "/fom/high"},
    {"unit", "/fom/unit"},
    {"better", "/fom/better"},
    {"median_s", "/statistics/median"},
    {"mad_s", "/statistics/mad"},
    {"best_s", "/statistics/best"},
    {"samples", "/statistics/count"},
    {"cold_s", "/jit/cold_seconds"},
    {"timing_scope", "/timing_scope"},
    {"device_events_median_s", "/device_events/median"},
    {"device_events_scope", "/device_events/scope"},
    {"bytes", "/bytes"},
    {"flops", "/flops"},
    {"precision", "/precision"},
    {"verified", "/verification/passed"},
    {"metric", "/verification/metric"},
    {"value", "/verification/value"},
    {"expected", "/verification/expected"},
    {"tolerance", "/verification/tolerance"},
    {"reason", "/reason"},
    {"hw_id", "/hw_id"},
    {"env_id", "/env_id"},
    {"from", "/notes/from"},
    {"to", "/notes/to"},
};

std::string text_of(const json& value) {
    if (value.is_null()) return "";
    if (value.is_string()) return csv_field(value.get<std::string>());
    if (!value.is_object()) return value.dump();
    std::string list;
    for (const auto& [key, entry] : value.items()) {
        list += (list.empty() ? "" : " ") + key + "=" + (entry.is_string() ? entry.get<std::string>() : entry.dump());
    }
    return csv_field(list);
}

}  // namespace

std::string csv_field(const std::string& text) {
    std::string safe = text;
    if (!safe.empty() && std::string("=+-@\t\r").find(safe[0]) != std::string::npos) safe.insert(0, 1, '\'');
    if (safe.find_first_of(",\"\n\r") == std::string::npos) return safe;
    std::string quoted = "\"";
    for (const char c : safe) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

std::string to_csv(const std::vector<record>& rows) {
    std::string text;
    for (const column& c : columns) text += (text.empty() ? "" : ",") + std::string(c.name);
    text += "\r\n";
    for (const record& r : rows) {
        const json row = to_json(r);
        std::string line;
        for (const column& c : columns) {
            const json::json_pointer place(c.pointer);
            line += (&c == columns ? "" : ",") + (row.contains(place) ? text_of(row.at(place)) : "");
        }
        text += line + "\r\n";
    }
    return text;
}

}  // namespace ndweave::harness
