/// The final JSON of a run: Google Benchmark's {context, benchmarks} and more.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "record/record.hpp"
#include "record/schema.hpp"

namespace ndweave::harness {

/// {context, benchmarks}, indented.
std::string document(const json& context, const std::vector<record>& rows);

/// Thrown for JSON of another program: it has no schema version of ours.
struct not_results : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Rows of a results file: a document, or a journal (name ends in .jsonl). Throws std::runtime_error for what is
/// neither (not_results where it is valid JSON), and for another schema version.
struct results {
    json context;
    std::vector<record> rows;
};
results read_results(const std::string& path);

}  // namespace ndweave::harness
