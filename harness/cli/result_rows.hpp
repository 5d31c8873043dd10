/// Result files that a command names.
#pragma once

#include <string>
#include <vector>

#include "record/record.hpp"

namespace ndweave::harness {

/// Throws apps::usage_error for what holds no results.
std::vector<record> rows_of(const std::string& path);

}  // namespace ndweave::harness
