/// JSON from files and programs that we do not trust.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ndweave::harness {

using json = nlohmann::ordered_json;

inline constexpr std::size_t max_json_bytes = 64u << 20;
inline constexpr std::size_t max_json_depth = 32;

/// Parses `text`; throws std::runtime_error that starts with `source` for what is no JSON, nests deeper than
/// max_json_depth, has a key twice in one object, or is larger than max_json_bytes.
json parse_json(const std::string& text, const std::string& source);

/// The JSON of a file, under the same limits.
json read_json(const std::string& path);

/// One line of text; broken UTF-8 is replaced, numbers that JSON cannot hold become null.
std::string dump_line(const json&);

}  // namespace ndweave::harness
