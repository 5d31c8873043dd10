#include "record/document.hpp"

#include <stdexcept>

#include "record/journal.hpp"
#include "record/schema.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

std::vector<json> rows_of_journal(const std::string& path) {
    std::vector<json> rows = read_journal(read_file(path, most_json_bytes), path);
    for (const json& row : rows) {
        if (const std::string wrong = row_violation(row); !wrong.empty()) throw std::runtime_error(path + ": " + wrong);
    }
    return rows;
}

}  // namespace

std::string document(const json& context, const std::vector<json>& rows) {
    const json whole = {{"context", context}, {"benchmarks", rows}};
    return whole.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

results read_results(const std::string& path) {
    if (path.ends_with(".jsonl")) return {json::object(), rows_of_journal(path)};
    json whole = read_json(path);
    if (!whole.is_object() || !whole.contains("benchmarks") || !whole["benchmarks"].is_array() ||
        !whole.contains("context") || !whole["context"].is_object()) {
        throw not_results(path + ": no results: it has no context and benchmarks");
    }
    if (!whole["context"].contains("schema_version")) {
        throw not_results(path + ": no results of this harness: its context has no schema_version");
    }
    const json version = whole["context"].value("schema_version", json());
    if (version != schema_version) {
        throw std::runtime_error(path + ": its schema version is " + version.dump() + ", this harness reads " +
                                 std::to_string(schema_version));
    }
    if (const std::string wrong = schema_violation(whole); !wrong.empty())
        throw std::runtime_error(path + ": " + wrong);
    return {whole["context"], whole["benchmarks"].get<std::vector<json>>()};
}

}  // namespace ndweave::harness
