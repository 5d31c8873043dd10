#include "record/document.hpp"

#include <stdexcept>

#include "record/journal.hpp"
#include "record/schema.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

/// After the check against the schema, which leaves the values of parameters and notes open.
std::vector<record> rows_of_document(const json& whole, const std::string& path) {
    try {
        return from_json<std::vector<record>>(whole["benchmarks"]);
    } catch (const std::runtime_error& e) {
        throw std::runtime_error(path + ": " + e.what());
    }
}

}  // namespace

std::string document(const json& context, const std::vector<record>& rows) {
    const json whole = {{"context", context}, {"benchmarks", to_json(rows)}};
    return whole.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

results read_results(const std::string& path) {
    if (path.ends_with(".jsonl")) return {json::object(), read_journal(read_file(path, max_json_bytes), path)};
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
    return {whole["context"], rows_of_document(whole, path)};
}

}  // namespace ndweave::harness
