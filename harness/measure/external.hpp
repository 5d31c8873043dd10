/// External programs as peers: runs them and parses their output.
#pragma once

#include <string>
#include <vector>

#include "app.hpp"
#include "measure/measurement.hpp"
#include "record/record.hpp"

namespace ndweave::harness {

/// Words of a command line; single and double quotes keep spaces, a backslash keeps the next character. No shell is
/// run. Throws apps::usage_error for an open quote or no word at all.
std::vector<std::string> split_command(const std::string& command);

/// Rows from what upstream's version of `app` prints: BabelStream (text and CSV), miniBUDE, CloverLeaf, TeaLeaf,
/// LULESH. Empty where the output holds no figure. Throws apps::usage_error for an app without a reader.
std::vector<apps::result> parse_upstream(const std::string& app, const std::string& output);

/// Runs m.command and gives its records, at least one.
std::vector<record> measure_external(const measurement& m);

}  // namespace ndweave::harness
