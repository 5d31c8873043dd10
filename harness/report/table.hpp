/// The table that people read: figures per kernel × backend.
#pragma once

#include <string>
#include <vector>

#include "record/record.hpp"

namespace ndweave::harness {

/// One block per app, size and parameters; a row per kernel, a column per backend (and CPU strategy). Rows that are not
/// ok show their status instead of a figure, and their reasons follow the table.
std::string to_table(const std::vector<record>& rows);

}  // namespace ndweave::harness
