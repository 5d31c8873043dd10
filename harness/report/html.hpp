/// Results as one self-contained page.
#pragma once

#include <string>
#include <vector>

#include "report/history.hpp"

namespace ndweave::harness {

/// The page. Runs are shown in the order of their dates, and figures over the time from `history` and from the records
/// that it lacks. Only members that the page uses are copied from the records, and nothing in them can end the script
/// element that holds them.
std::string to_html(std::vector<named_results> runs, std::vector<history_line> history = {});

/// JSON text that is safe inside a script element.
std::string script_safe(const json&);

}  // namespace ndweave::harness
