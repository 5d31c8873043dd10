/// The schema of our results (schema.json, JSON Schema draft-07), built in.
#pragma once

#include <string>

#include "record/safe_json.hpp"

namespace ndweave::harness {

inline constexpr int schema_version = 1;

/// The schema's own text.
const char* schema_text();

/// The first place where results violate the schema, as "/benchmarks/0/status: not one of the words"; empty: none.
std::string schema_violation(const json& results);

/// The same for one row.
std::string row_violation(const json& row);

}  // namespace ndweave::harness
