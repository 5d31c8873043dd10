/// A comparison for people, programs and CI.
#pragma once

#include <string>
#include <vector>

#include "compare/comparison.hpp"

namespace ndweave::harness {

std::string to_markdown(const std::vector<comparison>&);
std::string to_json_text(const std::vector<comparison>&);

/// JUnit XML: slower and broken pairs are failures, unclear and missing ones are skipped.
std::string to_junit(const std::vector<comparison>&);

}  // namespace ndweave::harness
