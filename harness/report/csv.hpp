/// Records as comma-separated values (RFC 4180), one line a row.
#pragma once

#include <string>
#include <vector>

#include "record/record.hpp"

namespace ndweave::harness {

/// A field, quoted where needed. Text that a spreadsheet would run as a formula (it starts with = + - @, a tab or a
/// carriage return) gets an apostrophe before it.
std::string csv_field(const std::string& text);

std::string to_csv(const std::vector<record>& rows);

}  // namespace ndweave::harness
