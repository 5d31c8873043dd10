/// The final JSON of a run: Google Benchmark's {context, benchmarks} and more.
#pragma once

#include <string>
#include <vector>

#include "report/safe_json.hpp"

namespace ndweave::harness {

inline constexpr int schema_version = 1;

/// Who measured, with what and on what: written once per run, at its start.
json run_context();

/// {context, benchmarks}, indented.
std::string document(const json& context, const std::vector<json>& rows);

/// Rows of a results file: a document, or a journal (name ends in .jsonl). Throws std::runtime_error for what is
/// neither, and for another schema version.
struct results {
    json context;
    std::vector<json> rows;
};
results read_results(const std::string& path);

}  // namespace ndweave::harness
